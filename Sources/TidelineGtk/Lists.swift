import CPullToRefreshGtk
import PullToRefreshGtk

extension ListView {
  /// Whether there are lines between the rows.
  public var showSeparators: Bool {
    get { gtk_list_view_get_show_separators(self) != 0 }
    set { gtk_list_view_set_show_separators(self, newValue ? 1 : 0) }
  }

  /// Makes Tab and Shift+Tab leave the list after the focused row, instead of going to the next
  /// row.
  public func leaveByTab() {
    leaveByTab { list, way in
      let row = list.children.first { $0.containsFocus }
      return row.map { gtk_widget_child_focus($0, way) != 0 } ?? false
    }
  }
}

extension GridView {
  /// The largest number of columns in a wide view.
  public var maxColumns: Int {
    get { Int(gtk_grid_view_get_max_columns(self)) }
    set { gtk_grid_view_set_max_columns(self, UInt32(newValue)) }
  }
}

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

  public func onSelection(_ handler: @escaping () -> Void) {
    connect("selected-rows-changed", handler)
  }
}

extension SelectionModel: ObjectConvertible {
  /// The position of the selected row, in a model that was made with `single`; nil for none.
  public var selectedPosition: Int? {
    get {
      let position = gtk_single_selection_get_selected(pointer)
      return position == GTK_INVALID_LIST_POSITION ? nil : Int(position)
    }
    set {
      gtk_single_selection_set_selected(
        pointer,
        newValue.map { UInt32($0) } ?? GTK_INVALID_LIST_POSITION
      )
    }
  }

  /// The ascending positions of the selected rows, in a model that was made with `several`.
  public var selectedPositions: [Int] {
    get {
      let set = gtk_selection_model_get_selection(self)
      defer { gtk_bitset_unref(set) }
      return (0..<gtk_bitset_get_size(set)).map { Int(gtk_bitset_get_nth(set, UInt32($0))) }
    }
    set {
      let set = gtk_bitset_new_empty()
      defer { gtk_bitset_unref(set) }
      for position in newValue { gtk_bitset_add(set, UInt32(position)) }
      let all = gtk_bitset_new_range(0, .max)
      defer { gtk_bitset_unref(all) }
      gtk_selection_model_set_selection(self, set, all)
    }
  }

  /// Selects all rows, in a model that was made with `several`.
  public func selectAll() { gtk_selection_model_select_all(self) }
}
