import CPullToRefreshGtk
import CPullToRefreshShim
import CTidelineGLib
import CTidelineShim
import PullToRefreshGtk

/// A program's requests to the desktop.
public enum Desktop {
  /// Whether a program opens addresses of a scheme, such as `mailto`.
  public static func opens(scheme: String) -> Bool {
    guard let program = g_app_info_get_default_for_uri_scheme(scheme) else { return false }
    g_object_unref(UnsafeMutableRawPointer(program))
    return true
  }

  /// Shows a file in the file manager, selected in its folder; if no file manager can, opens the
  /// folder.
  ///
  /// - Parameters:
  ///   - path: the path of the file as bytes, which need not be UTF-8.
  ///   - parent: the parent window of the desktop's dialogs.
  public static func showInFolder(_ path: [UInt8], over parent: Window) {
    let file = g_file_new_for_path(path.map { CChar(bitPattern: $0) } + [0])
    defer { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
    let folder = g_file_get_parent(file)
    defer { if let folder { g_object_unref(UnsafeMutableRawPointer(folder)) } }
    guard let uri = String(taking: g_file_get_uri(file)),
      let place = String(taking: g_file_get_uri(folder ?? file))
    else { return }
    let openFolder = { gtk_show_uri(parent, place, guint32(GDK_CURRENT_TIME)) }
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return openFolder() }
    defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
    var files = [g_variant_new_string(uri)]
    let arguments = [g_variant_new_array(nil, &files, 1), g_variant_new_string("")]
    // The interface that file managers offer.
    let name = "org.freedesktop.FileManager1"
    callOnBus(bus, name, "/org/freedesktop/FileManager1", name, "ShowItems", arguments) { failure in
      if failure != nil { openFolder() }
    }
  }
}

/// Calls a method on the session bus.
///
/// - Parameter done: called at the end, with the reason of a failure.
func callOnBus(
  _ bus: OpaquePointer,
  _ service: String,
  _ path: String,
  _ interface: String,
  _ method: String,
  _ arguments: [OpaquePointer?] = [],
  done: @escaping (_ failure: String?) -> Void = { _ in }
) {
  typealias Handler = (String?) -> Void
  var arguments = arguments
  g_dbus_connection_call(
    bus,
    service,
    path,
    interface,
    method,
    g_variant_new_tuple(&arguments, gsize(arguments.count)),
    nil,
    G_DBUS_CALL_FLAGS_NONE,
    -1,
    nil,
    { bus, result, context in
      var error: UnsafeMutablePointer<GError>?
      let bus = unsafeBitCast(bus, to: OpaquePointer?.self)
      if let reply = g_dbus_connection_call_finish(bus, result, &error) { g_variant_unref(reply) }
      let failure = error.map { String(cString: $0.pointee.message) }
      g_clear_error(&error)
      MainActor.assumeIsolated { Closure<Handler>.take(context)(failure) }
    },
    Closure<Handler>.once(done)
  )
}

extension WidgetConvertible {
  /// Opens an address, such as `file:///tmp/a.pdf` or `mailto:ann@example.org`, in the desktop's
  /// default program for it; in a sandbox through the portal.
  ///
  /// - Throws: ``NotOpened`` if there is no such program, or it could not be started.
  @MainActor public func openInDefaultProgram(_ address: String) async throws(NotOpened) {
    let launch = gdk_display_get_app_launch_context(gtk_widget_get_display(asWidget))
    defer { g_object_unref(launch.map { UnsafeMutableRawPointer($0) }) }
    let isOpened = await withCheckedContinuation { waiting in
      typealias Handler = (Bool) -> Void
      g_app_info_launch_default_for_uri_async(
        address,
        launch.map { unsafeBitCast($0, to: UnsafeMutablePointer<GAppLaunchContext>.self) },
        nil,
        { _, result, context in
          let isOpened = g_app_info_launch_default_for_uri_finish(result, nil) != 0
          MainActor.assumeIsolated { Closure<Handler>.take(context)(isOpened) }
        },
        Closure<Handler>.once { waiting.resume(returning: $0) }
      )
    }
    if !isOpened { throw NotOpened() }
  }

  @MainActor public func openInDefaultProgram(path: String) async throws(NotOpened) {
    guard let uri = String(taking: g_filename_to_uri(path, nil, nil)) else { throw NotOpened() }
    try await openInDefaultProgram(uri)
  }

