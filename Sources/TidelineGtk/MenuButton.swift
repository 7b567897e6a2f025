import CPullToRefreshGtk
import PullToRefreshGtk

extension ToggleButton: WidgetConvertible {
  /// Makes a click toggle an action that is on or off, as `group.name`. The button shows the
  /// action's state.
  public func setAction(_ name: String?) {
    asButton.setAction(name)
  }

  public func setIcon(name: String) { asButton.setIcon(name: name) }

  public var isActive: Bool {
    get { gtk_toggle_button_get_active(self) != 0 }
    set { gtk_toggle_button_set_active(self, newValue ? 1 : 0) }
  }

  /// Makes the button one of a group, of which one is active at a time.
  public func join(_ other: ToggleButton) { gtk_toggle_button_set_group(self, other) }
}

extension MenuButton: WidgetConvertible {
  public func setIcon(name: String) { gtk_menu_button_set_icon_name(self, name) }

  public func setMenu(_ menu: Menu) {
    gtk_menu_button_set_menu_model(self, menu.asMenuModel)
  }

  /// Opens the menu.
  public func popUp() { gtk_menu_button_popup(self) }

  /// Makes F10 open the menu.
  public func setPrimary() { gtk_menu_button_set_primary(self, 1) }
}
