/// What the input devices do over the list, and what the content does.
///
/// All of it is observed, never claimed, in the capture phase on the scrolled window's container.
/// A position is where the content stood *before* the event, since GTK has not handled it yet.
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

  /// The fingers left the touchpad: an axis-stop, where the compositor sends one. Where it does
  /// not, ``PullMetrics/touchpadQuiet`` ends the gesture.
  case touchpadStopped

  /// A wheel turned. `notches` are along the list, `across` those of a wheel that also tilts.
  /// High-resolution wheels send parts of a notch; positive scrolls towards the end.
  ///
  /// One event counts for one notch at most, since X11 may report the turns made elsewhere as a
  /// single big one when the pointer enters the window.
  case wheelScrolled(
    across: Double = 0,
    notches: Double,
    at: ScrollPosition,
    with: InputContext = .plain
  )

  /// GTK's signal `edge-overshot`: the content is 100 px past this edge.
  ///
  /// It lifts the distance of a deliberate touch pull that is under way at this edge to at least
  /// 100 px, provided that the finger itself has gone as far: GTK's value may begin with what an
  /// earlier movement left. Alone it starts nothing; a touchpad's pull has no slop to make good,
  /// and a wheel still needs its notches.
  case overshot(AxisEdge)

  /// The content moved, its length changed, or the viewport's: for whatever reason, also code.
  ///
  /// From these the tracker knows since when the content has rested at an edge. The first one
  /// counts as having just arrived.
  case scrolled(to: ScrollPosition)
}

extension DeviceEvent {
  /// Whether the user moves the content, or takes hold of it. The end of a gesture does not.
  package var isMovement: Bool {
    switch self {
    case .touchBegan, .touchMoved, .touchpadScrolled, .wheelScrolled: true
    case .touchEnded, .touchCancelled, .touchpadStopped, .overshot, .scrolled: false
    }
  }

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

  var context: InputContext {
    switch self {
    case .touchBegan(_, let context), .touchMoved(_, _, _, let context),
      .touchpadScrolled(_, _, _, let context), .wheelScrolled(_, _, _, let context):
      context
    case .touchEnded, .touchCancelled, .touchpadStopped, .overshot, .scrolled:
      .plain
    }
  }

  /// Whether the content itself has moved.
  var isScroll: Bool {
    if case .scrolled = self { true } else { false }
  }
}
