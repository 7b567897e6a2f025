import CPullToRefreshGtk
import CPullToRefreshShim
import CTidelineShim
import PullToRefreshGtk

/// The narrowest width of a label that wraps, in characters.
package let leastLabelChars: Int32 = 10

extension Label {
  /// Gives the label the height of one line of its font, whatever scripts the text has.
  public func keepToOneLine() { gtk_label_set_single_line_mode(self, 1) }

  /// The preferred largest width of the label, in characters. A label that expands becomes wider if
  /// there is space. -1 for the width of the text.
  public var maxWidthChars: Int {
    get { Int(gtk_label_get_max_width_chars(self)) }
    set { gtk_label_set_max_width_chars(self, Int32(newValue)) }
  }

  /// The largest number of lines of a text that wraps and ends with an ellipsis; -1 for no limit.
  public var lines: Int {
    get { Int(gtk_label_get_lines(self)) }
    set { gtk_label_set_lines(self, Int32(newValue)) }
  }

  /// Wraps a text that is wider than the label.
  public func wrap() { gtk_label_set_wrap(self, 1) }

  /// Wraps a text that is wider than the label, also within words that are longer than a line.
  ///
  /// The label is never narrower than ``leastLabelChars``. Otherwise GTK would lay it out in width
  /// 0 to find its minimum width: that takes seconds for a word of 8 kB, and Pango 1.50 aborts at
  /// lone marks such as U+1F3FF U+1F3FF U+20DD.
  ///
  /// No hyphens are inserted at line breaks: they would look like part of an address or a key.
  public func wrapAnywhere() {
    let present = gtk_label_get_attributes(self)
    let attributes = present == nil ? pango_attr_list_new() : pango_attr_list_copy(present)
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    gtk_label_set_attributes(self, attributes)
    pango_attr_list_unref(attributes)
    gtk_label_set_width_chars(self, leastLabelChars)
    gtk_label_set_wrap(self, 1)
    gtk_label_set_wrap_mode(self, PANGO_WRAP_WORD_CHAR)
  }

  /// A paragraph: a text that wraps anywhere, and begins at the start of the line.
  ///
  /// - Parameters:
  ///   - styles: the label's CSS classes.
  ///   - lines: the most lines, after which an ellipsis follows; nil for no limit.
  public static func paragraph(
    _ text: String = "",
    _ styles: String...,
    isSelectable: Bool = false,
    lines: Int? = nil
  ) -> Label {
    let label = Label(text)
    for style in styles { label.addStyleClass(style) }
    label.wrapAnywhere()
    label.xalign = 0
    label.isSelectable = isSelectable
    guard let lines else { return label }
    label.ellipsize()
    label.lines = lines
    return label
  }

  /// A text on one line, which begins at the line's start, and ends with an ellipsis if there is no
  /// room.
  public static func line(_ style: String? = nil) -> Label {
    let label = Label(nil)
    if let style { label.addStyleClass(style) }
    label.ellipsize()
    label.xalign = 0
    return label
  }

  /// Moves the focus to the label once it is laid out, so that the scrolled windows around it show
  /// it.
  public func bringIntoSight() {
    isSelectable = true
    let label = Unowned(self)
    afterNextFrame { if label.object.isMapped { label.object.grabFocus() } }
  }

  /// Whether the text can be selected and copied, by pointer and keyboard.
  public var isSelectable: Bool {
    get { gtk_label_get_selectable(self) != 0 }
    set { gtk_label_set_selectable(self, newValue ? 1 : 0) }
  }

