import Gtk

/// What the program is called.
nonisolated enum AppInfo {
  /// Also the name of the desktop file, the icon and the D-Bus service.
  static let id = "org.tideline.Tideline"
  static let name = "Tideline"
  static let version = "0.1.0"
  static let developer = "The Tideline authors"
}

/// The application's own texts, in the user's language.
nonisolated let tr = TextDomain("tideline")
