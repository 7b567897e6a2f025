import CAdwaita
import TidelineGtk

extension MessageDialog: WidgetConvertible {
  /// - Parameters:
  ///   - heading: plain text, shortened to 120 characters.
  ///   - body: a sentence or two, plain text.
  static func make(over parent: Window, heading: String, body: String) -> MessageDialog {
    let heading = ShownText.words(heading, limit: 120)
    let dialog = MessageDialog(heading: heading, shownBody: ShownText.line(body))
    dialog.asWindow.setTransient(for: parent)
    dialog.keepLabelsWide()
    return dialog
  }

  /// Sets the texts, in the form of ``make(over:heading:body:)``.
  func set(heading: String, body: String) {
    adw_message_dialog_set_heading(self, ShownText.words(heading, limit: 120))
    adw_message_dialog_set_body(self, ShownText.line(body))
  }

  /// Adds a widget below the body.
  func setContent(_ content: some WidgetConvertible) {
    adw_message_dialog_set_extra_child(self, content.asWidget)
  }

  /// Adds the button that changes nothing. Esc presses it; so does Enter if no button is default.
  func addCancel(_ label: String) {
    adw_message_dialog_add_response(self, "cancel", label)
    adw_message_dialog_set_default_response(self, "cancel")
    adw_message_dialog_set_close_response(self, "cancel")
  }

  /// Adds a button.
  ///
  /// - Parameters:
  ///   - isRisky: whether the button looks dangerous.
  ///   - isDefault: whether Enter presses the button, which is then highlighted.
  ///   - chosen: called when the button is pressed.
  func add(
    _ label: String,
    isRisky: Bool = false,
    isDefault: Bool = false,
    chosen: @escaping () -> Void
  ) {
    let id = "response-\(label)"
    adw_message_dialog_add_response(self, id, label)
    if isRisky {
      adw_message_dialog_set_response_appearance(self, id, ADW_RESPONSE_DESTRUCTIVE)
    }
    if isDefault {
      adw_message_dialog_set_default_response(self, id)
      adw_message_dialog_set_response_appearance(self, id, ADW_RESPONSE_SUGGESTED)
    }
    connect("response::\(id)", chosen)
  }

  /// Adds the only button, which Enter and Esc press, too.
  func addClose(_ label: String) {
    adw_message_dialog_add_response(self, "close", label)
    adw_message_dialog_set_default_response(self, "close")
    adw_message_dialog_set_close_response(self, "close")
  }
}
