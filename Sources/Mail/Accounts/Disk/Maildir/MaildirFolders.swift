import Glibc
import SystemPackage

/// A Maildir's cur/ and new/, open for reading.
///
/// Both stay open as long as this object exists, for example during one refresh. Several threads
/// may share the descriptors: opening a file in a folder does not change the folder's descriptor.
final class MaildirFolders: Sendable {
  let cur: FileDescriptor
  /// The folder new/; nil in Thunderbird's Maildirs, which have none.
  let new: FileDescriptor?
  private let path: FilePath

  init(path: FilePath, hasNew: Bool = true) throws(MailError) {
    self.path = path
    cur = try Self.open(path, "cur")
    do throws(MailError) {
      new = hasNew ? try Self.open(path, "new") : nil
    } catch {
      try? cur.close()
      throw error
    }
  }

  deinit {
    try? cur.close()
    try? new?.close()
  }

  private static func open(_ path: FilePath, _ name: String) throws(MailError) -> FileDescriptor {
    let folder = path.appending(name)
    do throws(Errno) {
      return try FileDescriptor.workingFolder.open(folder, isFolder: true)
    } catch {
      throw error.isMissing || error == .notDirectory
        ? .mailboxVanished(path: path.description)
        : .mailboxUnreadable(path: folder.description, reason: error.description)
    }
  }

  /// The descriptor of new/ or cur/; that of cur/ if there is no new/.
  func folder(isNew: Bool) -> FileDescriptor { isNew ? new ?? cur : cur }

  func holds(_ name: [CChar], isNew: Bool) -> Bool {
    guard let folder = isNew ? new : cur else { return false }
    return faccessat(folder.rawValue, name, F_OK, 0) == 0
  }

  /// Whether two names belong to two different files that both exist.
  func isOther(_ one: MaildirEntry, than other: MaildirEntry) -> Bool {
    guard one.name != other.name || one.isNew != other.isNew,
      let one = Self.identity(one.name, in: folder(isNew: one.isNew).rawValue),
      let other = Self.identity(other.name, in: folder(isNew: other.isNew).rawValue)
    else { return false }
    return one != other
  }

  /// Identifies the file of a name in a folder; nil if there is none.
  static func identity(_ name: [CChar], in folder: CInt) -> [UInt64]? {
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return status.identity
  }

  /// When the two folders last changed, in nanoseconds since 1970.
  func stamp() throws(MailError) -> MaildirStamp {
    do throws(Errno) {
      return MaildirStamp(
        cur: try cur.stat().st_ctim.nanoseconds,
        new: try new?.stat().st_ctim.nanoseconds ?? 0
      )
    } catch {
      throw .mailboxUnreadable(path: path.description, reason: error.description)
    }
  }

  /// The names of all messages.
  ///
  /// Reads new/ first: a message that moves to cur/ meanwhile is then seen twice, not missed.
  func names() throws(MailError) -> MaildirNames {
    try MaildirNames { add throws(MailError) in
      try list { name, isNew in
        if let name = MaildirName(name) { add(name, isNew) }
        return true
      }
    }
  }

  /// A message's file name, or nil when the message is gone.
  func entry(_ key: MessageKey) throws(MailError) -> MaildirEntry? {
    var found: MaildirEntry?
    try list { name, isNew in
      found = MaildirEntry(name, isNew: isNew).flatMap { $0.key == key ? $0 : nil }
      return found == nil
    }
    return found
  }

  /// The file names of some messages, without those that are gone. A message has several names if
  /// a program has copied it, or is renaming it.
  func files(_ keys: Set<MessageKey>) throws(MailError) -> [MessageKey: [MaildirEntry]] {
    var found: [MessageKey: [MaildirEntry]] = [:]
    try list { name, isNew in
      if let entry = MaildirEntry(name, isNew: isNew), keys.contains(entry.key) {
        found[entry.key, default: []].append(entry)
      }
      return true
    }
    return found
  }

  /// Passes on the names until there are no more, or `consume` returns false.
  private func list(
    _ consume: (_ name: UnsafePointer<CChar>, _ isNew: Bool) -> Bool
  ) throws(MailError) {
    do throws(Errno) {
      var goesOn = true
      for (folder, isNew) in [(new, true), (cur, false)] where goesOn {
        try folder?.list { name, _ in
          goesOn = consume(name, isNew)
          return goesOn
        }
      }
    } catch {
      throw error.isMissing
        ? .mailboxVanished(path: path.description)
        : .mailboxUnreadable(path: path.description, reason: error.description)
    }
  }
}

/// The state of a Maildir's two folders, which changes when a file is added, removed or renamed.
struct MaildirStamp: Sendable, Hashable, Codable {
  var cur: Int64
  var new: Int64
}
