import CGtk

extension CGtk.Box: WidgetConvertible {
  public func prepend(_ child: some WidgetConvertible) { gtk_box_prepend(self, child.asWidget) }
  public func append(_ child: some WidgetConvertible) { gtk_box_append(self, child.asWidget) }
  public func remove(_ child: some WidgetConvertible) { gtk_box_remove(self, child.asWidget) }
}
