import CPullToRefreshShim

extension Overlay: WidgetConvertible {
  package var child: Widget? {
    get { gtk_overlay_get_child(self) }
    set { gtk_overlay_set_child(self, newValue) }
  }

  package func add(overlay child: some WidgetConvertible) {
    gtk_overlay_add_overlay(self, child.asWidget)
  }

  package func remove(overlay child: some WidgetConvertible) {
    gtk_overlay_remove_overlay(self, child.asWidget)
  }
}
