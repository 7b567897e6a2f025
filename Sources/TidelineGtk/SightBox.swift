import CTidelineShim
import PullToRefreshGtk

extension Box {
  /// A vertical box that paints only the children in the visible part of its scrolled window. Use
  /// it for children that together are far higher than a window.
  public static func inSight(spacing: Int, role: AccessibleRole = .group) -> Box {
    tideline_sight_box_new(Int32(spacing), role)
  }
}
