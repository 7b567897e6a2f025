import FoundationEssentials
import Glibc
import Mail
import Synchronization
import SystemPackage
import TidelineGtk

/// Copies of attachments that other programs show: in a folder that only the user may enter, each
/// to be read and not written, until the program ends.
nonisolated final class OpenedFiles: Sendable {
  private let root: String
  private let state = Mutex(State())

  private struct State {
    /// Of this process; made with the first copy.
    var folder: String?
    /// Locked as long as the process lives, so that others leave the folder alone.
    var lock: FileDescriptor?
    var count = 0
  }

  /// Those of this program.
  static let shared: OpenedFiles = {
    _ = atexit { OpenedFiles.shared.removeAll() }
    return OpenedFiles(in: UserDirectories.runtime)
  }()

  /// - Parameter folder: where the copies' folder is made.
  init(in folder: String) { root = folder + "/tideline" }

  /// Makes a copy.
  ///
  /// - Parameters:
  ///   - name: of ``AttachmentName``.
  ///   - mode: the copy's permissions. What another program takes for its own can be written.
  /// - Returns: its path, with that name.
  /// - Throws: ``MailError/notWritable(path:reason:)``.
  func add(
    _ content: [UInt8],
    _ name: String,
    mode: FilePermissions = .ownerRead
  ) throws -> String {
    let folder = try state.withLock { state in
      let parent = try state.folder ?? begin(&state)
      state.count += 1
      // The name stays as it is, whatever else is open.
      let folder = "\(parent)/\(state.count)"
      try Self.makeFolder(folder)
      return folder
    }
    return try AttachmentFile.create(content, name, in: folder, mode: mode)
  }

  private func begin(_ state: inout State) throws -> String {
    let manager = FileManager.default
    try? manager.createDirectory(atPath: root, withIntermediateDirectories: true)
    chmod(root, 0o700)
    let folder = root + "/" + UUID().uuidString
    try Self.makeFolder(folder)
    state.lock = Self.lock(folder)
    state.folder = folder
    return folder
  }

  private static func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o700) == 0 else {
      throw MailError.notWritable(path: path, reason: "\(Errno(rawValue: errno))")
    }
  }

  /// - Returns: nil where another process has the lock.
  private static func lock(_ folder: String) -> FileDescriptor? {
    let options: FileDescriptor.OpenOptions = [.directory, .noFollow, .closeOnExec]
    guard let opened = try? FileDescriptor.open(folder, .readOnly, options: options) else {
      return nil
    }
    guard flock(opened.rawValue, LOCK_EX | LOCK_NB) == 0 else {
      try? opened.close()
      return nil
    }
    return opened
  }

  /// Removes this process's copies.
  func removeAll() {
    state.withLock { state in
      if let folder = state.folder { try? FileManager.default.removeItem(atPath: folder) }
      try? state.lock?.close()
      (state.folder, state.lock) = (nil, nil)
    }
  }

  /// Removes what processes have left behind that were killed.
  func removeAbandoned() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    for name in names {
      let folder = root + "/" + name
      guard let lock = Self.lock(folder) else { continue }
      try? FileManager.default.removeItem(atPath: folder)
      try? lock.close()
    }
  }
}
