import CGLib

/// What this computer's network allows.
public enum NetworkState: Sendable, Hashable {
  case unavailable
  /// A page must be visited before anything else answers. Certificates are not the servers' then, so
  /// no exception may be offered for them.
  case captivePortal
  case available

  /// The state now, and then after each change. Twice the same means another network: a connection
  /// that was made before is dead.
  ///
  /// The newest state is kept for whoever does not wait for it.
  public static func changes() -> AsyncStream<NetworkState> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let listener = NetworkListener(continuation)
      Task { await listener.listen() }
      continuation.onTermination = { _ in Task { await listener.end() } }
    }
  }
}

/// Hears of the network's changes on the network thread.
actor NetworkListener {
  /// The handler of the monitor's signal; `data` is a box with the continuation.
  static let changed: CGLibNetworkChanged = { monitor, _, data in
    let continuation = Unmanaged<Box>.fromOpaque(data).takeUnretainedValue().continuation
    continuation.yield(NetworkState(monitor))
  }

  private let continuation: AsyncStream<NetworkState>.Continuation
  private var handler: gulong?
  private var hasEnded = false

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    NetworkThread.shared.asUnownedSerialExecutor()
  }

  init(_ continuation: AsyncStream<NetworkState>.Continuation) { self.continuation = continuation }

  func listen() {
    guard !hasEnded else { return }
    let release: GClosureNotify = { data, _ in
      data.map { Unmanaged<Box>.fromOpaque($0).release() }
    }
    let box = Unmanaged.passRetained(Box(continuation)).toOpaque()
    handler = cglib_network_connect(Self.changed, box, release)
    continuation.yield(NetworkState(g_network_monitor_get_default()))
  }

  func end() {
    hasEnded = true
    if let handler { cglib_network_disconnect(handler) }
    handler = nil
  }

  private final class Box {
    let continuation: AsyncStream<NetworkState>.Continuation
    init(_ continuation: AsyncStream<NetworkState>.Continuation) {
      self.continuation = continuation
    }
  }
}

extension NetworkState {
  fileprivate init(_ monitor: OpaquePointer?) {
    self =
      if g_network_monitor_get_connectivity(monitor) == G_NETWORK_CONNECTIVITY_PORTAL {
        .captivePortal
      } else {
        g_network_monitor_get_network_available(monitor) == 0 ? .unavailable : .available
      }
  }
}
