import CGtk

extension Button: WidgetConvertible {
  public var label: String? {
    get { gtk_button_get_label(self).map { String(cString: $0) } }
    set { gtk_button_set_label(self, newValue) }
  }

  /// Makes a click activate an action, as `group.name`; its enabled state becomes the button's.
  public func setAction(_ name: String?) {
    gtk_actionable_set_action_name(asActionable, name)
  }

  /// Whether a click gives the button the keyboard's focus; Tab does so in any case.
  public var focusOnClick: Bool {
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

extension ToggleButton: WidgetConvertible {
  /// Makes a click activate an action that is on or off, as `group.name`; the button follows it.
  public func setAction(_ name: String?) {
    asButton.setAction(name)
  }

  public func setIcon(name: String) { asButton.setIcon(name: name) }
}

extension MenuButton: WidgetConvertible {
  public func setIcon(name: String) { gtk_menu_button_set_icon_name(self, name) }

  public func setMenu(_ menu: Menu) {
    gtk_menu_button_set_menu_model(self, menu.asMenuModel)
  }

  /// Opens on F10.
  public func setPrimary() { gtk_menu_button_set_primary(self, 1) }
}
