import Glibc

/// A Maildir's cur/ and new/, open for reading.
///
/// They are opened for one refresh and closed at its end; the descriptors are only read through,
/// so several threads may do so at once.
final class MaildirFolders: Sendable {
  let cur: Int32
  let new: Int32
  private let path: DiskPath

  /// - Parameter hasNew: false for a Maildir of Thunderbird's, which has no new/.
  init(path: DiskPath, hasNew: Bool = true) throws(MailError) {
    self.path = path
    cur = try Self.open(path, "cur")
    guard hasNew else {
      new = -1
      return
    }
    do {
      new = try Self.open(path, "new")
    } catch {
      close(cur)
      throw error
    }
  }

  deinit {
    close(cur)
    if new >= 0 { close(new) }
  }

  private static func open(_ path: DiskPath, _ name: String) throws(MailError) -> Int32 {
    let folder = path.appending(Array(name.utf8)).withCString {
      Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard folder < 0 else { return folder }
    throw errno == ENOENT || errno == ENOTDIR
      ? .mailboxVanished(path: path.description)
      : .mailboxUnreadable(path: "\(path)/\(name)", reason: systemReason())
  }

  /// When the two folders last changed, in nanoseconds.
  func stamp() throws(MailError) -> MaildirStamp {
    MaildirStamp(cur: try changed(cur), new: new < 0 ? 0 : try changed(new))
  }

  private func changed(_ folder: Int32) throws(MailError) -> Int64 {
    var status = stat()
    guard fstat(folder, &status) == 0 else {
      throw .mailboxUnreadable(path: path.description, reason: systemReason())
    }
    return status.changedNanoseconds
  }

  /// Every message's name.
  ///
  /// new/ is read first: a message that is moved meanwhile is then seen twice rather than never.
  func entries() throws(MailError) -> [MessageKey: MaildirEntry] {
    var entries: [MessageKey: MaildirEntry] = [:]
    try list { entry in
      entries[entry.key] = entry
      return true
    }
    return entries
  }

  /// One message's name, or nil when it is not there.
  func entry(_ key: MessageKey) throws(MailError) -> MaildirEntry? {
    var found: MaildirEntry?
    try list { entry in
      if entry.key == key { found = entry }
      return found == nil
    }
    return found
  }

  /// Hands out the names until there are no more, or `consume` says that it has enough.
  private func list(_ consume: (MaildirEntry) -> Bool) throws(MailError) {
    if new >= 0, try !list(new, isNew: true, consume) { return }
    _ = try list(cur, isNew: false, consume)
  }

  private func list(
    _ folder: Int32,
    isNew: Bool,
    _ consume: (MaildirEntry) -> Bool
  ) throws(MailError) -> Bool {
    // A descriptor of its own, because reading a folder moves the descriptor's position.
    let own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard own >= 0, let stream = fdopendir(own) else {
      throw errno == ENOENT
        ? .mailboxVanished(path: path.description)
        : .mailboxUnreadable(path: path.description, reason: systemReason())
    }
    defer { closedir(stream) }
    errno = 0
    while let item = readdir(stream) {
      let entry = withUnsafePointer(to: &item.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { MaildirEntry($0, isNew: isNew) }
      }
      if let entry, !consume(entry) { return false }
      errno = 0
    }
    guard errno == 0 else {
      throw .mailboxUnreadable(path: path.description, reason: systemReason())
    }
    return true
  }
}

/// The state of a Maildir's two folders: adding, removing and renaming a file changes it.
struct MaildirStamp: Sendable, Hashable, Codable {
  var cur: Int64
  var new: Int64
}
