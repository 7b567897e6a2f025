import CAdwaita
import TidelineGtk

extension EntryRow: WidgetConvertible {
  /// - Parameters:
  ///   - title: one line, plain text.
  ///   - isPassword: whether what is typed is not shown, nor read to a screen reader.
  convenience init(title: String, isPassword: Bool = false) {
    let title = ShownText.line(title)
    if isPassword { self.init(shownPasswordTitle: title) } else { self.init(shownTitle: title) }
  }

  /// What stands in the entry.
  var text: String {
    get { gtk_editable_get_text(asEditable).map { String(cString: $0) } ?? "" }
    set { gtk_editable_set_text(asEditable, newValue) }
  }

  /// Selects all of it, so that typing replaces it.
  func selectAll() { gtk_editable_select_region(asEditable, 0, -1) }

  /// What a keyboard on the screen offers.
  func setPurpose(_ purpose: GtkInputPurpose) { adw_entry_row_set_input_purpose(self, purpose) }

  /// Calls after each change of the text, by the user or not.
  func onChange(_ handler: @escaping () -> Void) { connect("changed", handler) }

  /// Calls when Enter is pressed in it.
  func onEnter(_ handler: @escaping () -> Void) { connect("entry-activated", handler) }
}
