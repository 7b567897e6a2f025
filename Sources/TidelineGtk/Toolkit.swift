import CPullToRefreshGtk
import PullToRefreshGtk

/// The parts of the system that GTK needs. If one of them is missing, GTK ends the program, or
/// draws nothing and logs critical messages without end, so a program checks them first.
public enum Toolkit {
  /// The running version, such as `4.8.3`; not the version that the program was compiled with.
  public static var version: String {
    "\(gtk_get_major_version()).\(gtk_get_minor_version()).\(gtk_get_micro_version())"
  }

  /// Whether the running version is at least this one, with the same major version.
  public static func isAtLeast(_ major: UInt32, _ minor: UInt32) -> Bool {
    gtk_check_version(major, minor, 0) == nil
  }

  /// Whether GTK's own settings schemas are installed. Without these, its file and color choosers end
  /// the program.
  public static var hasSchemas: Bool {
    let id = "org.gtk.gtk4.Settings.FileChooser"
    guard let source = g_settings_schema_source_get_default(),
      let schema = g_settings_schema_source_lookup(source, id, 1)
    else { return false }
    g_settings_schema_unref(schema)
    return true
  }

  /// Opens the display that GTK chooses by `GDK_BACKEND`, `WAYLAND_DISPLAY` and `DISPLAY`, as a GTK
  /// application would do later.
  ///
  /// - Parameter program: the name for the window manager, unless it is set already.
  /// - Returns: false if no display answers.
  public static func openDisplay(as program: String) -> Bool {
    if g_get_prgname() == nil { g_set_prgname(program) }
    return MainLoop.openDisplay()
  }

  /// Whether there is a font to draw text with. Check it when a display is open.
  public static var hasFonts: Bool {
    guard let fonts = pango_cairo_font_map_get_default(),
      let context = pango_font_map_create_context(fonts)
    else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(context)) }
    let description = pango_font_description_new()
    defer { pango_font_description_free(description) }
    pango_font_description_set_family(description, "Sans")
    guard let font = pango_context_load_font(context, description) else { return false }
    g_object_unref(font)
    return true
  }
}
