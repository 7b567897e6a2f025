import Foundation

/// A Maildir's cur/ and new/, open for reading.
///
/// They are opened for one refresh and closed at its end; the descriptors are only read through,
/// so several threads may do so at once.
final class MaildirFolders: Sendable {
  let cur: Int32
  let new: Int32
  private let path: String

  init(path: String) throws(MailError) {
    self.path = path
    cur = try Self.open(path, "cur")
    do {
      new = try Self.open(path, "new")
    } catch {
      close(cur)
      throw error
    }
  }

  deinit {
    close(cur)
    close(new)
  }

  private static func open(_ path: String, _ name: String) throws(MailError) -> Int32 {
    let folder = Glibc.open("\(path)/\(name)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder < 0 else { return folder }
    throw errno == ENOENT || errno == ENOTDIR
      ? .mailboxVanished(path: path)
      : .mailboxUnreadable(path: "\(path)/\(name)", reason: systemReason())
  }

  /// When the two folders last changed, in nanoseconds.
  func stamp() throws(MailError) -> MaildirStamp {
    MaildirStamp(cur: try modified(cur), new: try modified(new))
  }

  private func modified(_ folder: Int32) throws(MailError) -> Int64 {
    var status = stat()
    guard fstat(folder, &status) == 0 else {
      throw .mailboxUnreadable(path: path, reason: systemReason())
    }
    return status.modifiedNanoseconds
  }

  /// Every message's name.
  ///
  /// new/ is read first: a message that is moved meanwhile is then seen twice rather than never.
  func entries() throws(MailError) -> [MessageKey: MaildirEntry] {
    var entries: [MessageKey: MaildirEntry] = [:]
    try list(new, isNew: true, into: &entries)
    try list(cur, isNew: false, into: &entries)
    return entries
  }

  private func list(
    _ folder: Int32,
    isNew: Bool,
    into entries: inout [MessageKey: MaildirEntry]
  ) throws(MailError) {
    // A descriptor of its own, because reading a folder moves the descriptor's position.
    let own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0, let stream = fdopendir(own) else {
      throw errno == ENOENT
        ? .mailboxVanished(path: path)
        : .mailboxUnreadable(path: path, reason: systemReason())
    }
    defer { closedir(stream) }
    errno = 0
    while let item = readdir(stream) {
      let entry = withUnsafePointer(to: &item.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { MaildirEntry($0, isNew: isNew) }
      }
      if let entry { entries[entry.key] = entry }
      errno = 0
    }
    guard errno == 0 else { throw .mailboxUnreadable(path: path, reason: systemReason()) }
  }
}

/// The state of a Maildir's two folders: adding, removing and renaming a file changes it.
struct MaildirStamp: Sendable, Hashable, Codable {
  var cur: Int64
  var new: Int64
}
