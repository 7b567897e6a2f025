import Foundation

/// What is installed with the program: catalogues and the settings schema.
nonisolated enum InstalledData {
  /// A folder of `share`, beside the folder of the program, wherever that was installed. `make`
  /// lays the same beside what it builds, so that nothing need be installed.
  static func folder(_ path: String) -> String {
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
    return prefix.appendingPathComponent("share/\(path)").path
  }
}
