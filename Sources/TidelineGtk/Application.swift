import CPullToRefreshGtk
import CPullToRefreshShim
import CTidelineShim
import Glibc
import PullToRefreshGtk

extension Application {
  /// The window that was used last; nil if there is none.
  public var activeWindow: Window? { gtk_application_get_active_window(self) }

  /// Calls `handler` with the path of each file that this or a later start of the program opens.
  public func onOpen(_ handler: @escaping (_ path: String) -> Void) {
    connect("open") {
      let files = UnsafePointer<OpaquePointer>($0.pointer(1))
      for file in UnsafeBufferPointer(start: files, count: $0.int(2)) {
        handler(localPath(of: file) ?? String(taking: g_file_get_uri(file)) ?? "")
      }
      return false
    }
  }

  /// Whether an application with the same id runs already. ``run(_:)`` then passes its work to that
  /// one.
  public var runsElsewhere: Bool {
    guard let id = g_application_get_application_id(asGApplication) else { return false }
    return tideline_bus_name_has_owner(id)
  }

  /// Activates an action of the application that runs already, or else of this one, which starts up
  /// for it. Call ``run(_:)`` afterwards.
  public func activate(_ action: String) {
    guard g_application_register(asGApplication, nil, nil) != 0 else { return }
    g_action_group_activate_action(asActionGroup, action, nil)
  }

  /// Calls `handler` once for each signal that ends a program: the session ends, the terminal is
  /// closed, or the user interrupts. A second signal of the same kind ends the process at once.
  ///
  /// A signal that is ignored from the start, as under `nohup`, stays ignored.
  public func onEndingSignal(_ handler: @escaping () -> Void) {
    for number in [SIGTERM, SIGHUP, SIGINT] where !tideline_is_signal_ignored(number) {
      typealias Handler = () -> Void
      let ended: Handler = {
        // The main loop may be busy, and GLib restores the default action only when the source is
        // freed.
        signal(number, SIG_DFL)
        handler()
      }
      let source = g_unix_signal_source_new(number)
      g_source_set_callback(
        source,
        { context in
          MainActor.assumeIsolated { context.map { Closure<Handler>.from($0)() } }
          return 0
        },
        Unmanaged.passRetained(Closure<Handler>(ended)).toOpaque(),
        releaseContext
      )
      g_source_attach(source, nil)
      connect("shutdown") {
        g_source_destroy(source)
        g_source_unref(source)
      }
    }
  }

  /// Ends the main loop, even if there are windows and holds.
  public func end() { g_application_quit(asGApplication) }

  /// Keeps the application running without a window, until ``release()``.
  public func hold() { g_application_hold(asGApplication) }

  /// Undoes ``hold()``.
  public func release() { g_application_release(asGApplication) }
}

extension Settings {
  /// Shows this program dark or not, whatever the desktop's own choice.
  public static func preferDark(_ isDark: Bool) {
    set("gtk-application-prefer-dark-theme", isDark)
  }

  /// Shows this program in a theme: `Default`, or `HighContrast`, which is part of GTK.
  public static func useTheme(_ name: String) {
    guard let settings = gtk_settings_get_default() else { return }
    var value = GValue()
    g_value_init(&value, g_type_from_name("gchararray"))
    g_value_set_string(&value, name)
    g_object_set_property(settings.asObject, "gtk-theme-name", &value)
    g_value_unset(&value)
  }

  /// Whether Tab into a label with selectable text selects the whole text
  /// (`gtk-label-select-on-focus`).
  public static func selectLabelsOnFocus(_ selects: Bool) {
    set("gtk-label-select-on-focus", selects)
  }
}

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

  /// Whether GTK's own settings schemas are installed. Without these, its file and color choosers
  /// end the program.
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

/// The folders where icons are found by their names.
public enum IconTheme {
  /// Adds a folder with the layout of `share/icons`, for the default display.
  public static func search(in folder: String) {
    guard let display = gdk_display_get_default() else { return }
    let theme = gtk_icon_theme_get_for_display(display)
    // Skips a known folder, which would be read twice.
    let known = [String](taking: gtk_icon_theme_get_search_path(theme))
    if !known.contains(folder) { gtk_icon_theme_add_search_path(theme, folder) }
  }
}
