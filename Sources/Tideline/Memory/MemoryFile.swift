import FoundationEssentials
import Glibc
import SystemPackage

/// The file in which is kept what is remembered: a few kilobytes of JSON that nobody else may read,
/// since they tell what somebody reads.
///
/// Readers always find a whole file: it is written beside its place and renamed into it. Writers
/// take turns by a lock, which ends with the process however that ends, and each reads what the
/// others have written before it changes its part.
nonisolated struct MemoryFile: Sendable {
  let path: String

  /// Ours is a few kilobytes; what is larger by far was not written by us.
  static let largest = 1 << 20
  /// How often a lock that another one has is asked for, and how long after one another, in
  /// microseconds: half a second in all. To write takes a millisecond or two.
  private static let (attempts, pause) = (50, useconds_t(10_000))

  /// What was written last; nothing where there is no file, or none that can be read.
  func read() -> Remembered {
    guard let bytes = bytes() else { return Remembered() }
    return (try? JSONDecoder().decode(Remembered.self, from: bytes)) ?? Remembered()
  }

  /// Changes what is kept.
  ///
  /// - Returns: all that is kept now.
  /// - Throws: an error where it cannot be written; then the file is as it was.
  func update(_ change: (inout Remembered) -> Void) throws -> Remembered {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    try FileManager.default.createDirectory(
      atPath: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
    let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    take(lock)
    defer {
      // A child of ours has it too, until it runs a program.
      flock(lock, LOCK_UN)
      close(lock)
    }
    var remembered = read()
    change(&remembered)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try write(encoder.encode(remembered))
    return remembered
  }

  /// Takes the writers' lock. Where a file system knows none, or whoever has it hangs, the last
  /// writer wins with all it has.
  private func take(_ lock: CInt) {
    for _ in 0..<Self.attempts {
      guard flock(lock, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
      usleep(Self.pause)
    }
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private func write(_ data: Data) throws {
    // Always the same name: what a killed process leaves behind is written over.
    let draft = path + ".new"
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw Failure.now() }
    do {
      // Closes it in any case.
      try FileDescriptor(rawValue: file).closeAfter {
        _ = try FileDescriptor(rawValue: file).writeAll(data)
      }
      guard rename(draft, path) == 0 else { throw Failure.now() }
    } catch {
      unlink(draft)
      throw error
    }
  }

  private func bytes() -> Data? {
    // A pipe in its place must not hold us up.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var data = Data(count: Self.largest + 1)
    var count = 0
    while count < data.count {
      let read = data.withUnsafeMutableBytes {
        Glibc.read(file, $0.baseAddress.map { $0 + count }, $0.count - count)
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { return nil }
      if read == 0 { return data.prefix(count) }
      count += read
    }
    return nil
  }
}

extension MemoryFile.Failure {
  nonisolated fileprivate static func now() -> Self {
    Self(description: String(cString: strerror(errno)))
  }
}
