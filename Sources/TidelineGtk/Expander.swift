import CPullToRefreshGtk
import PullToRefreshGtk

extension Expander: WidgetConvertible {
  /// Sets the widget that is shown while the expander is open.
  public func setChild(_ child: some WidgetConvertible) {
    gtk_expander_set_child(self, child.asWidget)
  }

  public var isExpanded: Bool {
    get { gtk_expander_get_expanded(self) != 0 }
    set { gtk_expander_set_expanded(self, newValue ? 1 : 0) }
  }
}
