import CPullToRefreshGtk

/// The room around a widget, in application pixels.
package struct Margins: Hashable {
  /// Start is left, or right where one reads from right to left; end is the other.
  package var top = 0, bottom = 0, start = 0, end = 0

  package init() {}
}

extension WidgetConvertible {
  package var margins: Margins {
    get {
      var margins = Margins()
      margins.top = marginTop
      margins.bottom = marginBottom
      margins.start = marginStart
      margins.end = Int(gtk_widget_get_margin_end(asWidget))
      return margins
    }
    nonmutating set {
      marginTop = newValue.top
      marginBottom = newValue.bottom
      marginStart = newValue.start
      gtk_widget_set_margin_end(asWidget, Int32(newValue.end))
    }
  }

  /// The room before the widget, where one begins to read, in application pixels.
  package var marginStart: Int {
    get { Int(gtk_widget_get_margin_start(asWidget)) }
    nonmutating set { gtk_widget_set_margin_start(asWidget, Int32(newValue)) }
  }

  /// In application pixels.
  package var marginTop: Int {
    get { Int(gtk_widget_get_margin_top(asWidget)) }
    nonmutating set { gtk_widget_set_margin_top(asWidget, Int32(newValue)) }
  }

  /// In application pixels.
  package var marginBottom: Int {
    get { Int(gtk_widget_get_margin_bottom(asWidget)) }
    nonmutating set { gtk_widget_set_margin_bottom(asWidget, Int32(newValue)) }
  }
}
