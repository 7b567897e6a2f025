import CPullToRefreshGtk

extension GridView: WidgetConvertible {}

extension ColumnViewColumn: ObjectConvertible {}

extension ColumnView: WidgetConvertible {
  /// Adds a column after the others.
  public func append(_ column: ColumnViewColumn) { gtk_column_view_append_column(self, column) }
}