  /// Shows markup. The desktop opens a link when the user follows it.
  ///
  /// - Returns: the widget to use instead of the label. If the text has links, it contains the
  ///   label, and a widget for each link, which Tab and a screen reader find.
  public func setMarkup(_ markup: Markup) -> Widget {
    gtk_label_set_markup(self, markup.source)
    guard !markup.links.isEmpty else { return asWidget }
    let widget = tideline_linked_label_new(self)
    for link in markup.links {
      let (start, end) = (Int32(link.range.lowerBound), Int32(link.range.upperBound))
      let child = tideline_linked_label_add(widget, link.address, start, end)
      let isBlank = link.text.allSatisfy(\.isWhitespace)
      child.setAccessibleLabel(isBlank ? link.title : link.text)
      child.setAccessibleDescription(link.title)
      if let hidden = link.hidden {
        tideline_linked_label_shorten(child, Int32(hidden.lowerBound), Int32(hidden.upperBound))
      }
    }
    return widget
  }

  /// Calls `handler` when a link is activated, by pointer or keyboard.
  ///
  /// - Parameter handler: receives the address; returns whether it has handled the link itself.
  @discardableResult
  public func onLink(_ handler: @escaping (_ address: String) -> Bool) -> SignalConnection {
    connect("activate-link") { handler($0.string(1)) }
  }
}

extension WidgetConvertible {
  /// Sets the minimum width of `Label.wrapAnywhere()` for all wrapping labels inside another
  /// library's widget, because their text comes from outside.
  public func keepLabelsWide() {
    // Since libadwaita 1.3 a message dialog has a large and a small label for its heading, and
    // measures the large one in less room than it needs, for which GTK 4.18 logs a warning. Its
    // natural width decides which label is shown, so an ellipsis in the large one changes nothing.
    if gtk_widget_has_css_class(asWidget, "heading-bin") != 0 {
      children.first?.as(Label.self)?.ellipsize()
      return
    }
    // In large text, the large title of a page would be wider than a phone.
    if let label = self.as(Label.self), gtk_label_get_wrap(label) != 0,
      gtk_widget_has_css_class(asWidget, "title-1") == 0
    {
      gtk_label_set_width_chars(label, leastLabelChars)
    }
    for child in children { child.keepLabelsWide() }
  }

  /// Lets all labels inside another library's widget end with an ellipsis if there is no room.
  public func shortenLabels() {
    for label in contents.compactMap({ $0.as(Label.self) }) {
      label.ellipsize()
      label.setLeastWidth(chars: 3)
    }
  }
}

public enum TextDirection: Sendable {
  case leftToRight
  case rightToLeft

  fileprivate var value: GtkTextDirection {
    switch self {
    case .leftToRight: GTK_TEXT_DIR_LTR
    case .rightToLeft: GTK_TEXT_DIR_RTL
    }
  }

  /// Sets the direction of every widget that has no direction of its own.
  public static func setDefault(_ direction: TextDirection) {
    gtk_widget_set_default_direction(direction.value)
  }
}

extension TextDirection {
  /// - Returns: the direction by the first letter; nil for a text without letters.
  public init?(of text: String) {
    switch tideline_text_direction(text) {
    case PANGO_DIRECTION_LTR: self = .leftToRight
    case PANGO_DIRECTION_RTL: self = .rightToLeft
    default: return nil
    }
  }
}

extension WidgetConvertible {
  /// Sets the widget's own direction; the widgets inside it keep theirs.
  public func setDirection(_ direction: TextDirection) {
    gtk_widget_set_direction(asWidget, direction.value)
  }
}

extension Label {
  /// Shows a paragraph, aligned by the direction of its text, whatever direction the window has.
  public func show(line: String) {
    text = line
    // Not by the label's layout: a layout made before the label is in a window would never change.
    xalign = isAgainstWindow(line) ? 1 : 0
  }

  /// Shows names at the start of their line, in the direction of the window.
  public func show(names: String) {
    let mark = asWidget.isRightToLeft ? "\u{200F}" : "\u{200E}"
    text = isAgainstWindow(names) ? mark + names : names
  }

  private func isAgainstWindow(_ text: String) -> Bool {
    TextDirection(of: text).map { ($0 == .rightToLeft) != asWidget.isRightToLeft } ?? false
  }
}
