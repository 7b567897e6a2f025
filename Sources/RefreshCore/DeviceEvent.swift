/// An event of an input device over the list, or a move of the content.
///
/// Events are observed in the capture phase on the scrolled window's container. A touch is claimed
/// only if it pulls content that fits the viewport. The position in an input event is the content's
/// position *before* the event, because GTK has not handled the event yet.
///
/// Offsets and movements have two components, along the list and across it: positive is towards the
/// end, such as down or to the right.
package enum DeviceEvent: Sendable, Hashable {
  /// A finger or the tip of a stylus touched the screen.
  case touchBegan(at: ScrollPosition, with: InputContext = .plain)

  /// The finger moved. `across` and `along` are its whole offset since the touch began, in px.
  case touchMoved(
    across: Double = 0,
    along: Double,
    at: ScrollPosition,
    with: InputContext = .plain
  )

  case touchEnded

  /// The touch was cancelled, by another gesture or by the compositor.
  case touchCancelled

  /// Two fingers moved on a touchpad. `across` and `along` are in GDK's surface units; positive
  /// scrolls towards the end.
  case touchpadScrolled(
    across: Double = 0,
    along: Double,
    at: ScrollPosition,
    with: InputContext = .plain
  )

  /// The fingers left the touchpad: the compositor sent an axis-stop event. Without such an event,
  /// the gesture ends after a pause of ``PullMetrics/touchpadQuiet``.
  case touchpadStopped

  /// A wheel was turned or tilted, by `notches` along the list and by `across` notches across it.
  /// High-resolution wheels send parts of a notch. Positive values scroll towards the end.
  ///
  /// One event counts as one notch at most: on X11, turns made over another window may arrive as a
  /// single large turn when the pointer enters this window.
  case wheelScrolled(
    across: Double = 0,
    notches: Double,
    at: ScrollPosition,
    with: InputContext = .plain
  )

  /// GTK's signal `edge-overshot`: the content is 100 px past this edge.
  ///
  /// Raises a deliberate touch pull to 100 px, as GTK's distance includes the
  /// ``PullMetrics/startSlop``. The finger itself must have moved 100 px past the edge: GTK may
  /// count earlier movement, too.
  case overshot(AxisEdge)

  /// The content was scrolled, or the content or the viewport changed its length, for any reason.
  ///
  /// A ``PullTracker`` derives from these events how long the content has rested at an edge. If the
  /// very first event is of this kind, the content counts as having just arrived at the edge.
  case scrolled(to: ScrollPosition)
}

extension DeviceEvent {
  /// Whether an input device touches or moves the content; false for all other events.
  package var isMovement: Bool { context != nil }

  var position: ScrollPosition? {
    if case .scrolled(let position) = self { position } else { movement?.position }
  }

  /// The circumstances of a movement; nil for other events.
  var context: InputContext? { movement?.context }

  private var movement: (position: ScrollPosition, context: InputContext)? {
    switch self {
    case .touchBegan(let position, let context), .touchMoved(_, _, let position, let context),
      .touchpadScrolled(_, _, let position, let context),
      .wheelScrolled(_, _, let position, let context):
      (position, context)
    case .touchEnded, .touchCancelled, .touchpadStopped, .overshot, .scrolled: nil
    }
  }
}

/// The circumstances that decide whether a movement pulls: a held key, and the scrollers inside the
/// list.
package struct InputContext: Sendable, Hashable {
  /// Whether a modifier key is held, for example to zoom. A movement with a held key never pulls.
  package var isKeyHeld: Bool

  /// A movement towards these edges belongs to a widget inside the list. Examples are a slider, a
  /// scroller that is not at the edge, and a list with its own pull past the edge.
  package var taken: AxisEdges

  /// No key is held, and nothing inside the list takes the movement.
  package static let plain = InputContext()

  package init(isKeyHeld: Bool = false, taken: AxisEdges = []) {
    (self.isKeyHeld, self.taken) = (isKeyHeld, taken)
  }

  /// The edges past which the movement does not pull.
  var refused: AxisEdges { isKeyHeld ? .both : taken }
}

/// The device that the user pulls with. Each has its own rule for a deliberate pull.
package enum PullDevice: Sendable, Hashable, CaseIterable {
  /// A finger on the screen, or a stylus. Fires when it is lifted.
  case touch
  /// Two fingers on a touchpad. Fires when they are lifted or stay still for
  /// ``PullMetrics/touchpadQuiet``.
  case touchpad
  /// A mouse wheel. Fires after ``PullMetrics/wheelNotches`` notches and
  /// ``PullMetrics/wheelDwell``, if ``PullMetrics/wheelEnabled``.
  case wheel
}
