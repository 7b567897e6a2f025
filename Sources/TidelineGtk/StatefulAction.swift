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
