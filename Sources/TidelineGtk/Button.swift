import CPullToRefreshGtk
import CTidelineShim
import PullToRefreshGtk

extension Button {
  /// Sets an icon to show instead of a label.
  public func setIcon(name: String) { gtk_button_set_icon_name(self, name) }

  /// Lets the button's text wrap, for languages with long words in a narrow window.
  public func wrapText() { tideline_wrap_button_label(self) }
}
