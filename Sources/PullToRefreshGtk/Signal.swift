import CPullToRefreshShim

/// Connections from GLib signals to Swift closures.
///
/// Each connection owns one box that holds the closure. Only GLib's destroy notify releases the
/// box, when the handler is disconnected or the emitting object dies. All of this happens on the
/// main thread.
package enum Signal {
  #if DEBUG
    /// The number of boxes alive in the whole process. A test that made widgets and released them
    /// asserts that the number is the same as before.
    package static var liveBoxes: Int { Int(tideline_signal_live_boxes()) }
  #endif
}

/// A connected handler. It keeps neither the object nor the handler alive.
public struct SignalConnection {
  private let life: ObjectLife
  private let id: UInt

  /// - Parameter id: the result of `g_signal_connect` or a similar function.
  package init(_ object: some ObjectConvertible, _ id: UInt) {
    life = ObjectLife.of(object)
    self.id = id
  }

  /// Ends the connection, and releases its closure. Does nothing if it has already ended: all
  /// connections of an object end when it is destroyed or gone.
  public func disconnect() {
    guard let pointer = life.pointer else { return }
    let object = UnsafeMutableRawPointer(pointer)
    guard g_signal_handler_is_connected(object, id) != 0 else { return }
    g_signal_handler_disconnect(object, id)
  }
}

/// The closure behind the context pointer of a C trampoline.
package final class Closure<Handler> {
  let handler: Handler

  package init(_ handler: Handler) {
    self.handler = handler
  }

  package static func from(_ context: UnsafeMutableRawPointer) -> Handler {
    Unmanaged<Closure<Handler>>.fromOpaque(context).takeUnretainedValue().handler
  }
}

/// A target that is retained here, and released exactly once by C.
package func target(owning object: AnyObject) -> TidelineSignalTarget {
  TidelineSignalTarget(context: Unmanaged.passRetained(object).toOpaque()) {
    Unmanaged<AnyObject>.fromOpaque($0).release()
  }
}

extension ObjectConvertible {
  /// Connects a signal that returns nothing. Its arguments, if it has any, are ignored.
  @discardableResult
  public func connect(_ signal: String, _ handler: @escaping () -> Void) -> SignalConnection {
    typealias Handler = () -> Void
    let id = tideline_signal_connect_plain(
      asObject,
      signal,
      target(owning: Closure<Handler>(handler))
    ) { context in
      MainActor.assumeIsolated { Closure<Handler>.from(context)() }
    }
    return SignalConnection(self, id)
  }
}
