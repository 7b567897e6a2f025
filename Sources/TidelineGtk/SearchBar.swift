import CPullToRefreshGtk
import PullToRefreshGtk

extension SearchBar: WidgetConvertible {
  public func setChild(_ child: some WidgetConvertible) {
    gtk_search_bar_set_child(self, child.asWidget)
  }

  /// Connects an entry: Esc in the entry closes the bar, and closing the bar empties the entry.
  public func connect(to entry: SearchEntry) {
    gtk_search_bar_connect_entry(self, entry.asEditable)
  }

  /// Whether the bar is open.
  public var isSearchModeEnabled: Bool {
    get { gtk_search_bar_get_search_mode(self) != 0 }
    set { gtk_search_bar_set_search_mode(self, newValue ? 1 : 0) }
  }

  /// Calls `handler` after the bar was opened or closed, by the user or by code.
  public func onOpenChange(_ handler: @escaping () -> Void) {
    connect("notify::search-mode-enabled", handler)
  }
}
