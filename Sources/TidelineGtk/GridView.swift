import CPullToRefreshGtk
import PullToRefreshGtk

extension GridView {
  /// The largest number of columns in a wide view.
  public var maxColumns: Int {
    get { Int(gtk_grid_view_get_max_columns(self)) }
    set { gtk_grid_view_set_max_columns(self, UInt32(newValue)) }
  }
}
