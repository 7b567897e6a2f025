import CPullToRefreshGtk
import PullToRefreshGtk

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
  /// Shows a notification, and replaces the one with the same identifier.
  public func send(_ notification: DesktopNotification, id: String) {
    let object = GNotification(title: notification.title)
    if let body = notification.body { g_notification_set_body(object, body) }
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
