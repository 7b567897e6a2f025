import CTidelineGLib

/// A stream of bytes to a server and back, over TCP and TLS or to a child process.
///
/// It lives on the network thread; its calls suspend and never block. One task may read while
/// another one writes. Every call ends when its task is cancelled, and in the time of ``Timeouts``.
/// A read that ends so loses nothing: the next one goes on. A write that ends so has sent a part,
/// so that the connection is closed; so it is after a failed ``startTLS()``. A connection that is
/// no longer referred to is closed, without a farewell.
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
  /// How long to wait for the next bytes.
  public enum Patience: Sendable {
    /// An answer is due: ``Timeouts`` apply.
    case limited
    /// Whenever the server has something to tell.
    case unlimited
  }

  /// Who to call and how. A command has no endpoint.
  let endpoint: Endpoint?
  /// The server or command, as errors name it.
  let name: String
  let trust: CertificateTrust
  let timeouts: Timeouts
  let network: @Sendable () -> NetworkState

  /// The socket's own stream. It is held as long as the connection is open: without it, TLS above
  /// it would be closed, too.
  var socket: GIOStream?
  /// What is read and written: the socket's stream, or TLS above it. It must not go before the
  /// socket is closed: TLS would say goodbye, and wait for a server that does not read.
  var stream: GIOStream?
  private var hasEnded = false
  var child: GSubprocess?
  /// What waits now.
  private var pending: [Operation: Interruption] = [:]
  private var closing: [CheckedContinuation<Void, Never>] = []
  /// Of what is read.
  var stall: Stall
  let stopwatch: Stopwatch
  let readWatchdog: Watchdog
  /// Of all but reading.
  let watchdog: Watchdog
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)

  /// Who is at the other end. It changes with ``startTLS()``.
  public internal(set) var peer = PeerDescription(address: nil, port: nil, tls: nil)

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    NetworkThread.shared.asUnownedSerialExecutor()
  }

  init(
    to endpoint: Endpoint?,
    name: String,
    trust: CertificateTrust,
    timeouts: Timeouts,
    clock: any Clock<Duration>,
    network: @escaping @Sendable () -> NetworkState = { .available }
  ) {
    self.endpoint = endpoint
    self.name = name
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

  /// Ends the connection: what waits for it fails with ``NetworkError/Kind/closed``. The server
  /// hears of it within a second, or not at all.
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
    if let child {
      let ended = await wait(until: farewell) {
        AsyncCall().begin($0) { cglib_child_wait(child, farewell.cancellable, $0, $1) }
      }
      _ = try? ended.finish { g_subprocess_wait_finish(child, $0, $1) }
    }
    release()
  }
}

// What reading, writing and opening have in common.
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

  /// Ends whatever waits. The socket stays until that has ended, since it may be polled.
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
    if let child { cglib_child_end(child) }
    child = nil
  }

  /// Waits for what ends by itself, or by its interruption, as when the task is cancelled.
  func wait<Value: Sendable>(
    until interruption: Interruption,
    _ begin: (CheckedContinuation<Value, Never>) -> Void
  ) async -> Value {
    await withTaskCancellationHandler {
      // It is named, since it is not passed on to a closure.
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
    NetworkError(host: name, port: endpoint?.port, step: step, kind: kind, reason: reason)
  }

  func error(_ step: NetworkError.Step, _ error: SystemError) -> NetworkError {
    self.error(step, NetworkError.Kind(error, at: step), reason: error.message)
  }
}
