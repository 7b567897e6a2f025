import CPullToRefreshGtk
import PullToRefreshGtk

extension TextView {
  /// Makes the text read-only; it can still be selected and copied.
  public func setReadOnly() {
    gtk_text_view_set_editable(self, 0)
    gtk_text_view_set_cursor_visible(self, 0)
  }

  /// Shows the text in the theme's monospace font.
  public func setMonospace() { gtk_text_view_set_monospace(self, 1) }

  /// Breaks lines between words.
  public func wrapWords() { gtk_text_view_set_wrap_mode(self, GTK_WRAP_WORD_CHAR) }

  /// The empty space around the text, in application pixels.
  public func setPadding(_ padding: Int) {
    gtk_text_view_set_top_margin(self, Int32(padding))
    gtk_text_view_set_bottom_margin(self, Int32(padding))
    gtk_text_view_set_left_margin(self, Int32(padding))
    gtk_text_view_set_right_margin(self, Int32(padding))
  }
}
