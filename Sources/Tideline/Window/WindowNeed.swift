import CAdwaita
import FoundationEssentials
import TidelineGtk
import TidelineProgram

/// A requirement of the window that the system does not meet, with advice for the user. GTK itself
/// would only report what it has not found, or crash later.
enum WindowNeed {
  /// GTK or libadwaita is too old; the values are the installed versions.
  case newerVersions(gtk: String, adwaita: String)
  case gtkSchemas
  /// The program's own schema is missing, or of another version.
  case ownSchema
  /// No display server answers; the values are the variables that choose it, as `NAME=value`.
  case display([String])
  case fonts

  /// The first missing requirement, except for ``ownSchema``. Opens the display as a side effect.
  static var missing: WindowNeed? {
    guard Toolkit.isAtLeast(4, 8), isAdwaitaNewEnough else {
      return .newerVersions(gtk: Toolkit.version, adwaita: adwaitaVersion)
    }
    guard Toolkit.hasSchemas else { return .gtkSchemas }
    guard Toolkit.openDisplay(as: AppInfo.name.lowercased()) else {
      let environment = ProcessInfo.processInfo.environment
      return .display(
        ["GDK_BACKEND", "WAYLAND_DISPLAY", "DISPLAY"].compactMap { name in
          environment[name].map { "\(name)=\($0)" }
        }
      )
    }
    return Toolkit.hasFonts ? nil : .fonts
  }

  /// The linker accepts any version of libadwaita 1, but the program would end at the first call of
  /// a function that an older version lacks.
  private static var isAdwaitaNewEnough: Bool {
    (adw_get_major_version(), adw_get_minor_version()) >= (1, 2)
  }

  private static var adwaitaVersion: String {
    "\(adw_get_major_version()).\(adw_get_minor_version()).\(adw_get_micro_version())"
  }

  /// Says on the terminal what is missing and what to do, in English like all output there.
  ///
  /// - Returns: the exit status.
  func complain() -> Int32 {
    StandardError.write("tideline: \(sentence)")
    return 1
  }

  private var sentence: String {
    switch self {
    case .newerVersions(let gtk, let adwaita):
      "The window needs GTK 4.8 and libadwaita 1.2 or newer; here are \(gtk) and \(adwaita). "
        + "Install newer ones. “tideline list” works without."
    case .gtkSchemas:
      "GTK’s own settings schemas are not found. Install GTK 4 again, and see to it that "
        + "XDG_DATA_DIRS, if it is set, names the folder that they are in: most often /usr/share."
    case .ownSchema:
      "Tideline’s own settings schema is not found, or is that of another version. Install "
        + "Tideline again; “tideline list” works without."
    case .display([]):
      "There is no display for the window. Start it in a graphical session; “tideline list” works "
        + "without one."
    case .display(let variables):
      "No display answers for \(variables.joined(separator: " ")). Start the window in a graphical "
        + "session without changing these variables; “tideline list” works without one."
    case .fonts:
      "No fonts are found to draw text with. Install some, such as the package fonts-cantarell or "
        + "fonts-dejavu; “fc-list” shows those that are found."
    }
  }
}
