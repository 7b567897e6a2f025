import CPullToRefreshShim
import PullToRefreshGtk

extension Settings {
  /// Shows this program dark or not, whatever the desktop's own choice.
  public static func preferDark(_ isDark: Bool) {
    set("gtk-application-prefer-dark-theme", isDark)
  }

  /// Shows this program in a theme: `Default`, or `HighContrast`, which is part of GTK.
  public static func useTheme(_ name: String) {
    guard let settings = gtk_settings_get_default() else { return }
    tideline_object_set_string(settings.asObject, "gtk-theme-name", name)
  }

  /// Whether Tab into a label with selectable text selects the whole text
  /// (`gtk-label-select-on-focus`).
  public static func selectLabelsOnFocus(_ selects: Bool) {
    set("gtk-label-select-on-focus", selects)
  }
}
