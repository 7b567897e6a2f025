import CTidelineGLib

/// A stream of bytes to and from a server, over TCP and TLS.
///
/// It runs on the network thread; its methods suspend and never block. One task may read while
/// another writes. Every call ends when its task is cancelled, and within the limits of
/// ``Timeouts``. A read that ends early loses nothing: the next one continues. A write that ends
/// early has sent a part, so the connection is closed; the same happens after a failed
/// ``startTLS()``. A connection without references is closed, without notice to the server.
///
/// ```swift
/// let connection = try await Connection.connect(
///   to: Endpoint(host: "imap.example.org", port: 993, security: .tls)
/// )
/// let greeting = try await connection.read()
/// try await connection.write(Array("a LOGOUT\r\n".utf8))
/// await connection.close()
/// ```
public actor Connection {
  /// The longest wait for the next bytes.
  public enum Patience: Sendable {
    /// Within the limits of ``Timeouts``, since an answer is due.
    case limited
    /// Without limit, since the server may send something at any time.
    case unlimited
  }

  let endpoint: Endpoint
  let trust: CertificateTrust
  let timeouts: Timeouts
  let network: @Sendable () -> NetworkState

  /// The socket's own stream. It is kept while the connection is open, since releasing it would
  /// close the TLS stream above it.
  var socket: GIOStream?
  /// The stream to read and write: the socket's, or the TLS stream above it. Releasing it before
  /// the socket is closed would send a TLS closing message, and wait for a server that does not
  /// read.
  var stream: GIOStream?
  private var hasEnded = false
  private var pending: [Operation: Interruption] = [:]
  private var closing: [CheckedContinuation<Void, Never>] = []
  /// Watches the progress of reading.
  var stall: Stall
  let stopwatch: Stopwatch
  let readWatchdog: Watchdog
  /// Watches everything but reading.
  let watchdog: Watchdog
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)

  /// The other end of the connection. It changes with ``startTLS()``.
  public internal(set) var peer = PeerDescription(address: nil, port: nil, tls: nil)

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    NetworkThread.shared.asUnownedSerialExecutor()
  }

  init(
    to endpoint: Endpoint,
    trust: CertificateTrust,
    timeouts: Timeouts,
    clock: any Clock<Duration>,
    network: @escaping @Sendable () -> NetworkState
  ) {
    self.endpoint = endpoint
    self.trust = trust
    self.timeouts = timeouts
    self.network = network
    stall = Stall(timeouts)
    stopwatch = Stopwatch(clock)
    readWatchdog = Watchdog(stopwatch)
    watchdog = Watchdog(stopwatch)
  }

  isolated deinit {
    release()
    buffer.deallocate()
  }

  /// Ends the connection: pending calls fail with ``NetworkError/Kind/closed``. The server is
  /// notified within a second, or not at all.
  public func close() async {
    guard !hasEnded, let stream else { return }
    interrupt()
    if !pending.isEmpty {
      await withCheckedContinuation { closing.append($0) }
    }
    let farewell = Interruption()
    watchdog.watch(farewell, for: .seconds(1))
    let closed = await wait(until: farewell) {
      AsyncCall().begin($0) { cglib_stream_close(stream, farewell.cancellable, $0, $1) }
    }
    _ = try? closed.finish { g_io_stream_close_finish(stream, $0, $1) }
    release()
  }
}

// Shared by reading, writing and opening.
extension Connection {
  enum Operation { case reading, writing, opening }

  var isBusy: Bool { !pending.isEmpty }

  func begin(_ operation: Operation, at step: NetworkError.Step) throws(NetworkError)
    -> Interruption
  {
    guard pending[operation] == nil else { throw error(step, .misused) }
    guard !Task.isCancelled else { throw error(step, .cancelled) }
    let interruption = Interruption()
    pending[operation] = interruption
    return interruption
  }

  func end(_ operation: Operation) {
    pending[operation] = nil
    guard pending.isEmpty, hasEnded else { return }
    if closing.isEmpty { release() }
    for continuation in closing { continuation.resume() }
    closing = []
  }

  /// Ends all waits. The socket stays open until they have ended, since they may poll it.
  func interrupt() {
    hasEnded = true
    for interruption in pending.values { interruption.interrupt(.closed) }
  }

  private func release() {
    readWatchdog.end()
    watchdog.end()
    if let socket { cglib_socket_close(socket) }
    stream = nil
    socket = nil
  }

  /// Waits for an event, or for the wait's interruption, for example when the task is cancelled.
  func wait<Value: Sendable>(
    until interruption: Interruption,
    _ begin: (CheckedContinuation<Value, Never>) -> Void
  ) async -> Value {
    await withTaskCancellationHandler {
      // The isolation is given explicitly, since closures do not inherit it.
      await withCheckedContinuation(isolation: self) { begin($0) }
    } onCancel: {
      interruption.interrupt(.cancelled)
    }
  }

  func openStream(_ step: NetworkError.Step) throws(NetworkError) -> GIOStream {
    guard !hasEnded, let stream else { throw error(step, .closed) }
    return stream
  }

  func error(
    _ step: NetworkError.Step,
    _ kind: NetworkError.Kind,
    reason: String = ""
  ) -> NetworkError {
    NetworkError(host: endpoint.host, port: endpoint.port, step: step, kind: kind, reason: reason)
  }

  func error(_ step: NetworkError.Step, _ error: SystemError) -> NetworkError {
    self.error(step, NetworkError.Kind(error, at: step), reason: error.message)
  }
}
