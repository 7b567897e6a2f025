import CPullToRefreshGtk

extension TextView: WidgetConvertible {
  /// The whole text. Setting it starts a new text.
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

  /// Makes the text read-only; it can still be selected and copied.
  package func setReadOnly() {
    gtk_text_view_set_editable(self, 0)
    gtk_text_view_set_cursor_visible(self, 0)
  }

  /// Shows the text in the theme's monospace font.
  package func setMonospace() { gtk_text_view_set_monospace(self, 1) }

  /// Breaks lines between words.
  package func wrapWords() { gtk_text_view_set_wrap_mode(self, GTK_WRAP_WORD_CHAR) }

  /// The empty space around the text, in application pixels.
  package func setPadding(_ padding: Int) {
    gtk_text_view_set_top_margin(self, Int32(padding))
    gtk_text_view_set_bottom_margin(self, Int32(padding))
    gtk_text_view_set_left_margin(self, Int32(padding))
    gtk_text_view_set_right_margin(self, Int32(padding))
  }
}
