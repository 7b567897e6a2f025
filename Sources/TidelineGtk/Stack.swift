import CPullToRefreshGtk
import PullToRefreshGtk

extension Stack: WidgetConvertible {
  public func add(_ child: some WidgetConvertible, named name: String) {
    gtk_stack_add_named(self, child.asWidget, name)
  }

  /// Whether the stack takes the width of its widest child, and not only of the visible one.
  public var hhomogeneous: Bool {
    get { gtk_stack_get_hhomogeneous(self) != 0 }
    set { gtk_stack_set_hhomogeneous(self, newValue ? 1 : 0) }
  }

  public var visibleChildName: String? {
    get { gtk_stack_get_visible_child_name(self).map { String(cString: $0) } }
    set { gtk_stack_set_visible_child_name(self, newValue) }
  }
}
