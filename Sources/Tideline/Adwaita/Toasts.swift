import CAdwaita
import TidelineGtk

extension ToastOverlay: WidgetConvertible {
  var child: Widget? {
    get { adw_toast_overlay_get_child(self) }
    set { adw_toast_overlay_set_child(self, newValue) }
  }

  /// Shows a toast, and makes a screen reader announce its title.
  ///
  /// libadwaita 1.6 and newer announce a toast's title, unless a widget replaces the title. They
  /// then announce only that a toast appeared, and its button's label. Every toast here has such a
  /// widget, with the role `status`; so no version announces the text twice.
  ///
  /// - Parameters:
  ///   - title: one line, plain text.
  ///   - prepare: sets the toast's button and timeout.
  @discardableResult
  func add(_ title: String, _ prepare: (Toast) -> Void = { _ in }) -> Toast {
    let toast = Toast(markup: "")
    adw_toast_set_custom_title(toast, Self.spoken(title).asWidget)
    prepare(toast)
    tideline_add_toast(self, toast)
    announce(title)
    return toast
  }

  private static func spoken(_ title: String) -> Box {
    let holder = Box(.horizontal, spacing: 0, role: .status)
    let label = Label(nil)
    label.addStyleClass("heading")
    label.wrapAnywhere()
    label.ellipsize()
    label.lines = 2
    label.setLeastWidth(chars: 4)
    label.text = title
    holder.append(label)
    holder.setAccessibleLabel(title)
    return holder
  }
}

extension Toast: ObjectConvertible {
  /// Adds a button that activates an action, and closes the toast.
  func setButton(_ label: String, action: String) {
    adw_toast_set_button_label(self, label)
    adw_toast_set_action_name(self, action)
  }

  /// Sets the seconds after which the toast closes; 0 for a toast that stays until it is dismissed.
  func setTimeout(_ seconds: UInt32) { adw_toast_set_timeout(self, seconds) }

  func dismiss() { adw_toast_dismiss(self) }
}
