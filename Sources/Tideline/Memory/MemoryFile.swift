import FoundationEssentials
import Glibc
import TidelineGtk
import TidelineProgram

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
    // Continues without the lock if the file system has no locks, or if a process that hangs has
    // the lock: the last writer then overwrites the whole file.
    let lock = try? FileLock(path + ".lock", within: .milliseconds(500))
    defer { lock?.release() }
    var remembered = read()
    change(&remembered)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try PrivateFile.write(Array(encoder.encode(remembered)), to: path)
    return remembered
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
  private let lock: FileLock?

  /// Marks the run as begun. If the file cannot be written, or another process runs, the previous
  /// run counts as ended normally.
  init(path: String) {
    PrivateFile.makeFolder(of: path)
    lock = try? FileLock(path)
    var last: UInt8 = 0
    let count = lock.map { pread($0.file.rawValue, &last, 1, 0) }
    wasCutShort = count == 1 && last == UInt8(ascii: "1")
    if !wasCutShort { write("1") }
  }

  private func write(_ mark: String) { if let lock { pwrite(lock.file.rawValue, mark, 1, 0) } }

  /// Marks the normal end of the run.
  func end() { write("0") }

  deinit { lock?.release() }
}
