import CPullToRefreshGtk
import PullToRefreshGtk

extension ListBox {
  /// The index of the selected row, which counts headings, too; nil for none.
  public var selectedIndex: Int? {
    get {
      guard let row = gtk_list_box_get_selected_row(self) else { return nil }
      return Int(gtk_list_box_row_get_index(row))
    }
    set {
      let row = newValue.flatMap { gtk_list_box_get_row_at_index(self, Int32($0)) }
      gtk_list_box_select_row(self, row)
    }
  }

  /// Whether rows can be selected.
  public var isSelectable: Bool {
    get { gtk_list_box_get_selection_mode(self) != GTK_SELECTION_NONE }
    set {
      gtk_list_box_set_selection_mode(self, newValue ? GTK_SELECTION_SINGLE : GTK_SELECTION_NONE)
    }
  }

  /// Calls `handler` after each change of the selection.
  public func onSelection(_ handler: @escaping () -> Void) {
    connect("selected-rows-changed", handler)
  }
}
