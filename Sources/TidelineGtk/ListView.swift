import CPullToRefreshGtk
import PullToRefreshGtk

extension ListView {
  /// Whether there are lines between the rows.
  public var showSeparators: Bool {
    get { gtk_list_view_get_show_separators(self) != 0 }
    set { gtk_list_view_set_show_separators(self, newValue ? 1 : 0) }
  }
}
