import Gtk

/// A row of the Preferences window: shows one choice, and changes it at once.
protocol PreferenceRow: AnyObject {
  var widget: Widget { get }
  /// Shows what is chosen now.
  func reload()
}
