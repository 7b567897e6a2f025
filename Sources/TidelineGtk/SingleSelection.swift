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
}
