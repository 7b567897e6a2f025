import CPullToRefreshShim

extension WidgetConvertible {
  /// The distance from another widget's top down to this one's, in application pixels; nil if the
  /// two are in different windows, or in none.
  package func top(in other: some WidgetConvertible) -> Double? { corner(in: other)?.top }

  /// The distance from another widget's left side to this one's, as for the top.
  package func left(in other: some WidgetConvertible) -> Double? { corner(in: other)?.left }

  private func corner(in other: some WidgetConvertible) -> (left: Double, top: Double)? {
    var (left, top) = (0.0, 0.0)
    let isPlaced = tideline_widget_place(asWidget, other.asWidget, &left, &top)
    return isPlaced ? (left, top) : nil
  }

  /// Sets the orientation of a `GtkOrientable`, such as a list or a box.
  package func setOrientation(_ orientation: Orientation) {
    tideline_set_orientation(asWidget, orientation)
  }

  /// Whether the widget's content reads from right to left.
  package var isRightToLeft: Bool { gtk_widget_get_direction(asWidget) == GTK_TEXT_DIR_RTL }

  /// Whether the widget scrolls its content itself, inside a scrolled window.
  package var isScrollable: Bool { tideline_is_scrollable(asWidget) }

  /// Whether the widget is a viewport, which scrolls a child that cannot scroll by itself.
  package var isViewport: Bool { tideline_is_viewport(asWidget) }

  package var isColumnView: Bool { tideline_is_column_view(asWidget) }

  /// This widget as a text view; nil if it is none.
  package var asTextView: TextView? {
    guard tideline_is_text_view(asWidget) else { return nil }
    return unsafeBitCast(asWidget, to: TextView.self)
  }

  /// Whether the widget takes up room: it is visible, and its parent shows it.
  package var isShownByParent: Bool {
    gtk_widget_get_visible(asWidget) != 0 && gtk_widget_get_child_visible(asWidget) != 0
  }

  /// The widget with the keyboard's focus, if it is this widget or a descendant.
  package var focus: Widget? { tideline_focus_within(asWidget) }

  /// Takes the focus without other effects; with ``grabFocus()`` an entry would also select its
  /// text.
  package func takeFocus() { tideline_set_focus(asWidget) }
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
