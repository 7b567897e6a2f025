import FoundationEssentials
import Glibc
import TidelineGtk

/// The file that stores the memory of the windows: a few kilobytes of JSON. Only the user may read
/// it, since it tells which mail was read.
///
/// Writers take turns by a lock, which the system releases whenever the process ends. Each writer
/// reads the file again before it changes its own values. A disk may block for any time: use this
/// on a `DiskQueue`.
nonisolated struct MemoryFile: Sendable {
  let path: String
  /// Reads the file; tests replace this by a slow function.
  var contents: @Sendable (_ path: String) -> [UInt8]? = { PrivateFile.contents($0) }

  /// The number of attempts to take the lock while another process holds it, and the pause between
  /// two attempts in microseconds: half a second in all. Writing takes a millisecond or two.
  private static let (attempts, pause) = (50, useconds_t(10_000))

  /// The stored memory; empty if there is no file, or if the file cannot be read or decoded.
  func read() -> Remembered {
    guard let bytes = contents(path) else { return Remembered() }
    return (try? JSONDecoder().decode(Remembered.self, from: Data(bytes))) ?? Remembered()
  }

  /// Changes the stored memory.
  ///
  /// - Returns: the memory as it is stored now.
  /// - Throws: an error if it cannot be written; the file is then unchanged.
  func update(_ change: (inout Remembered) -> Void) throws -> Remembered {
    PrivateFile.makeFolder(of: path)
    let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    take(lock)
    defer {
      // Unlocks explicitly: closing the file would not release the lock while a child process,
      // which has not executed its program yet, still has the file open.
      flock(lock, LOCK_UN)
      close(lock)
    }
    var remembered = read()
    change(&remembered)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try PrivateFile.write(Array(encoder.encode(remembered)), to: path)
    return remembered
  }

  /// Takes the writers' lock. Goes on without the lock if the file system has no locks, or if a
  /// process that hangs holds the lock: the last writer then overwrites the whole file.
  private func take(_ lock: CInt) {
    for _ in 0..<Self.attempts {
      guard flock(lock, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
      usleep(Self.pause)
    }
  }
}

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
