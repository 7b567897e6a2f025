import TidelineLocalization

/// The names of the program.
package enum AppInfo {
  /// The application id, which is also the name of the desktop file, the icon and the D-Bus
  /// service.
  package static let id = "org.tideline.Tideline"
  package static let name = "Tideline"
  package static let version = "1.0.0"
  package static let developer = "The Tideline authors"
}

/// The application's own texts, in the user's language.
package let tr = TextDomain("tideline")
