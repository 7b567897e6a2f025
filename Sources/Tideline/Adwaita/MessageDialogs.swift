import CAdwaita
import Gtk

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
