import CPullToRefreshShim

/// Draws another paintable turned about its center. That paintable keeps its proportions, and is as
/// large as the given space allows, but never enlarged.
///
/// In an `Image`, a symbolic icon keeps the text's color.
package final class TurningPaintable {
  package let asPaintable: Paintable = tideline_turning_paintable_new()

  package init() {}

  /// The paintable to turn; nil for nothing.
  package var child: Paintable? {
    didSet { tideline_turning_paintable_set_child(asPaintable, child) }
  }

  /// The angle in degrees, clockwise. NaN and infinity count as 0.
  package var angle = 0.0 {
    didSet { tideline_turning_paintable_set_angle(asPaintable, angle) }
  }

  /// Whether an `Image` draws only the child's shape, in the text's color. Symbolic icons have
  /// that color anyway.
  package var isTinted = false {
    didSet { tideline_turning_paintable_set_tinted(asPaintable, isTinted) }
  }
}
