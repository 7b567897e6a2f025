import CAdwaita
import Gtk

extension ToastOverlay: WidgetConvertible {
  var child: Widget? {
    get { adw_toast_overlay_get_child(self) }
    set { adw_toast_overlay_set_child(self, newValue) }
  }

  func add(_ toast: Toast) { tideline_add_toast(self, toast) }
}

extension Toast: ObjectConvertible {
  /// - Parameter title: one line, plain text.
  convenience init(_ title: String) { self.init(markup: Markup(ShownText.line(title)).source) }

  /// A widget in the title's place.
  func setTitle(_ widget: some WidgetConvertible) {
    adw_toast_set_custom_title(self, widget.asWidget)
  }

  /// A button that activates an action, and takes the toast away.
  func setButton(_ label: String, action: String) {
    adw_toast_set_button_label(self, label)
    adw_toast_set_action_name(self, action)
  }

  /// In seconds; 0 for a toast that stays until somebody takes it away.
  func setTimeout(_ seconds: UInt32) { adw_toast_set_timeout(self, seconds) }

  /// It is shown at once; one that stands there waits.
  func goesFirst() { adw_toast_set_priority(self, ADW_TOAST_PRIORITY_HIGH) }

  func dismiss() { adw_toast_dismiss(self) }
}

extension MessageDialog: WidgetConvertible {
  /// - Parameter body: a sentence or two, plain text.
  convenience init(over parent: Window, heading: String, body: String) {
    self.init(over: parent, heading: heading, shownBody: ShownText.line(body))
  }

  /// What stands below the sentences.
  func setContent(_ content: some WidgetConvertible) {
    adw_message_dialog_set_extra_child(self, content.asWidget)
  }

  /// Its only button, which Enter and Esc press too.
  func addClose(_ label: String) {
    adw_message_dialog_add_response(self, "close", label)
    adw_message_dialog_set_default_response(self, "close")
    adw_message_dialog_set_close_response(self, "close")
  }
}
