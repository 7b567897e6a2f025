import CPullToRefreshGtk

extension ProgressBar: WidgetConvertible {
  /// The finished fraction, 0…1.
  public var fraction: Double {
    get { gtk_progress_bar_get_fraction(self) }
    set { gtk_progress_bar_set_fraction(self, newValue) }
  }
}
