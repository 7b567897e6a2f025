/// What the devices say.
///
/// All of it is observed, never claimed, in the capture phase on the scrolled window's container.
/// A position is where the content stood *before* the event, since GTK has not handled it yet.
public enum DeviceEvent: Sendable, Hashable {
  /// A finger came down.
  case touchBegan(at: ScrollPosition)

  /// The finger moved. `dy` is its whole offset since it came down, in px; down is positive.
  case touchMoved(dy: Double, at: ScrollPosition)

  /// The finger was lifted.
  case touchEnded

  /// The touch was taken away, by another gesture or by the compositor.
  case touchCancelled

  /// Two fingers moved on a touchpad. `dy` is in GDK's surface units; positive scrolls down.
  case touchpadScrolled(dy: Double, at: ScrollPosition)

  /// The fingers left the touchpad: an axis-stop, where the compositor sends one. Where it does
  /// not, ``PullMetrics/touchpadQuiet`` ends the gesture.
  case touchpadStopped

  /// A wheel turned. High-resolution wheels send parts of a notch; positive scrolls down.
  ///
  /// One event counts for one notch at most, since X11 may report the turns made elsewhere as a
  /// single big one when the pointer enters the window.
  case wheelScrolled(notches: Double, at: ScrollPosition)

  /// GTK's own witness, `edge-overshot`: the content is 100 px past this edge.
  ///
  /// It lifts the distance of a deliberate touch or touchpad pull that is under way at this
  /// edge to at least 100 px. Alone it starts nothing, and a wheel still needs its notches.
  case overshot(PullEdge)

  /// The content moved, its height changed, or the viewport's: for whatever reason, also code.
  ///
  /// From these the tracker knows since when the content has rested at an edge. The first one
  /// counts as having just arrived.
  case scrolled(to: ScrollPosition)
}

extension DeviceEvent {
  var position: ScrollPosition? {
    switch self {
    case .touchBegan(let position), .touchMoved(_, let position),
      .touchpadScrolled(_, let position), .wheelScrolled(_, let position),
      .scrolled(let position):
      position
    case .touchEnded, .touchCancelled, .touchpadStopped, .overshot:
      nil
    }
  }

  /// Whether the content itself has moved.
  var isScroll: Bool {
    if case .scrolled = self { true } else { false }
  }
}
