import CPullToRefreshGtk
import PullToRefreshGtk

extension ScrolledWindow {
  /// Sets when the scroll bars are shown.
  public func setPolicy(horizontal: PolicyType, vertical: PolicyType) {
    gtk_scrolled_window_set_policy(self, horizontal, vertical)
  }

  /// Gives the keyboard's focus to the content. If no widget in it takes the focus by itself, the
  /// scrolled window gets it, and the keys scroll it.
  public func takeFocusInside() {
    child?.grabFocus()
    if !containsFocus { takeFocus() }
  }
}
