import CPullToRefreshGtk

extension Button: WidgetConvertible {
  /// Its text; nil where it shows something else.
  public var label: String? {
    get { gtk_button_get_label(self).map { String(cString: $0) } }
    set { gtk_button_set_label(self, newValue) }
  }

  /// Makes a click activate an action, as `group.name`; its enabled state becomes the button's.
  public func setAction(_ name: String?) {
    gtk_actionable_set_action_name(asActionable, name)
  }

  /// Whether a click gives the button the keyboard's focus; Tab does so in any case.
  package var focusOnClick: Bool {
    get { gtk_widget_get_focus_on_click(asWidget) != 0 }
    set { gtk_widget_set_focus_on_click(asWidget, newValue ? 1 : 0) }
  }

  /// What the button shows instead of a label.
  public func setChild(_ child: some WidgetConvertible) {
    gtk_button_set_child(self, child.asWidget)
  }

  /// What the button shows instead of a label.
  public func setIcon(name: String) { gtk_button_set_icon_name(self, name) }
}
