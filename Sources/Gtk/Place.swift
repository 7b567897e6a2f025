import CGtkShim

extension WidgetConvertible {
  /// How far this widget's top is below another one's, in application pixels; nil where the two are
  /// in different windows, or in none.
  public func top(in other: some WidgetConvertible) -> Double? {
    var top = 0.0
    return tideline_widget_top(asWidget, other.asWidget, &top) ? top : nil
  }

  /// Whether the widget is a viewport, which scrolls a child that cannot scroll by itself.
  public var isViewport: Bool { tideline_is_viewport(asWidget) }

  /// This widget, when it is a text view.
  public var asTextView: TextView? {
    guard tideline_is_text_view(asWidget) else { return nil }
    return unsafeBitCast(asWidget, to: TextView.self)
  }

  /// Whether the widget takes up room: itself, and as its parent sees it.
  public var isShownByParent: Bool {
    gtk_widget_get_visible(asWidget) != 0 && gtk_widget_get_child_visible(asWidget) != 0
  }

  /// The widget with the keyboard's focus, when it is this one or inside it.
  public var focus: Widget? { tideline_focus_within(asWidget) }

  /// Takes the focus as the widget is; unlike ``grabFocus()`` an entry keeps its selection.
  public func takeFocus() { tideline_set_focus(asWidget) }
}

extension TextView {
  /// Marks the first line that begins in sight.
  public func markTop() -> TextMark { tideline_text_view_mark_top(self) }

  /// How far a mark's line is below the view's top, in application pixels; nil when it is gone.
  public func top(of mark: TextMark) -> Double? {
    var top = 0.0
    return tideline_text_view_mark_place(self, mark, &top) ? top : nil
  }
}

extension TextMark: ObjectConvertible {
  /// Removes the mark from its text.
  public func delete() { tideline_text_mark_delete(self) }
}
