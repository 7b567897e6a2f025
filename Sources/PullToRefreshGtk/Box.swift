import CPullToRefreshGtk

extension CPullToRefreshGtk.Box: WidgetConvertible {
  /// Adds a widget before the others.
  public func prepend(_ child: some WidgetConvertible) { gtk_box_prepend(self, child.asWidget) }
  /// Adds a widget after the others.
  public func append(_ child: some WidgetConvertible) { gtk_box_append(self, child.asWidget) }
  /// Removes a widget, which must be in the box.
  public func remove(_ child: some WidgetConvertible) { gtk_box_remove(self, child.asWidget) }

  /// Moves a child after another one, or to the start of the box (nil). A widget that is not in the
  /// box yet is added.
  public func place(_ child: some WidgetConvertible, after sibling: Widget?) {
    if child.parent?.pointer == pointer {
      gtk_box_reorder_child_after(self, child.asWidget, sibling)
    } else {
      gtk_box_insert_child_after(self, child.asWidget, sibling)
    }
  }
}
