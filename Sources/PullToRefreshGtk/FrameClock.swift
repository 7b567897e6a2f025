import CPullToRefreshShim

extension FrameClock: ObjectConvertible {
  package enum Phase: String {
    /// Tick callbacks have run.
    case update
    /// Every widget was laid out. A movement in this phase leads to another layout before the frame
    /// is painted.
    case layout
    /// The frame was drawn, and passed to the compositor.
    case paint = "after-paint"
  }

  /// The start of the current frame, or else of the last one, on the clock of ``MainLoop/now``.
  package var time: Duration { .microseconds(gdk_frame_clock_get_frame_time(self)) }

  /// Calls the handler at the end of a phase, in each frame that has this phase.
  package func after(_ phase: Phase, _ handler: @escaping () -> Void) -> SignalConnection {
    typealias Handler = () -> Void
    let id = tideline_signal_connect_after(
      asObject,
      phase.rawValue,
      target(owning: Closure<Handler>(handler))
    ) { context in
      MainActor.assumeIsolated { Closure<Handler>.from(context)() }
    }
    return SignalConnection(self, id)
  }
}

extension WidgetConvertible {
  /// The clock of the window's frames; nil while the widget is not realized.
  package var frameClock: FrameClock? { gtk_widget_get_frame_clock(asWidget) }
}
