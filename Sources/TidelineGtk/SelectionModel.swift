import CPullToRefreshGtk
import PullToRefreshGtk

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
