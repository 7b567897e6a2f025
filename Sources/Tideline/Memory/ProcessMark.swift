import Glibc
import TidelineGtk

/// A file that says “1” while the program runs and “0” after that, so that a start finds out whether the
/// run before it ended in order.
///
/// The running program holds a lock on it, which ends with the process however that ends: of two that
/// run at once, the second one does not take the first one for one that was cut short.
nonisolated final class ProcessMark: Sendable {
  /// Whether the run before did not end in order.
  let wasCutShort: Bool
  private let descriptor: CInt

  /// Marks the run as begun. Where the file cannot be written, or another process runs, the run before
  /// counts as ended in order.
  init(path: String) {
    PrivateFile.makeFolder(of: path)
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0, flock(file, LOCK_EX | LOCK_NB) == 0 else {
      if file >= 0 { close(file) }
      (descriptor, wasCutShort) = (-1, false)
      return
    }
    descriptor = file
    var last: UInt8 = 0
    wasCutShort = pread(file, &last, 1, 0) == 1 && last == UInt8(ascii: "1")
    if !wasCutShort { pwrite(file, "1", 1, 0) }
  }

  /// The run ends in order.
  func end() { if descriptor >= 0 { pwrite(descriptor, "0", 1, 0) } }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
