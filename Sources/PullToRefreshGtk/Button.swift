import CPullToRefreshGtk

extension Button: WidgetConvertible {
  /// The text of the button; nil if it has a child or an icon instead.
  public var label: String? {
    get { gtk_button_get_label(self).map { String(cString: $0) } }
    set { gtk_button_set_label(self, newValue) }
  }

  /// Makes a click activate an action, named with its group, such as `win.refresh`; nil for no
  /// action. The button is enabled while the action is.
  public func setAction(_ name: String?) {
    gtk_actionable_set_action_name(asActionable, name)
  }

  /// Whether a click gives the button the keyboard's focus. Tab always does.
  package var focusOnClick: Bool {
    get { gtk_widget_get_focus_on_click(asWidget) != 0 }
    set { gtk_widget_set_focus_on_click(asWidget, newValue ? 1 : 0) }
  }

  /// Sets a widget to show instead of a label.
  public func setChild(_ child: some WidgetConvertible) {
    gtk_button_set_child(self, child.asWidget)
  }
}
