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

  /// Shows this program dark or not, whatever the desktop's own choice.
  package static func preferDark(_ isDark: Bool) {
    set("gtk-application-prefer-dark-theme", isDark)
  }

  /// Shows this program in a theme: `Default`, or `HighContrast`, which is part of GTK.
  package static func useTheme(_ name: String) {
    guard let settings = gtk_settings_get_default() else { return }
    tideline_object_set_string(settings.asObject, "gtk-theme-name", name)
  }

  /// Whether Tab into a label with selectable text selects the whole text
  /// (`gtk-label-select-on-focus`).
  package static func selectLabelsOnFocus(_ selects: Bool) {
    set("gtk-label-select-on-focus", selects)
  }

  private static func set(_ property: String, _ value: Bool) {
    guard let settings = gtk_settings_get_default() else { return }
    tideline_object_set_bool(settings.asObject, property, value)
  }

  /// Calls when ``animationsEnabled`` changes. Nil without a display.
  package static func onAnimationsChange(_ handler: @escaping () -> Void) -> SignalConnection? {
    gtk_settings_get_default()?.connect("notify::gtk-enable-animations", handler)
  }
}
