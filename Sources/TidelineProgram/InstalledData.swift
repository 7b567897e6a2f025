import Glibc
import SystemPackage

/// What is installed with the program: catalogues, the settings schema and the sample's texts.
package enum InstalledData {
  /// The file of the program that runs, wherever a symbolic link to it was called.
  package static var program: FilePath {
    guard let path = realpath("/proc/self/exe", nil) else { return "" }
    defer { free(path) }
    return FilePath(platformString: path)
  }

  /// What the sample's mail is about.
  package static var sample: String { folder("tideline") + "/sample.json" }

  /// A folder of `share`, beside the folder of the program, wherever that was installed. `make`
  /// lays the same beside what it builds, so that nothing need be installed.
  package static func folder(_ path: String) -> String {
    let prefix = program.removingLastComponent().removingLastComponent()
    return prefix.appending("share").appending(path).string
  }
}
