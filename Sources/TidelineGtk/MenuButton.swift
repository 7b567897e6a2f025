import CPullToRefreshGtk
import PullToRefreshGtk

extension ToggleButton: WidgetConvertible {
  /// Makes a click toggle an action that is on or off, as `group.name`. The button shows the
  /// action's state.
  public func setAction(_ name: String?) {
    asButton.setAction(name)
  }

  /// Makes a click activate an action with a text. The button is on while the action's state is
  /// this text.
  public func setAction(_ name: String, choice: String) {
    gtk_actionable_set_detailed_action_name(asButton.asActionable, "\(name)::\(choice)")
  }

  public func setIcon(name: String) { asButton.setIcon(name: name) }
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
