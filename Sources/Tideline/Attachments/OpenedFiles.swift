import FoundationEssentials
import Glibc
import Mail
import Synchronization
import SystemPackage
import TidelineGtk

/// Copies of attachments that other programs show: in a folder that only the user may enter, each
/// to be read and not written, until the program ends.
///
/// Each folder has a ``FileManifest``. A copy that another program has changed is not removed.
nonisolated final class OpenedFiles: Sendable {
  private let root: String
  private let state = Mutex(State())

  private struct State {
    /// The folder of this process; made with the first copy.
    var folder: Folder?
    var count = 0
  }

  private struct Folder {
    let path: String
    /// Held as long as the process lives, so that others leave the folder alone. Nil where the file
    /// system knows no locks.
    let lock: FileDescriptor?
    var list: FileManifest
  }

  private static let prefix = "opened-"
  private static func listPath(_ folder: String) -> String { folder + "/copies" }

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
    let copy = try state.withLock { state in
      var folder = try state.folder ?? begin()
      state.count += 1
      // The name stays as it is, whatever else is open.
      let copy = "\(folder.path)/\(state.count)"
      folder.list.add(content, as: "\(state.count)/\(name)")
      state.folder = folder
      try folder.list.write()
      guard mkdir(copy, 0o700) == 0 else { throw Self.failure(copy) }
      return copy
    }
    return try AttachmentFile.create(content, name, in: copy, mode: mode)
  }

  private func begin() throws -> Folder {
    try WritablePath.check(root)
    try? FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    chmod(root, 0o700)
    var name = Array("\(root)/\(Self.prefix)XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw Self.failure(root) }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let list = FileManifest(new: Self.listPath(path))
    // Another process that looks for abandoned folders may have the lock for a moment.
    return Folder(path: path, lock: Self.lock(path, waits: true), list: list)
  }

  private static func failure(_ path: String) -> MailError {
    .notWritable(path: path, reason: "\(Errno(rawValue: errno))")
  }

  /// - Returns: nil where another process has the lock.
  private static func lock(_ folder: String, waits: Bool = false) -> FileDescriptor? {
    let options: FileDescriptor.OpenOptions = [.directory, .noFollow, .closeOnExec]
    guard let opened = try? FileDescriptor.open(folder, .readOnly, options: options) else {
      return nil
    }
    guard flock(opened.rawValue, waits ? LOCK_EX : LOCK_EX | LOCK_NB) == 0 else {
      try? opened.close()
      return nil
    }
    return opened
  }

  /// Removes this process's copies.
  func removeAll() {
    state.withLock { state in
      if let folder = state.folder {
        folder.list.removeFiles(in: folder.path)
        try? folder.lock?.close()
      }
      state.folder = nil
    }
  }

  /// Removes the copies of processes that were killed.
  func removeAbandoned() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    for folder in names.filter({ $0.hasPrefix(Self.prefix) }).map({ root + "/" + $0 }) {
      guard let lock = Self.lock(folder) else { continue }
      FileManifest(at: Self.listPath(folder))?.removeFiles(in: folder)
      try? lock.close()
    }
  }
}
