import CGtkShim

extension Settings: ObjectConvertible {
  /// Whether the user wants things to move (`gtk-enable-animations`). True without a display.
  public static var animationsEnabled: Bool {
    guard let settings = gtk_settings_get_default() else { return true }
    return tideline_object_get_bool(settings.asObject, "gtk-enable-animations")
  }
}
