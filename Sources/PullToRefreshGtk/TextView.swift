import CPullToRefreshGtk

extension TextView: WidgetConvertible {
  /// The whole text. Setting it replaces the text.
  package var text: String {
    get {
      var start = GtkTextIter()
      var end = GtkTextIter()
      let buffer = gtk_text_view_get_buffer(self)
      gtk_text_buffer_get_bounds(buffer, &start, &end)
      guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return "" }
      defer { g_free(text) }
      return String(cString: text)
    }
    set { gtk_text_buffer_set_text(gtk_text_view_get_buffer(self), newValue, -1) }
  }
}
