import CTidelineGLib

public enum NetworkState: Sendable, Hashable {
  case unavailable
  /// The network demands a visit to its own page first. Certificates are then not those of the
  /// servers, so no exception may be offered for them.
  case captivePortal
  case available

  /// The current state. The first call may wait a moment for the system's network service.
  public static var current: NetworkState { NetworkState(g_network_monitor_get_default()) }

  /// The current state, and then the state after each change and each sleep of the computer. The
  /// same state twice means that earlier connections are dead.
  ///
  /// Only the newest state is buffered. Sleeps are noticed if systemd's logind is on the system
  /// bus.
  public static func changes() -> AsyncStream<NetworkState> {
    changes(systemBus: String(taking: g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SYSTEM, nil, nil)))
  }

  /// - Parameter systemBus: the bus's address; nil for none.
  static func changes(systemBus: String?) -> AsyncStream<NetworkState> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let listener = NetworkListener(continuation)
      Task { await listener.listen(systemBus) }
      continuation.onTermination = { _ in Task { await listener.end() } }
    }
  }
}

/// Listens for changes of the network, and for sleeps of the computer, on the network thread.
actor NetworkListener {
  private typealias Continuation = AsyncStream<NetworkState>.Continuation

  /// The handler of the monitor's signal; `data` is a box with the continuation.
  static let changed: CGLibNetworkChanged = { monitor, _, data in
    Box<Continuation>.value(at: data).yield(NetworkState(monitor))
  }

  private let continuation: Continuation
  private var handler: gulong?
  private var sleeps: SleepSignal?
  private var hasEnded = false

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    NetworkThread.shared.asUnownedSerialExecutor()
  }

  init(_ continuation: AsyncStream<NetworkState>.Continuation) { self.continuation = continuation }

  func listen(_ systemBus: String?) async {
    guard !hasEnded else { return }
    let release: GClosureNotify = { data, _ in
      data.map { Unmanaged<Box<Continuation>>.fromOpaque($0).release() }
    }
    let box = Unmanaged.passRetained(Box(continuation)).toOpaque()
    handler = cglib_network_connect(Self.changed, box, release)
    continuation.yield(.current)
    if let systemBus, let bus = await SleepSignal.connect(to: systemBus), !hasEnded {
      sleeps = SleepSignal(on: bus) { [continuation] in continuation.yield(.current) }
    }
  }

  func end() {
    hasEnded = true
    if let handler { cglib_network_disconnect(handler) }
    (handler, sleeps) = (nil, nil)
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
