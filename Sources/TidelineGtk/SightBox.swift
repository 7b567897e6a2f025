import CTidelineShim
import PullToRefreshGtk

extension Box {
  /// An upright box that paints only the children in sight of the scrolled window around it. Use it
  /// for children that together are far higher than a window.
  public static func inSight(spacing: Int, role: AccessibleRole = .group) -> Box {
    tideline_sight_box_new(Int32(spacing), role)
  }
}
