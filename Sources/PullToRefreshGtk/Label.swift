import CPullToRefreshGtk

/// How many letters a label that wraps has room for at least.
package let leastLabelChars: Int32 = 12

extension Label: WidgetConvertible {
  /// A label with a text; nil for none yet.
  public convenience init(_ text: String?) {
    self.init()
    if let text { self.text = text }
  }

  /// Plain text, whose control characters are not shown.
  public var text: String {
    get { String(cString: gtk_label_get_text(self)) }
    set {
      let isOneLine = gtk_label_get_ellipsize(self) != PANGO_ELLIPSIZE_NONE
      gtk_label_set_text(self, isOneLine ? ShownText.line(newValue) : ShownText.lines(newValue))
    }
  }

  /// Ends a text that does not fit with an ellipsis. A text that is set from then on has no line
  /// feeds.
  public func ellipsize() { gtk_label_set_ellipsize(self, PANGO_ELLIPSIZE_END) }

  /// Keeps the height of a text to one line of the font, whatever scripts are in it.
  package func keepToOneLine() { gtk_label_set_single_line_mode(self, 1) }

  /// How many characters wide the label would like to be at most; where there is more room, and it
  /// expands, it is wider. -1 for as many as the text has.
  public var maxWidthChars: Int {
    get { Int(gtk_label_get_max_width_chars(self)) }
    set { gtk_label_set_max_width_chars(self, Int32(newValue)) }
  }

  /// How many lines a text takes at most that both wraps and ends with an ellipsis; -1 for any.
  public var lines: Int {
    get { Int(gtk_label_get_lines(self)) }
    set { gtk_label_set_lines(self, Int32(newValue)) }
  }

  /// Breaks a text that does not fit into lines.
  public func wrap() { gtk_label_set_wrap(self, 1) }

  /// Breaks a text that does not fit into lines, words too where one is longer than a line.
  ///
  /// The label is never narrower than some letters. Else GTK would lay it out in no width at all to
  /// learn how narrow it can be: that takes seconds for a word of 8 kB, and Pango 1.50 aborts where
  /// some marks stand alone, such as U+1F3FF U+1F3FF U+20DD.
  package func wrapAnywhere() {
    gtk_label_set_width_chars(self, leastLabelChars)
    gtk_label_set_wrap(self, 1)
    gtk_label_set_wrap_mode(self, PANGO_WRAP_WORD_CHAR)
  }

  /// Shows a text in one line, or in some lines of a width.
  ///
  /// - Parameters:
  ///   - count: of lines, at most; what is left ends with an ellipsis.
  ///   - chars: how many letters wide the lines are; nil for a single line of any width.
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

  /// Sets the text in a font.
  ///
  /// - Parameter description: as Pango writes it, such as `Cantarell Bold 13`; nil for the theme's.
  public func setFont(_ description: String?) {
    guard let description else { return gtk_label_set_attributes(self, nil) }
    let font = pango_font_description_from_string(description)
    defer { pango_font_description_free(font) }
    let attributes = pango_attr_list_new()
    defer { pango_attr_list_unref(attributes) }
    pango_attr_list_insert(attributes, pango_attr_font_desc_new(font))
    gtk_label_set_attributes(self, attributes)
  }

  /// Where the text stands in the room it has: 0 at the start, 1 at the end.
  public var xalign: Float {
    get { gtk_label_get_xalign(self) }
    set { gtk_label_set_xalign(self, newValue) }
  }
}

extension Spinner: WidgetConvertible {
  /// Whether it turns.
  public var isSpinning: Bool {
    get { gtk_spinner_get_spinning(self) != 0 }
    set { gtk_spinner_set_spinning(self, newValue ? 1 : 0) }
  }
}
