import CPullToRefreshGtk

/// The margins around a widget, in application pixels.
package struct Margins: Hashable {
  /// The four margins. Start is left, or right in right-to-left reading; end is the opposite side.
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

  /// The margin before the widget, in the reading direction, in application pixels.
  package var marginStart: Int {
    get { Int(gtk_widget_get_margin_start(asWidget)) }
    nonmutating set { gtk_widget_set_margin_start(asWidget, Int32(newValue)) }
  }

  /// The margin above the widget, in application pixels.
  package var marginTop: Int {
    get { Int(gtk_widget_get_margin_top(asWidget)) }
    nonmutating set { gtk_widget_set_margin_top(asWidget, Int32(newValue)) }
  }

  /// The margin below the widget, in application pixels.
  package var marginBottom: Int {
    get { Int(gtk_widget_get_margin_bottom(asWidget)) }
    nonmutating set { gtk_widget_set_margin_bottom(asWidget, Int32(newValue)) }
  }
}
