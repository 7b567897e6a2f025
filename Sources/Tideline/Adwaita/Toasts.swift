import CAdwaita
import TidelineGtk

extension ToastOverlay: WidgetConvertible {
  var child: Widget? {
    get { adw_toast_overlay_get_child(self) }
    set { adw_toast_overlay_set_child(self, newValue) }
  }

  /// Shows a toast, and lets a screen reader speak its title.
  ///
  /// libadwaita 1.6 and newer announce toasts themselves, but of one with a title widget only that
  /// it has come and what its button says. So the title widget has the role `status` on every
  /// version, and its text is announced here, once.
  ///
  /// - Parameters:
  ///   - title: one line, plain text.
  ///   - prepare: gives the toast its button and its time.
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
    label.ellipsize()
    label.text = title
    holder.append(label)
    holder.setAccessibleLabel(title)
    return holder
  }
}

extension Toast: ObjectConvertible {
  /// A button that activates an action, and takes the toast away.
  func setButton(_ label: String, action: String) {
    adw_toast_set_button_label(self, label)
    adw_toast_set_action_name(self, action)
  }

  /// In seconds; 0 for a toast that stays until it is dismissed.
  func setTimeout(_ seconds: UInt32) { adw_toast_set_timeout(self, seconds) }

  /// Shows it at once; a toast that is shown already waits.
  func setHighPriority() { adw_toast_set_priority(self, ADW_TOAST_PRIORITY_HIGH) }

  func dismiss() { adw_toast_dismiss(self) }
}
