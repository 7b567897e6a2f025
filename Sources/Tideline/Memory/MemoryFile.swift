import FoundationEssentials
import Glibc
import TidelineGtk

/// The file in which is kept what is remembered: a few kilobytes of JSON that only the user may
/// read, since they tell what somebody reads.
///
/// Writers take turns by a lock, which ends with the process however that ends, and each reads what
/// the others have written before it changes its part. A disk may keep all of it waiting: use it on
/// a `DiskQueue`.
nonisolated struct MemoryFile: Sendable {
  let path: String
  /// Reads the file; tests have a slow one.
  var contents: @Sendable (_ path: String) -> [UInt8]? = { PrivateFile.contents($0) }

  /// How often a lock that another one has is asked for, and how long after one another, in
  /// microseconds: half a second in all. To write takes a millisecond or two.
  private static let (attempts, pause) = (50, useconds_t(10_000))

  /// What was written last; nothing where there is no file, or none that can be read.
  func read() -> Remembered {
    guard let bytes = contents(path) else { return Remembered() }
    return (try? JSONDecoder().decode(Remembered.self, from: Data(bytes))) ?? Remembered()
  }

  /// Changes what is kept.
  ///
  /// - Returns: all that is kept now.
  /// - Throws: an error where it cannot be written; then the file is as it was.
  func update(_ change: (inout Remembered) -> Void) throws -> Remembered {
    PrivateFile.makeFolder(of: path)
    let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    take(lock)
    defer {
      // A child process has it too, until it runs a program.
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

  /// Takes the writers' lock. Where a file system knows none, or the process that has it hangs, the
  /// last writer wins with all it has.
  private func take(_ lock: CInt) {
    for _ in 0..<Self.attempts {
      guard flock(lock, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
      usleep(Self.pause)
    }
  }
}
