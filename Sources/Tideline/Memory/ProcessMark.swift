import Glibc
import TidelineGtk

/// A file that contains “1” while the program runs, and “0” after a normal end, so that the next
/// start knows how the previous run ended.
///
/// The running program holds a lock on the file, which the system releases whenever the process
/// ends. So a second process does not mistake the first one, which still runs, for a run that was
/// cut short.
nonisolated final class ProcessMark: Sendable {
  /// Whether the previous run did not end normally.
  let wasCutShort: Bool
  private let descriptor: CInt

  /// Marks the run as begun. If the file cannot be written, or another process runs, the previous
  /// run counts as ended normally.
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

  /// Marks the normal end of the run.
  func end() { if descriptor >= 0 { pwrite(descriptor, "0", 1, 0) } }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
