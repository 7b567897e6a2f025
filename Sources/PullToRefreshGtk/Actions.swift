import CPullToRefreshShim

extension SimpleAction: ObjectConvertible {
  /// Creates an action that calls a closure.
  ///
  /// - Parameters:
  ///   - name: the name without the group's prefix.
  ///   - activate: called on the main thread, whenever the action is activated while enabled.
  public static func named(_ name: String, activate: @escaping () -> Void) -> SimpleAction {
    let action = SimpleAction(name: name)
    action.connect("activate", activate)
    return action
  }

  /// Whether the action can be activated.
  public var isEnabled: Bool {
    get { g_action_get_enabled(asAction) != 0 }
    set { g_simple_action_set_enabled(self, newValue ? 1 : 0) }
  }

  /// Performs the action, if it is enabled.
  public func activate() {
    g_action_activate(asAction, nil)
  }
}

extension ActionMap: ObjectConvertible {
  /// Adds an action, and replaces one with the same name.
  public func add(_ action: SimpleAction) { g_action_map_add_action(self, action.asAction) }

  /// Removes every action, and releases its handler, even if other code keeps the map alive.
  public func removeAll() {
    // Casts the map to a group, since all maps of GLib and GTK are groups as well.
    let group = unsafeBitCast(self, to: ActionGroup.self)
    for name in [String](taking: g_action_group_list_actions(group)) {
      g_action_map_remove_action(self, name)
    }
  }
}

extension SimpleActionGroup: ObjectConvertible {
  /// Adds an action, and replaces one with the same name.
  public func add(_ action: SimpleAction) { asActionMap.add(action) }
}

extension ShortcutController: EventControllerConvertible {
  /// Keys that work for any focus in the window.
  public static func windowWide() -> ShortcutController {
    let controller = ShortcutController()
    gtk_shortcut_controller_set_scope(controller, GTK_SHORTCUT_SCOPE_MANAGED)
    return controller
  }

  /// Keys that work while the focus is on the widget or inside it. They come before the window's
  /// keys.
  public static func whereFocused() -> ShortcutController {
    let controller = ShortcutController()
    gtk_shortcut_controller_set_scope(controller, GTK_SHORTCUT_SCOPE_LOCAL)
    return controller
  }

  /// Binds a key, such as `F5` or `<Control>r`, to an action that the widget can reach.
  public func bind(_ trigger: String, toAction action: String) {
    bind(trigger, to: gtk_named_action_new(action))
  }

  private func bind(_ trigger: String, to action: OpaquePointer?) {
    let trigger = gtk_shortcut_trigger_parse_string(trigger)
    gtk_shortcut_controller_add_shortcut(self, gtk_shortcut_new(trigger, action))
  }

  /// Binds a key to a function.
  ///
  /// - Parameter press: called for each press and each repeat of a held key. It returns whether it
  ///   handled the key; if not, GTK tries other shortcuts.
  package func bind(_ trigger: String, press: @escaping () -> Bool) {
    typealias Press = () -> Bool
    let action = gtk_callback_action_new(
      { _, _, context in
        MainActor.assumeIsolated {
          context.map { Closure<Press>.from($0)() } == true ? 1 : 0
        }
      },
      Unmanaged.passRetained(Closure<Press>(press)).toOpaque(),
      releaseContext
    )
    bind(trigger, to: action)
  }
}

extension EventControllerKey: EventControllerConvertible {
  /// Calls the handler when the user presses a key that moves the focus or scrolls: an arrow, Home,
  /// End, Page Up, Page Down or Tab. The key stays unhandled.
  package func onNavigationKey(_ handler: @escaping () -> Void) {
    connect("key-pressed") {
      switch Int32($0.unsigned(1)) {
      case GDK_KEY_Home...GDK_KEY_End, GDK_KEY_KP_Home...GDK_KEY_KP_End,
        GDK_KEY_Tab, GDK_KEY_KP_Tab, GDK_KEY_ISO_Left_Tab:
        handler()
      default: break
      }
      return false
    }
  }
}
