import CPullToRefreshGtk

extension CenterBox: WidgetConvertible {
  /// What stands in the middle, whatever is beside it.
  package var center: Widget? {
    get { gtk_center_box_get_center_widget(self) }
    set { gtk_center_box_set_center_widget(self, newValue) }
  }

  /// What stands at the end of the line: right, or left where one reads from right to left.
  package var end: Widget? {
    get { gtk_center_box_get_end_widget(self) }
    set { gtk_center_box_set_end_widget(self, newValue) }
  }
}
