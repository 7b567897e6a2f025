import FoundationEssentials
import Glibc
import Mail
import Synchronization
import SystemPackage
import TidelineGtk
import TidelineProgram

/// Copies of attachments for other programs, read-only by default. They are kept until this process
/// ends, in a folder that only the user can enter.
///
/// The folder has a ``FileManifest``. A copy that another program has changed is not removed.
nonisolated final class OpenedFiles: Sendable {
  private let root: String
  private let state = Mutex(State())

  private struct State {
    /// The folder of this process; created with the first copy.
    var folder: Folder?
    var count = 0
  }

  private struct Folder {
    let path: String
    /// The lock that this process holds while it lives, so that other processes do not remove the
    /// folder. Nil if the file system has no locks.
    let lock: FileLock?
    var list: FileManifest
  }

  private static let prefix = "opened-"
  private static func listPath(_ folder: String) -> String { folder + "/copies" }

  /// The copies of this process, which are removed when it exits.
  static let shared: OpenedFiles = {
    _ = atexit { OpenedFiles.shared.removeAll() }
    return OpenedFiles(in: UserDirectories.runtime)
  }()

  init(in folder: String) { root = folder + "/tideline" }

  /// Creates a copy.
  ///
  /// - Parameters:
  ///   - name: a name made by ``AttachmentName``.
  ///   - mode: the copy's permissions; writable for a copy that is dragged to another program.
  /// - Returns: the copy's path, which ends with the name.
  /// - Throws: ``MailError/notWritable(path:reason:)``.
  func add(
    _ content: [UInt8],
    _ name: String,
    mode: FilePermissions = .ownerRead
  ) throws -> String {
    let copy = try state.withLock { state in
      var folder = try state.folder ?? begin()
      state.count += 1
      // Each copy has its own folder, so that copies of the same name do not collide.
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
    // Waits, since a process that looks for abandoned folders may hold the lock for a moment.
    let lock = try? FileLock(path, isFolder: true, within: .seconds(10))
    return Folder(path: path, lock: lock, list: list)
  }

  private static func failure(_ path: String) -> MailError {
    .notWritable(path: path, reason: "\(Errno(rawValue: errno))")
  }

  /// Removes this process's unchanged copies.
  func removeAll() {
    state.withLock { state in
      if let folder = state.folder {
        folder.list.removeFiles(in: folder.path)
        folder.lock?.release()
      }
      state.folder = nil
    }
  }

  /// Removes the unchanged copies of processes that were killed.
  func removeAbandoned() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    for folder in names.filter({ $0.hasPrefix(Self.prefix) }).map({ root + "/" + $0 }) {
      guard let lock = try? FileLock(folder, isFolder: true) else { continue }
      FileManifest(at: Self.listPath(folder))?.removeFiles(in: folder)
      lock.release()
    }
  }
}
