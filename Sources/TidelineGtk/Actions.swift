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
    typealias Handler = (String) -> Void
    let action = SimpleAction(nameOfTextAction: name)
    _ = tideline_signal_connect_text_parameter(action, target(owning: Closure<Handler>(activate))) {
      context,
      text in
      let text = String(cString: text)
      MainActor.assumeIsolated { Closure<Handler>.from(context)(text) }
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
    guard hidesDisabled else { return g_menu_append(self, label, action) }
    tideline_menu_append_optional(self, label, action)
  }

  /// Appends an item that opens a submenu.
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
    typealias Handler = (Double, Double) -> Void
    tideline_on_secondary_click(asWidget, target(owning: Closure<Handler>(handler))) {
      context,
      x,
      y in
      MainActor.assumeIsolated { Closure<Handler>.from(context)(x, y) }
    }
  }

  /// Opens a menu at a position within the widget, in application pixels. It closes when an item is
  /// chosen, or on a click elsewhere.
  public func popUp(_ menu: Menu, x: Double, y: Double) {
    tideline_popup_menu(asWidget, menu.asMenuModel, x, y)
  }

  /// The child at a position, in application pixels; nil if there is none.
  public func child(atX x: Double, y: Double) -> Widget? { tideline_child_at(asWidget, x, y) }
}
