import CPullToRefreshGtk

extension Label: WidgetConvertible {
  /// A label with a text; nil for none yet.
  public convenience init(_ text: String?) {
    self.init()
    if let text { self.text = text }
  }

  /// Plain text. Control characters in it are not shown.
  public var text: String {
    get { String(cString: gtk_label_get_text(self)) }
    set {
      let isOneLine = gtk_label_get_ellipsize(self) != PANGO_ELLIPSIZE_NONE
      gtk_label_set_text(self, isOneLine ? ShownText.line(newValue) : ShownText.lines(newValue))
    }
  }

  /// Ends a text that does not fit with an ellipsis. Line feeds are removed from texts that are set
  /// after this.
  public func ellipsize() { gtk_label_set_ellipsize(self, PANGO_ELLIPSIZE_END) }

  /// Shows a text in one line, or in several lines of a given width.
  ///
  /// - Parameters:
  ///   - count: the largest number of lines; the rest of the text is replaced by an ellipsis.
  ///   - chars: the width of the lines in characters; nil for a single line of any width.
  package func setLines(_ count: Int, chars: Int?) {
    gtk_label_set_single_line_mode(self, chars == nil ? 1 : 0)
    gtk_label_set_wrap(self, chars == nil ? 0 : 1)
    gtk_label_set_wrap_mode(self, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_justify(self, chars == nil ? GTK_JUSTIFY_LEFT : GTK_JUSTIFY_CENTER)
    gtk_label_set_width_chars(self, Int32(chars ?? -1))
    gtk_label_set_max_width_chars(self, Int32(chars ?? -1))
    gtk_label_set_lines(self, chars == nil ? -1 : Int32(count))
  }

  /// Sets the font of the text.
  ///
  /// - Parameter description: the font in Pango's notation, such as `Cantarell Bold 13`; nil for
  ///   the theme's.
  public func setFont(_ description: String?) {
    guard let description else { return gtk_label_set_attributes(self, nil) }
    let font = pango_font_description_from_string(description)
    defer { pango_font_description_free(font) }
    let attributes = pango_attr_list_new()
    defer { pango_attr_list_unref(attributes) }
    pango_attr_list_insert(attributes, pango_attr_font_desc_new(font))
    gtk_label_set_attributes(self, attributes)
  }

  /// The position of the text in a wider label: 0 at the start, 1 at the end.
  public var xalign: Float {
    get { gtk_label_get_xalign(self) }
    set { gtk_label_set_xalign(self, newValue) }
  }
}

extension Spinner: WidgetConvertible {
  /// Whether the spinner turns.
  public var isSpinning: Bool {
    get { gtk_spinner_get_spinning(self) != 0 }
    set { gtk_spinner_set_spinning(self, newValue ? 1 : 0) }
  }
}
