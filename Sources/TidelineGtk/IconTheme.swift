import CPullToRefreshGtk
import PullToRefreshGtk

/// Where icons are found by their names.
public enum IconTheme {
  /// Also looks in a folder that is laid out as `share/icons`, for the default display.
  public static func search(in folder: String) {
    guard let display = gdk_display_get_default() else { return }
    let theme = gtk_icon_theme_get_for_display(display)
    // A folder that is named twice is read twice.
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
