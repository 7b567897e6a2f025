import CPullToRefreshGtk
import PullToRefreshGtk

/// The folders where icons are found by their names.
public enum IconTheme {
  /// Adds a folder with the layout of `share/icons`, for the default display.
  public static func search(in folder: String) {
    guard let display = gdk_display_get_default() else { return }
    let theme = gtk_icon_theme_get_for_display(display)
    // Skips a known folder, which would be read twice.
    guard let known = gtk_icon_theme_get_search_path(theme) else { return }
    defer { g_strfreev(known) }
    var next = known
    while let path = next.pointee {
      if String(cString: path) == folder { return }
      next += 1
    }
    gtk_icon_theme_add_search_path(theme, folder)
  }
}
