import CPullToRefreshGtk

/// The narrowest width of a label that wraps, in characters.
package let leastLabelChars: Int32 = 12

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

  /// Keeps the height of a text to one line of the font, whatever scripts it has.
  package func keepToOneLine() { gtk_label_set_single_line_mode(self, 1) }

  /// The preferred largest width of the label, in characters. A label that expands becomes wider if
  /// there is room. -1 for the width of the text.
  public var maxWidthChars: Int {
    get { Int(gtk_label_get_max_width_chars(self)) }
    set { gtk_label_set_max_width_chars(self, Int32(newValue)) }
  }

  /// The largest number of lines of a text that wraps and ends with an ellipsis; -1 for any.
  public var lines: Int {
    get { Int(gtk_label_get_lines(self)) }
    set { gtk_label_set_lines(self, Int32(newValue)) }
  }

  /// Breaks a text that does not fit into lines.
  public func wrap() { gtk_label_set_wrap(self, 1) }

  /// Breaks a text that does not fit into lines, and breaks words that are longer than a line.
  ///
  /// The label is never narrower than some letters. Otherwise GTK would lay it out in no width at
  /// all, to find its smallest width: that takes seconds for a word of 8 kB, and Pango 1.50 aborts
  /// at lone marks such as U+1F3FF U+1F3FF U+20DD.
  package func wrapAnywhere() {
    gtk_label_set_width_chars(self, leastLabelChars)
    gtk_label_set_wrap(self, 1)
    gtk_label_set_wrap_mode(self, PANGO_WRAP_WORD_CHAR)
  }

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

  /// Whether the text can be selected and copied, by pointer and keyboard.
  public var isSelectable: Bool {
    get { gtk_label_get_selectable(self) != 0 }
    set { gtk_label_set_selectable(self, newValue ? 1 : 0) }
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
