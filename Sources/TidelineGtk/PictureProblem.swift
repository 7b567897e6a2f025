import Glibc
import PullToRefreshGtk

/// Checks the files of indicators. Each file is read once, and again after it has changed.
public enum PictureProblem {
  private static var known: [String: (file: Fingerprint, problem: UnreadablePicture?)] = [:]

  private struct Fingerprint: Equatable {
    let number: UInt64
    let size: Int
    let seconds: Int
    let nanoseconds: Int
  }

  /// The reason why a file cannot be shown as an indicator; nil if it can.
  public static func of(_ path: String) -> UnreadablePicture? {
    let file = fingerprint(path)
    if let known = known[path], known.file == file { return known.problem }
    let problem = Paintable.problem(inFile: path)
    known[path] = (file, problem)
    return problem
  }

  private static func fingerprint(_ path: String) -> Fingerprint {
    var file = stat()
    guard stat(path, &file) == 0 else {
      return Fingerprint(number: 0, size: 0, seconds: 0, nanoseconds: 0)
    }
    return Fingerprint(
      number: UInt64(file.st_ino),
      size: Int(file.st_size),
      seconds: file.st_mtim.tv_sec,
      nanoseconds: file.st_mtim.tv_nsec
    )
  }
}
