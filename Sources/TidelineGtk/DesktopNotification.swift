import CPullToRefreshGtk
import PullToRefreshGtk

/// A notification of the desktop, shown whichever window is in front: a face of `GNotification`.
///
/// The desktop names the program by its desktop file, which must be installed. When the
/// notification is clicked the action is activated, also if the program has ended meanwhile: D-Bus
/// starts it.
public struct DesktopNotification: Equatable {
  /// One line. The desktop reads no markup in it.
  public let title: String
  /// Some lines below it, without markup either; nil for none.
  public let body: String?
  /// An action of the application that takes a text, such as `app.open`.
  public var action: String
  /// What the action is given.
  public var target: String

  public init(title: String, body: String? = nil, action: String, target: String) {
    self.title = ShownText.line(title, limit: 200)
    self.body = body.map { body in
      body.split(separator: "\n").map { ShownText.line(String($0), limit: 200) }
        .joined(separator: "\n")
    }
    self.action = action
    self.target = target
  }
}

extension Application {
  /// Shows a notification, in place of the one with the same identifier.
  public func send(_ notification: DesktopNotification, id: String) {
    let object = GNotification(title: notification.title)
    if let body = notification.body { g_notification_set_body(object, body) }
    g_notification_set_default_action_and_target_value(
      object,
      notification.action,
      g_variant_new_string(notification.target)
    )
    g_application_send_notification(asGApplication, id, object)
  }

  /// Takes a notification away, if it is still there.
  public func withdrawNotification(id: String) {
    g_application_withdraw_notification(asGApplication, id)
  }
}
