import CPullToRefreshShim

extension ShortcutController: EventControllerConvertible {
  /// Keys that work wherever the focus is in the window.
  public static func windowWide() -> ShortcutController {
    let controller = ShortcutController()
    gtk_shortcut_controller_set_scope(controller, GTK_SHORTCUT_SCOPE_MANAGED)
    return controller
  }

  /// Keys that work while the focus is on the widget or inside it; before the window's.
  public static func whereFocused() -> ShortcutController {
    let controller = ShortcutController()
    gtk_shortcut_controller_set_scope(controller, GTK_SHORTCUT_SCOPE_LOCAL)
    return controller
  }

  /// Binds a key, such as `F5` or `<Control>r`, to an action that the widget can reach.
  public func bind(_ trigger: String, toAction action: String) {
    gtk_shortcut_controller_add_shortcut(
      self,
      gtk_shortcut_new(gtk_shortcut_trigger_parse_string(trigger), gtk_named_action_new(action))
    )
  }
}
