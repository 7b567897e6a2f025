import CPullToRefreshGtk
import CPullToRefreshShim
import CTidelineShim
import PullToRefreshGtk

extension SimpleAction {
  /// An action with a text parameter: in `app.open::/tmp/mail`, the text after the colons.
  ///
  /// - Parameters: as for ``named(_:activate:)``.
  public static func named(
    _ name: String,
    activateWithText activate: @escaping (_ text: String) -> Void
  ) -> SimpleAction {
    let action = SimpleAction(nameOfTextAction: name)
    action.connect("activate") {
      activate(String(cString: g_variant_get_string($0.pointer(1), nil)))
      return false
    }
    return action
  }

  /// An action that is on or off, as a check mark in a menu or a toggle button shows.
  ///
  /// - Parameters:
  ///   - name: the name without the group's prefix.
  ///   - onChange: called after each change, by the user or by code.
  public static func toggle(
    _ name: String,
    onChange: @escaping (_ isOn: Bool) -> Void
  ) -> SimpleAction {
    let action = SimpleAction(toggle: name, isOn: 0)
    let observed = Unowned(action)
    action.connect("notify::state") { onChange(observed.object.isOn) }
    return action
  }

  /// Whether a ``toggle(_:onChange:)`` is on; false for any other action.
  public var isOn: Bool {
    get {
      guard let state = g_action_get_state(asAction) else { return false }
      defer { g_variant_unref(state) }
      return g_variant_get_boolean(state) != 0
    }
    set {
      if newValue != isOn {
        g_simple_action_set_state(self, g_variant_new_boolean(newValue ? 1 : 0))
      }
    }
  }
}

extension Menu: ObjectConvertible {
  /// - Parameter hidesDisabled: whether the item is left out while its action is disabled.
  public func append(_ label: String, action: String, hidesDisabled: Bool = false) {
    let item = g_menu_item_new(label, action)
    defer { g_object_unref(item.map { UnsafeMutableRawPointer($0) }) }
    if hidesDisabled {
      g_menu_item_set_attribute_value(item, "hidden-when", g_variant_new_string("action-disabled"))
    }
    g_menu_append_item(self, item)
  }

  public func append(_ label: String, submenu: Menu) {
    g_menu_append_submenu(self, label, submenu.asMenuModel)
  }

  /// Appends a group of items, separated from the others by a line.
  public func append(section: Menu) { g_menu_append_section(self, nil, section.asMenuModel) }
}

extension WidgetConvertible {
  /// Calls `handler` when the secondary button is pressed on the widget, or on a widget inside it.
  ///
  /// A long press does not count: in a list that is pulled, a finger may rest before it moves.
  ///
  /// - Parameter handler: receives the position, in application pixels within the widget.
  public func onSecondaryClick(_ handler: @escaping (_ x: Double, _ y: Double) -> Void) {
    let click = GestureClick()
    gtk_gesture_single_set_button(click.asGestureSingle, guint(GDK_BUTTON_SECONDARY))
    // Before the children get the event.
    click.propagationPhase = .capture
    click.connect("pressed") {
      $0.object(0, GestureClick.self).claim()
      handler($0.double(2), $0.double(3))
      return false
    }
    asWidget.add(click)
  }

  /// Opens a menu at a position within the widget, in application pixels. It closes when an item is
  /// chosen, or on a click elsewhere.
  public func popUp(_ menu: Menu, x: Double, y: Double) {
    tideline_popup_menu(asWidget, menu.asMenuModel, x, y)
  }

  /// The child at a position, in application pixels; nil if there is none.
  public func child(atX x: Double, y: Double) -> Widget? { tideline_child_at(asWidget, x, y) }
}
