import CPullToRefreshShim

extension Settings: ObjectConvertible {
  /// Whether the desktop's animations are on (`gtk-enable-animations`). True without a display.
  public static var animationsEnabled: Bool {
    get {
      guard let settings = gtk_settings_get_default() else { return true }
      return tideline_object_get_bool(settings.asObject, "gtk-enable-animations")
    }
    set { set("gtk-enable-animations", newValue) }
  }

  /// Sets a property for this program alone.
  package static func set(_ property: String, _ value: Bool) {
    guard let settings = gtk_settings_get_default() else { return }
    tideline_object_set_bool(settings.asObject, property, value)
  }

  /// Calls the handler when ``animationsEnabled`` changes. Nil without a display.
  package static func onAnimationsChange(_ handler: @escaping () -> Void) -> SignalConnection? {
    gtk_settings_get_default()?.connect("notify::gtk-enable-animations", handler)
  }
}
