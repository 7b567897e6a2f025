import CGtk

extension Button: WidgetConvertible {
  public var label: String? {
    get { gtk_button_get_label(self).map { String(cString: $0) } }
    set { gtk_button_set_label(self, newValue) }
  }

  /// The action that a click activates, as `group.name`; its enabled state is the button's.
  public var actionName: String? {
    get { nil }
    set { gtk_actionable_set_action_name(unsafeBitCast(self, to: OpaquePointer.self), newValue) }
  }
}

extension MenuButton: WidgetConvertible {
  public func setIcon(name: String) { gtk_menu_button_set_icon_name(self, name) }

  public func setMenu(_ menu: Menu) {
    gtk_menu_button_set_menu_model(self, menu.asMenuModel)
  }

  /// Opens on F10.
  public func setPrimary() { gtk_menu_button_set_primary(self, 1) }
}
