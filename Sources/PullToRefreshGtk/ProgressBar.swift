import CPullToRefreshGtk

extension ProgressBar: WidgetConvertible {
  /// How much is done, 0…1.
  public var fraction: Double {
    get { gtk_progress_bar_get_fraction(self) }
    set { gtk_progress_bar_set_fraction(self, newValue) }
  }

  /// Moves a block to and fro by one step, where it is not known how much is done.
  public func pulse() { gtk_progress_bar_pulse(self) }
}
