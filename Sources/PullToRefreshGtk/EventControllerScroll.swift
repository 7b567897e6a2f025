import CPullToRefreshShim

extension EventControllerScroll: EventControllerConvertible {
  /// A controller for all scrolling of every device, in the device's own units.
  package static func bothAxes() -> EventControllerScroll {
    EventControllerScroll(flags: GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)
  }

  /// The kind of device behind the event that is being handled.
  package enum Device {
    /// Moves by notches.
    case wheel
    /// Moves by pixels, and may report that the finger is lifted.
    case touchpad
  }

  /// The device of the event that is being handled; valid only within a handler.
  package var currentDevice: Device {
    gtk_event_controller_scroll_get_unit(self) == .wheel ? .wheel : .touchpad
  }

  /// Connects `scroll`, with the dx and dy of each movement. A handler that returns true keeps the
  /// event from all other widgets.
  @discardableResult
  package func onScroll(_ handler: @escaping (Double, Double) -> Bool) -> SignalConnection {
    typealias Handler = (Double, Double) -> Bool
    let id = tideline_signal_connect_scroll(
      asObject,
      "scroll",
      target(owning: Closure<Handler>(handler))
    ) { context, dx, dy in
      MainActor.assumeIsolated { Closure<Handler>.from(context)(dx, dy) }
    }
    return SignalConnection(self, id)
  }
}
