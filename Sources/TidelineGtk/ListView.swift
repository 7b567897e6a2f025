import CPullToRefreshGtk
import PullToRefreshGtk

extension ListView {
  /// Whether there are lines between the rows.
  public var showSeparators: Bool {
    get { gtk_list_view_get_show_separators(self) != 0 }
    set { gtk_list_view_set_show_separators(self, newValue ? 1 : 0) }
  }

  /// Makes Tab and Shift+Tab leave the list after the focused row, instead of going to the next row.
  public func leaveByTab() {
    leaveByTab { list, way in
      let row = list.children.first { $0.containsFocus }
      return row.map { gtk_widget_child_focus($0, way) != 0 } ?? false
    }
  }
}
