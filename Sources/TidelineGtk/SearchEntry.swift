import CPullToRefreshGtk
import PullToRefreshGtk

extension SearchEntry: WidgetConvertible {
  /// What stands in the entry.
  public var text: String {
    get { gtk_editable_get_text(asEditable).map { String(cString: $0) } ?? "" }
    set { gtk_editable_set_text(asEditable, newValue) }
  }

  /// How long the user must pause for ``onSearch(_:)`` to be called, in ms; GTK's own is 150.
  public var searchDelay: Int {
    get { Int(gtk_search_entry_get_search_delay(self)) }
    set { gtk_search_entry_set_search_delay(self, guint(newValue)) }
  }

  /// Calls when the text has changed and the user pauses; at once when it was cleared.
  public func onSearch(_ handler: @escaping () -> Void) { connect("search-changed", handler) }

  /// Marks all of the text, so that typing replaces it.
  public func selectAll() { gtk_editable_select_region(asEditable, 0, -1) }
}
