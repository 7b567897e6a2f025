import CPullToRefreshGtk
import PullToRefreshGtk

extension Entry: WidgetConvertible {
  /// The text in the entry.
  public var text: String {
    get { gtk_editable_get_text(asEditable).map { String(cString: $0) } ?? "" }
    set { gtk_editable_set_text(asEditable, newValue) }
  }

  /// The faint text that is shown while the entry is empty.
  public var placeholderText: String? {
    get { gtk_entry_get_placeholder_text(self).map { String(cString: $0) } }
    set { gtk_entry_set_placeholder_text(self, newValue) }
  }

  /// Shows a dot in place of each letter, as for a password.
  public func hideText() {
    gtk_entry_set_visibility(self, 0)
    gtk_entry_set_input_purpose(self, GTK_INPUT_PURPOSE_PASSWORD)
  }

  /// Makes Enter press the default button of the window.
  public func activateDefault() { gtk_entry_set_activates_default(self, 1) }

  /// Calls `handler` after each change of the text, by the user or by code.
  public func onChange(_ handler: @escaping () -> Void) { connect("changed", handler) }
}
