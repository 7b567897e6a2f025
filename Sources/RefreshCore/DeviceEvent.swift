/// An event of an input device over the list, or a move of the content.
///
/// Events are observed in the capture phase on the scrolled window's container; only a finger that
/// pulls content which fits is claimed. A position is the content's position *before* the event,
/// since GTK has not handled it yet.
/// Offsets and movements have two axes, along the list and across it: positive is towards the end
/// of each, such as down and to the right.
package enum DeviceEvent: Sendable, Hashable {
  /// A finger came down, or the tip of a stylus.
  case touchBegan(at: ScrollPosition, with: InputContext = .plain)

  /// The finger moved. `across` and `along` are its whole offset since it came down, in px.
  case touchMoved(
    across: Double = 0,
    along: Double,
    at: ScrollPosition,
    with: InputContext = .plain
  )

  /// The finger was lifted.
  case touchEnded

  /// The touch was taken away, by another gesture or by the compositor.
  case touchCancelled

  /// Two fingers moved on a touchpad. `across` and `along` are in GDK's surface units; positive
  /// scrolls towards the end.
  case touchpadScrolled(
    across: Double = 0,
    along: Double,
    at: ScrollPosition,
    with: InputContext = .plain
  )

  /// The fingers left the touchpad: the axis-stop event, where the compositor sends one. Without
  /// it, ``PullMetrics/touchpadQuiet`` ends the gesture.
  case touchpadStopped

  /// A wheel was turned by `notches` along the list, or tilted by `across` notches sideways.
  /// High-resolution wheels send parts of a notch. Positive values scroll towards the end.
  ///
  /// One event counts as one notch at most: on X11, turns made over another window may arrive as a
  /// single large one when the pointer enters this window.
  case wheelScrolled(
    across: Double = 0,
    notches: Double,
    at: ScrollPosition,
    with: InputContext = .plain
  )

  /// GTK's signal `edge-overshot`: the content is 100 px past this edge.
  ///
  /// It raises the distance of a deliberate touch pull at this edge to at least 100 px, if the
  /// finger itself has gone that far: GTK's value may include the rest of an earlier movement. The
  /// signal alone starts nothing. It does not count for a touchpad, whose pull loses nothing to a
  /// slop, nor for a wheel, which still needs its notches.
  case overshot(AxisEdge)

  /// The content moved, or its length or the viewport's changed, for any reason, code included.
  ///
  /// The tracker learns from these how long the content has rested at an edge. The first event
  /// counts as an arrival at that moment.
  case scrolled(to: ScrollPosition)
}

extension DeviceEvent {
  /// Whether the user moves the content or takes hold of it. The end of a gesture does not count.
  package var isMovement: Bool { context != nil }

  var position: ScrollPosition? {
    switch self {
    case .touchBegan(let position, _), .touchMoved(_, _, let position, _),
      .touchpadScrolled(_, _, let position, _), .wheelScrolled(_, _, let position, _),
      .scrolled(let position):
      position
    case .touchEnded, .touchCancelled, .touchpadStopped, .overshot:
      nil
    }
  }

  /// The circumstances of a movement; nil for other events.
  var context: InputContext? {
    switch self {
    case .touchBegan(_, let context), .touchMoved(_, _, _, let context),
      .touchpadScrolled(_, _, _, let context), .wheelScrolled(_, _, _, let context):
      context
    case .touchEnded, .touchCancelled, .touchpadStopped, .overshot, .scrolled:
      nil
    }
  }
}
