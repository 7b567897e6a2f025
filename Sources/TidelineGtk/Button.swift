import CPullToRefreshGtk
import CTidelineShim
import PullToRefreshGtk

extension Button {
  /// Sets an icon to show instead of a label.
  public func setIcon(name: String) { gtk_button_set_icon_name(self, name) }

  /// Lets its text take several lines, where a language has long words for it and the window is
  /// narrow.
  public func wrapText() { tideline_wrap_button_label(self) }
}
