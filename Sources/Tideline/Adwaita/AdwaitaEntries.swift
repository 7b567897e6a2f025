import CAdwaita
import TidelineGtk

extension EntryRow: WidgetConvertible {
  /// - Parameters:
  ///   - title: one line, plain text.
  ///   - isPassword: whether the text is hidden, also from a screen reader.
  convenience init(title: String, isPassword: Bool = false) {
    let title = ShownText.line(title)
    if isPassword { self.init(shownPasswordTitle: title) } else { self.init(shownTitle: title) }
  }

  /// The typed text.
  var text: String {
    get { gtk_editable_get_text(asEditable).map { String(cString: $0) } ?? "" }
    set { gtk_editable_set_text(asEditable, newValue) }
  }

  /// Selects the whole text, so that typing replaces it.
  func selectAll() { gtk_editable_select_region(asEditable, 0, -1) }

  /// Sets the kind of the typed text, so that an on-screen keyboard offers suitable keys.
  func setPurpose(_ purpose: GtkInputPurpose) { adw_entry_row_set_input_purpose(self, purpose) }

  /// Adds a handler for each change of the text, by the user or by the program.
  func onChange(_ handler: @escaping () -> Void) { connect("changed", handler) }

  /// Adds a handler for Enter in the entry.
  func onEnter(_ handler: @escaping () -> Void) { connect("entry-activated", handler) }
}
