import CPullToRefreshGtk
import PullToRefreshGtk

extension Paned: WidgetConvertible {
  /// Puts two widgets side by side, with a handle between them. Neither becomes smaller than its
  /// minimum.
  public func set(start: some WidgetConvertible, end: some WidgetConvertible) {
    gtk_paned_set_start_child(self, start.asWidget)
    gtk_paned_set_shrink_start_child(self, 0)
    gtk_paned_set_end_child(self, end.asWidget)
    gtk_paned_set_shrink_end_child(self, 0)
  }

  /// The position of the handle, in application pixels from the start.
  public var position: Int {
    get { Int(gtk_paned_get_position(self)) }
    set { gtk_paned_set_position(self, Int32(newValue)) }
  }
}
