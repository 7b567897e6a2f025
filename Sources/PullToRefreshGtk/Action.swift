import CPullToRefreshShim

extension SimpleAction: ObjectConvertible {
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
    guard let names = g_action_group_list_actions(unsafeBitCast(self, to: ActionGroup.self)) else {
      return
    }
    defer { g_strfreev(names) }
    var next = names
    while let name = next.pointee {
      g_action_map_remove_action(self, name)
      next += 1
    }
  }
}

extension SimpleActionGroup: ObjectConvertible {
  /// Adds an action, and replaces one with the same name.
  public func add(_ action: SimpleAction) { asActionMap.add(action) }
}