  /// Sets the primary selection to a text, which the middle button then inserts.
  public func setPrimarySelection(_ text: String) {
    gdk_clipboard_set_text(gtk_widget_get_primary_clipboard(asWidget), text)
  }

  /// Copies a text to the clipboard.
  public func copy(_ text: String) {
    gdk_clipboard_set_text(gtk_widget_get_clipboard(asWidget), text)
  }
}

public struct NotOpened: Error {}

/// A notification of the desktop, shown in front of any window. Wraps `GNotification`.
///
/// The desktop takes the program's name from its desktop file, which must be installed. A click on
/// the notification activates the action, even if the program has ended meanwhile: D-Bus then
/// starts it.
public struct DesktopNotification: Equatable {
  /// One line of plain text; the desktop reads no markup in it.
  public let title: String
  /// Several lines below the title, also plain text; nil for none.
  public let body: String?
  /// An action of the application with a text parameter, such as `app.open`.
  public var action: String
  /// The parameter of the action, and of the buttons' actions.
  public var target: String
  /// The buttons, in order. A desktop shows at most three.
  public var buttons: [Button]

  public struct Button: Equatable {
    public let label: String
    /// An action of the application with a text parameter.
    public let action: String

    public init(_ label: String, action: String) { (self.label, self.action) = (label, action) }
  }

  public init(
    title: String,
    body: String? = nil,
    action: String,
    target: String,
    buttons: [Button] = []
  ) {
    self.title = ShownText.line(title, limit: 200)
    self.body = body.map { body in
      body.split(separator: "\n").map { ShownText.line(String($0), limit: 200) }
        .joined(separator: "\n")
    }
    self.action = action
    self.target = target
    self.buttons = buttons
  }
}

extension Application {
  /// Whether notifications go to a server that reads markup in the text below the title (Desktop
  /// Notifications Specification 1.2, “Markup”): not those of GNOME and of the portal.
  private static var readsMarkup: Bool {
    access("/.flatpak-info", F_OK) != 0 && !tideline_bus_name_has_owner("org.gtk.Notifications")
  }

  /// Shows a notification, and replaces the one with the same identifier.
  public func send(_ notification: DesktopNotification, id: String) {
    let object = GNotification(title: notification.title)
    if let body = notification.body {
      g_notification_set_body(object, Self.readsMarkup ? Markup.escaped(body) : body)
    }
    g_notification_set_default_action_and_target_value(
      object,
      notification.action,
      g_variant_new_string(notification.target)
    )
    for button in notification.buttons {
      g_notification_add_button_with_target_value(
        object,
        button.label,
        button.action,
        g_variant_new_string(notification.target)
      )
    }
    g_application_send_notification(asGApplication, id, object)
  }

  /// Removes a notification, if it is still shown.
  public func withdrawNotification(id: String) {
    g_application_withdraw_notification(asGApplication, id)
  }
}

/// The type of a file's content, as the desktop's database names it.
package nonisolated enum ContentType {
  /// Guesses the type of a file by its name and its first bytes.
  ///
  /// - Parameters:
  ///   - name: the file's name; nil to use only the content.
  ///   - content: the file's first bytes; 4 kB are enough for any type.
  package static func guess(name: String?, _ content: some Collection<UInt8>) -> String {
    let bytes = Array(content.prefix(4_096))
    let type = g_content_type_guess(name, bytes, gsize(bytes.count), nil)
    return String(taking: type) ?? "application/octet-stream"
  }

  /// Whether a type is the same as another, or a kind of it.
  package static func isKind(_ type: String, of other: String) -> Bool {
    g_content_type_is_a(type, other) != 0
  }
}

nonisolated extension UserDirectories {
  /// The folder for the user's choices: `$XDG_CONFIG_HOME`.
  package static var config: String { String(cString: g_get_user_config_dir()) }

  /// Whether the program runs in a Flatpak, which has other folders for some purposes.
  package static var areOfSandbox: Bool { g_getenv("FLATPAK_ID") != nil }

  /// The folder for files that are removed at logout: `$XDG_RUNTIME_DIR`. In a sandbox, the part of
  /// it that programs outside also see.
  package static var runtime: String {
    let folder = String(cString: g_get_user_runtime_dir())
    guard let sandbox = g_getenv("FLATPAK_ID") else { return folder }
    return folder + "/app/" + String(cString: sandbox)
  }

  /// The folder for the user's data in a program: `$XDG_DATA_HOME`.
  package static var data: String { String(cString: g_get_user_data_dir()) }
}
