import CPullToRefreshGtk
import CPullToRefreshShim

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

extension TextView: WidgetConvertible {
  /// The whole text. Setting it replaces the text.
  package var text: String {
    get {
      var start = GtkTextIter()
      var end = GtkTextIter()
      let buffer = gtk_text_view_get_buffer(self)
      gtk_text_buffer_get_bounds(buffer, &start, &end)
      return String(taking: gtk_text_buffer_get_text(buffer, &start, &end, 1)) ?? ""
    }
    set { gtk_text_buffer_set_text(gtk_text_view_get_buffer(self), newValue, -1) }
  }
}

extension TextView {
  /// Measures the lines in sight in the next layout, instead of when the program is idle.
  package func measureLinesInLayout() { gtk_widget_queue_allocate(asWidget) }

  /// Marks the first line that begins in sight.
  package func markTop() -> TextMark { tideline_text_view_mark_top(self) }

  /// The distance from the view's top down to a mark's line, in application pixels; nil if the mark
  /// is gone.
  package func top(of mark: TextMark) -> Double? {
    var top = 0.0
    return tideline_text_view_mark_place(self, mark, &top) ? top : nil
  }
}

extension TextMark: ObjectConvertible {
  /// Removes the mark from its text.
  package func delete() { tideline_text_mark_delete(self) }
}

extension Button: WidgetConvertible {
  /// The text of the button; nil if it has a child or an icon instead.
  public var label: String? {
    get { gtk_button_get_label(self).map { String(cString: $0) } }
    set { gtk_button_set_label(self, newValue) }
  }

  /// Makes a click activate an action, named with its group, such as `win.refresh`; nil for no
  /// action. The button is enabled while the action is.
  public func setAction(_ name: String?) {
    gtk_actionable_set_action_name(asActionable, name)
  }

  /// Whether a click gives the button the keyboard's focus. Tab always does.
  package var focusOnClick: Bool {
    get { gtk_widget_get_focus_on_click(asWidget) != 0 }
    set { gtk_widget_set_focus_on_click(asWidget, newValue ? 1 : 0) }
  }

  /// Sets a widget to show instead of a label.
  public func setChild(_ child: some WidgetConvertible) {
    gtk_button_set_child(self, child.asWidget)
  }
}

extension Image: WidgetConvertible {
  /// Shows an icon of the theme.
  public func setIcon(name: String?) { gtk_image_set_from_icon_name(self, name) }

  /// Shows a paintable. A symbolic one is drawn in the text's color.
  package func setPaintable(_ paintable: Paintable?) {
    gtk_image_set_from_paintable(self, paintable)
  }

  /// The width and height of the picture, in application pixels; -1 for the theme's default.
  public var pixelSize: Int {
    get { Int(gtk_image_get_pixel_size(self)) }
    set { gtk_image_set_pixel_size(self, Int32(newValue)) }
  }
}

extension ProgressBar: WidgetConvertible {
  /// The finished fraction, 0…1.
  public var fraction: Double {
    get { gtk_progress_bar_get_fraction(self) }
    set { gtk_progress_bar_set_fraction(self, newValue) }
  }
}

extension Spinner: WidgetConvertible {
  /// Whether the spinner turns.
  public var isSpinning: Bool {
    get { gtk_spinner_get_spinning(self) != 0 }
    set { gtk_spinner_set_spinning(self, newValue ? 1 : 0) }
  }
}
