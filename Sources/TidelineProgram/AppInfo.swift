import Glibc
import SystemPackage

/// The names of the program.
package enum AppInfo {
  /// The application id, which is also the name of the desktop file, the icon and the D-Bus
  /// service.
  package static let id = "org.tideline.Tideline"
  package static let name = "Tideline"
  package static let version = "1.0.0"
  package static let developer = "The Tideline authors"
}

/// The data installed with the program: catalogs, the settings schema and the sample's texts.
package enum InstalledData {
  /// The file of the running program, with symbolic links resolved.
  package static var program: FilePath {
    guard let path = realpath("/proc/self/exe", nil) else { return "" }
    defer { free(path) }
    return FilePath(platformString: path)
  }

  /// The texts of the sample mailbox.
  package static var sample: String { folder("tideline") + "/sample.json" }

  /// A folder in `share`, beside the folder of the program, wherever the program was installed.
  /// `make` puts the same folder beside the built program, so that nothing must be installed.
  package static func folder(_ path: String) -> String {
    let prefix = program.removingLastComponent().removingLastComponent()
    return prefix.appending("share").appending(path).string
  }
}
