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
    tideline_show_in_folder(parent, path.map { CChar(bitPattern: $0) } + [0])
  }
}

extension WidgetConvertible {
  /// Opens an address, such as `file:///tmp/a.pdf` or `mailto:ann@example.org`, in the desktop's
  /// default program for it; in a sandbox through the portal.
  ///
  /// - Throws: ``NotOpened`` if there is no such program, or it could not be started.
  @MainActor public func openInDefaultProgram(_ address: String) async throws(NotOpened) {
    let isOpened = await withCheckedContinuation { waiting in
      typealias Handler = (Bool) -> Void
      let resume: Handler = { waiting.resume(returning: $0) }
      tideline_open_uri(asWidget, address, target(owning: Closure<Handler>(resume))) {
        context,
        reason in
        let isOpened = reason == nil
        MainActor.assumeIsolated { Closure<Handler>.from(context)(isOpened) }
      }
    }
    if !isOpened { throw NotOpened() }
  }

  /// Opens a file in the desktop's default program for it.
  @MainActor public func openInDefaultProgram(path: String) async throws(NotOpened) {
    guard let uri = g_filename_to_uri(path, nil, nil) else { throw NotOpened() }
    defer { g_free(uri) }
    try await openInDefaultProgram(String(cString: uri))
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

/// Nothing was opened.
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

  /// A button of a notification.
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

  private static func escaped(_ text: String) -> String {
    guard let escaped = g_markup_escape_text(text, -1) else { return "" }
    defer { g_free(escaped) }
    return String(cString: escaped)
  }

  /// Shows a notification, and replaces the one with the same identifier.
  public func send(_ notification: DesktopNotification, id: String) {
    let object = GNotification(title: notification.title)
    if let body = notification.body {
      g_notification_set_body(object, Self.readsMarkup ? Self.escaped(body) : body)
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

/// The portal that starts a sandboxed program at each login.
public enum BackgroundPortal {
  /// Asks the desktop, which may ask the user. The answer may take 5 minutes.
  ///
  /// - Parameters:
  ///   - reason: the reason for starting the program, for the user.
  ///   - command: the command to start, in the sandbox.
  ///   - isWanted: false to stop starting it.
  /// - Throws: ``NotGranted``.
  public static func startAtLogin(
    _ isWanted: Bool,
    reason: String,
    command: [String]
  ) async throws(NotGranted) {
    typealias Handler = (NotGranted?) -> Void
    var words: [UnsafePointer<CChar>?] = command.map { UnsafePointer(strdup($0)) } + [nil]
    defer { for word in words { free(UnsafeMutablePointer(mutating: word)) } }
    let problem: NotGranted? = await withCheckedContinuation { waiting in
      let resume: Handler = { waiting.resume(returning: $0) }
      tideline_request_autostart(reason, &words, isWanted, target(owning: Closure<Handler>(resume)))
      {
        context,
        answer,
        reason in
        let problem = NotGranted(answer, reason)
        MainActor.assumeIsolated { Closure<Handler>.from(context)(problem) }
      }
    }
    if let problem { throw problem }
  }
}

/// The reason why the desktop does not start the program at login.
public nonisolated enum NotGranted: Error {
  /// The user, or the desktop itself, refused.
  case refused
  /// The portal went away, or took longer than 5 minutes.
  case unanswered
  /// The portal could not be called, for a reason in the desktop's own words.
  case failed(reason: String)

  fileprivate init?(_ answer: TidelineAutostartAnswer, _ reason: UnsafePointer<CChar>?) {
    switch answer {
    case TIDELINE_AUTOSTART_GRANTED: return nil
    case TIDELINE_AUTOSTART_UNANSWERED: self = .unanswered
    case TIDELINE_AUTOSTART_FAILED:
      self = .failed(reason: reason.map { String(cString: $0) } ?? "")
    default: self = .refused
    }
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
    guard let type = g_content_type_guess(name, bytes, gsize(bytes.count), nil) else {
      return "application/octet-stream"
    }
    defer { g_free(type) }
    return String(cString: type)
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
