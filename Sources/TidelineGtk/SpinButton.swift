import CPullToRefreshGtk
import PullToRefreshGtk

extension SpinButton: WidgetConvertible {
  /// A whole number within the range; a value outside is moved to the nearest end.
  public var number: Int {
    get { Int(gtk_spin_button_get_value_as_int(self)) }
    set { gtk_spin_button_set_value(self, Double(newValue)) }
  }

  /// Calls after each change of the number, by the user or by code.
  public func onChange(_ handler: @escaping () -> Void) { connect("value-changed", handler) }
}
