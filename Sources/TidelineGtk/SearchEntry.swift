import CPullToRefreshGtk
import CTidelineShim
import PullToRefreshGtk

extension SearchEntry: WidgetConvertible {
  /// The text in the entry.
  public var text: String {
    get { gtk_editable_get_text(asEditable).map { String(cString: $0) } ?? "" }
    set { gtk_editable_set_text(asEditable, newValue) }
  }

  /// The pause after a change before ``onSearch(_:)`` calls its handler, in ms; 150 by default.
  public var searchDelay: Int {
    get { Int(gtk_search_entry_get_search_delay(self)) }
    set { gtk_search_entry_set_search_delay(self, guint(newValue)) }
  }

  /// Calls `handler` after a change of the text, once the user pauses; at once if it was cleared.
  public func onSearch(_ handler: @escaping () -> Void) { connect("search-changed", handler) }

  /// Calls `handler` when the user asks for the next match (Ctrl+G) or the previous (Ctrl+Shift+G).
  public func onMove(_ handler: @escaping (_ isForward: Bool) -> Void) {
    connect("next-match") { handler(true) }
    connect("previous-match") { handler(false) }
  }

  /// Makes the entry of a realized window ready for keys before the next frame. GTK drops keys for
  /// a widget that is not realized, and a search bar that opens realizes its entry in that frame.
  public func realize() { tideline_search_entry_realize(self) }

  /// Moves the cursor behind the text, and selects nothing.
  public func moveCursorToEnd() { gtk_editable_set_position(asEditable, -1) }

  /// Selects the whole text, so that typing replaces it.
  public func selectAll() { gtk_editable_select_region(asEditable, 0, -1) }
}
