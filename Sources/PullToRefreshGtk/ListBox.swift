import CPullToRefreshGtk

extension ListBox: WidgetConvertible {
  /// Adds a row with an accessible name.
  ///
  /// - Parameters:
  ///   - child: the content of the row.
  ///   - position: the index of the row; nil for the end.
  ///   - name: the name that a screen reader speaks.
  ///   - isSelectable: false for a row that only separates others, such as a heading.
  public func insert(
    _ child: some WidgetConvertible,
    at position: Int? = nil,
    name: String,
    isSelectable: Bool = true
  ) {
    gtk_list_box_insert(self, child.asWidget, Int32(position ?? -1))
    guard let row = child.parent else { return }
    row.setAccessibleLabel(name)
    guard !isSelectable else { return }
    let heading = unsafeBitCast(row.pointer, to: UnsafeMutablePointer<GtkListBoxRow>.self)
    gtk_list_box_row_set_selectable(heading, 0)
    gtk_list_box_row_set_activatable(heading, 0)
    gtk_widget_set_focusable(row, 0)
  }

  /// Removes a row. Headings count as rows; a position without a row is ignored.
  public func remove(at position: Int) {
    guard let row = gtk_list_box_get_row_at_index(self, Int32(position)) else { return }
    gtk_list_box_remove(self, unsafeBitCast(row, to: Widget.self))
  }
}
