import CPullToRefreshShim

extension WidgetConvertible {
  /// How far this widget's top is below another one's, in application pixels; nil where the two are
  /// in different windows, or in none.
  package func top(in other: some WidgetConvertible) -> Double? { corner(in: other)?.top }

  /// The same to the right of another one's left side.
  package func left(in other: some WidgetConvertible) -> Double? { corner(in: other)?.left }

  private func corner(in other: some WidgetConvertible) -> (left: Double, top: Double)? {
    var (left, top) = (0.0, 0.0)
    let isPlaced = tideline_widget_place(asWidget, other.asWidget, &left, &top)
    return isPlaced ? (left, top) : nil
  }

  /// Lays the widget out along an axis, where it can be laid out along either: a list, or a box.
  package func setOrientation(_ orientation: Orientation) {
    tideline_set_orientation(asWidget, orientation)
  }

  /// Whether what is in the widget runs from right to left.
  package var isRightToLeft: Bool { gtk_widget_get_direction(asWidget) == GTK_TEXT_DIR_RTL }

  /// Whether it scrolls its content itself, inside of a scrolled window.
  package var isScrollable: Bool { tideline_is_scrollable(asWidget) }

  /// Whether the widget is a viewport, which scrolls a child that cannot scroll by itself.
  package var isViewport: Bool { tideline_is_viewport(asWidget) }

  package var isColumnView: Bool { tideline_is_column_view(asWidget) }

  /// This widget, when it is a text view.
  package var asTextView: TextView? {
    guard tideline_is_text_view(asWidget) else { return nil }
    return unsafeBitCast(asWidget, to: TextView.self)
  }

  /// Whether the widget takes up room: itself, and as its parent sees it.
  package var isShownByParent: Bool {
    gtk_widget_get_visible(asWidget) != 0 && gtk_widget_get_child_visible(asWidget) != 0
  }

  /// The widget with the keyboard's focus, when it is this one or inside it.
  package var focus: Widget? { tideline_focus_within(asWidget) }

  /// Takes the focus as the widget is; unlike ``grabFocus()`` an entry keeps its selection.
  package func takeFocus() { tideline_set_focus(asWidget) }
}

extension TextView {
  /// Marks the first line that begins in sight.
  package func markTop() -> TextMark { tideline_text_view_mark_top(self) }

  /// How far a mark's line is below the view's top, in application pixels; nil when it is gone.
  package func top(of mark: TextMark) -> Double? {
    var top = 0.0
    return tideline_text_view_mark_place(self, mark, &top) ? top : nil
  }
}

extension TextMark: ObjectConvertible {
  /// Removes the mark from its text.
  package func delete() { tideline_text_mark_delete(self) }
}
