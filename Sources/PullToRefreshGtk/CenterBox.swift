import CPullToRefreshGtk

extension CenterBox: WidgetConvertible {
  /// The widget in the center, whatever is beside it.
  package var center: Widget? {
    get { gtk_center_box_get_center_widget(self) }
    set { gtk_center_box_set_center_widget(self, newValue) }
  }

  /// The widget at the end of the line: at the right, or at the left in right-to-left reading.
  package var end: Widget? {
    get { gtk_center_box_get_end_widget(self) }
    set { gtk_center_box_set_end_widget(self, newValue) }
  }
}
