import CPullToRefreshGtk
import PullToRefreshGtk

extension Switch: WidgetConvertible {
  public var isActive: Bool {
    get { gtk_switch_get_active(self) != 0 }
    set { gtk_switch_set_active(self, newValue ? 1 : 0) }
  }

  /// Calls `handler` after each change, by the user or by code.
  public func onChange(_ handler: @escaping () -> Void) { connect("notify::active", handler) }
}
