import CTidelineShim
import PullToRefreshGtk

extension Button {
  /// Lets its text take several lines, where a language has long words for it and the window is
  /// narrow.
  public func wrapText() { tideline_wrap_button_label(self) }
}
