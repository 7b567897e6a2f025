import CPullToRefreshGtk

extension GridView: WidgetConvertible {
  /// The largest number of columns in a wide view.
  public var maxColumns: Int {
    get { Int(gtk_grid_view_get_max_columns(self)) }
    set { gtk_grid_view_set_max_columns(self, UInt32(newValue)) }
  }
}

extension ColumnViewColumn: ObjectConvertible {}

extension ColumnView: WidgetConvertible {
  /// Adds a column after the others.
  public func append(_ column: ColumnViewColumn) { gtk_column_view_append_column(self, column) }
}
