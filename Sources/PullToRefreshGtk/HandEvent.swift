import CPullToRefreshShim

/// An event of the user's hand over a widget.
package enum HandEvent: Sendable {
  /// A finger came down, or moved.
  case touched
  /// A finger or a touchpad's fingers were lifted.
  case lifted
  /// A wheel or a touchpad scrolled.
  case scrolled
}

extension WidgetConvertible {
  /// Calls the handler before the widget and its children get an event of the hand. GTK's gestures
  /// on the widget cannot end this observation, unlike that by another gesture.
  package func onHandEvent(_ handler: @escaping (HandEvent) -> Void) {
    typealias Handler = (HandEvent) -> Void
    tideline_observe_hand(asWidget, target(owning: Closure<Handler>(handler))) { context, event in
      MainActor.assumeIsolated {
        switch event {
        case TIDELINE_HAND_TOUCHED: Closure<Handler>.from(context)(.touched)
        case TIDELINE_HAND_LIFTED: Closure<Handler>.from(context)(.lifted)
        default: Closure<Handler>.from(context)(.scrolled)
        }
      }
    }
  }
}
