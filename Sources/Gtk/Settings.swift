import CGtkShim

extension Settings: ObjectConvertible {
  /// Whether the user wants things to move (`gtk-enable-animations`). True without a display.
  public static var animationsEnabled: Bool {
    guard let settings = gtk_settings_get_default() else { return true }
    return tideline_object_get_bool(settings.asObject, "gtk-enable-animations")
  }

  /// Calls when ``animationsEnabled`` changes. Nil without a display.
  public static func onAnimationsChange(_ handler: @escaping () -> Void) -> SignalConnection? {
    gtk_settings_get_default()?.connect("notify::gtk-enable-animations", handler)
  }
}
