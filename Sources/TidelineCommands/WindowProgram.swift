import Glibc
import SystemPackage
import TidelineProgram

/// `tideline-window`, the only program that needs GTK: commands for the terminal start without its
/// eighty libraries.
enum WindowProgram {
  /// The possible paths: beside this program after a build, and in `libexec` after an installation.
  private static var places: [FilePath] {
    let folder = InstalledData.program.removingLastComponent()
    return [
      folder.appending("tideline-window"),
      folder.removingLastComponent().appending("libexec").appending("tideline-window"),
    ]
  }

  /// Replaces this program by the window's program, in the same process.
  ///
  /// - Throws: ``MissingWindow``; without an error it does not return.
  static func run(_ arguments: [String]) throws -> Never {
    var failure = ENOENT
    for place in places {
      var vector = ([place.string] + arguments).map { strdup($0) } + [nil]
      execv(place.string, &vector)
      for argument in vector { free(argument) }
      guard errno == ENOENT else { failure = errno; break }
    }
    throw MissingWindow(path: places.last?.string ?? "", reason: String(cString: strerror(failure)))
  }
}

/// The window's program could not be started.
struct MissingWindow: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String {
    "The window cannot be opened: \(path) (\(reason)). Install Tideline again."
  }
}
