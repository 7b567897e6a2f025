import TidelineGtk

/// A row of the Preferences window: shows one preference, and changes it at once.
protocol PreferenceRow: AnyObject {
  var widget: Widget { get }
  /// Shows the present value.
  func reload()
}
