import CTidelineGLib
import FoundationEssentials
import GRDB
import Glibc
import SystemPackage

/// The store's file: its default path, and the check whether a file is a store.
enum StoreFile {
  /// Returns the path of the account's own file in `$XDG_CACHE_HOME/tideline`. The file's name has
  /// the account's title and a digest of the account's whole identifier, so that two accounts do
  /// not share a file. An existing file keeps its name when the title changes.
  static func defaultPath(for account: any MailAccount) -> String {
    let present = defaultPath(named: account.title, of: account.id)
    if inode(of: present) != 0 { return present }
    // If the folder cannot be read, opening the store reports it.
    return (try? paths(of: account.id))?.first ?? present
  }

  /// Returns the account's stores at default paths, under any title that the account has had.
  ///
  /// - Throws: if the stores' folder cannot be read. A missing folder counts as empty.
  static func paths(of account: AccountID) throws(MailError) -> [String] {
    let (folder, ending) = (defaultFolder, defaultName(named: "", of: account))
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      if inode(of: folder) == 0 { return [] }
      throw .storeUnusable(path: folder, reason: "\(error)")
    }
    return names.filter { $0.hasSuffix(ending) }.sorted().map { "\(folder)/\($0)" }
  }

  private static var defaultFolder: String { HomeFolder.cache + "/tideline" }

  private static func defaultPath(named title: String, of account: AccountID) -> String {
    "\(defaultFolder)/\(defaultName(named: title, of: account))"
  }

  private static func defaultName(named title: String, of account: AccountID) -> String {
    // Keeps letters, marks and digits of any script.
    let name = title.unicodeScalars.prefix(40).map {
      g_unichar_isalnum($0.value) != 0 || g_unichar_ismark($0.value) != 0 ? String($0) : "-"
    }
    let digest = UInt64(bitPattern: ThreadName.make(from: account.storeKey))
    return "\(name.joined())-\(String(digest, radix: 36)).sqlite"
  }

  /// Creates a store's folder, which only the user may read.
  static func makeFolder(for path: String) throws(MailError) {
    let folder = WritablePath.folder(of: path)
    guard g_mkdir_with_parents(folder, 0o700) == 0 else {
      throw .storeUnusable(path: path, reason: "its folder cannot be made")
    }
    WritablePath.takeFromOthers(folder)
  }

  /// Creates an empty store if there is no file. The file appears complete, with this program's
  /// `application_id`. So a killed process leaves no file that looks like another program's.
  ///
  /// - Returns: whether this process has made the file: another one may have been first.
  static func make(_ path: String) throws -> Bool {
    if inode(of: path) != 0 { return false }
    var draft = Array("\(path).XXXXXX".utf8CString)
    let file = mkstemp(&draft)
    guard file >= 0 else { throw MailError.storeUnusable(path: path, reason: systemReason()) }
    close(file)
    defer { unlink(draft) }
    let name = String(decoding: draft.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    try DatabaseQueue().writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA application_id = \(StoreSchema.applicationID)")
      try db.execute(sql: "VACUUM INTO ?", arguments: [name])
    }
    if link(draft, path) == 0 { return true }
    if errno == EEXIST { return false }
    // Some disks have no hard links.
    guard rename(draft, path) == 0 else {
      throw MailError.storeUnusable(path: path, reason: systemReason())
    }
    return true
  }

  /// Removes other users' permissions on files that earlier versions left readable for all. SQLite
  /// gives the log the store's permissions.
  static func makePrivate(_ path: String) {
    for suffix in ["", "-wal", "-shm", ".lock"] { WritablePath.takeFromOthers(path + suffix) }
  }

  /// Checks the files that SQLite and ``FolderLock`` keep beside a store. Each must be regular.
  /// If the store is missing, they may be left from a deleted store, or belong to something else.
  ///
  /// Recognizes such files by size, since opening and closing them would release SQLite's locks. A
  /// log has a header and whole frames of one page (sqlite.org/fileformat2.html, section 4.1); its
  /// index has blocks of 32 KiB.
  ///
  /// - Throws: ``MailError/storeIsForeign(path:)`` with the path of a file that is not ours.
  static func checkCompanions(of path: String) throws(MailError) {
    for (suffix, isOurs) in Self.companions {
      var status = stat()
      guard lstat(path + suffix, &status) == 0 else { continue }
      let isRegular = status.st_mode & S_IFMT == S_IFREG
      // Looks for the store last: another process may just have made it, and then this file.
      guard isRegular, isOurs(status.st_size) || WritablePath.kind(of: path) != nil else {
        throw .storeIsForeign(path: path + suffix)
      }
    }
  }

  private static let companions: [(suffix: String, isOurs: @Sendable (_ size: Int) -> Bool)] = [
    ("-wal", { $0 == 0 || $0 >= 32 && ($0 - 32) % (24 + 4096) == 0 }),
    ("-shm", { $0 % (32 << 10) == 0 }),
    ("-journal", { $0 == 0 }),
    (".lock", { $0 == 0 }),
  ]

  enum Kind {
    case missing
    /// A store, intact or damaged.
    case store
    /// Another file, even if it is empty: a mail program may still fill an empty file as an mbox.
    case foreign
  }

  /// Checks what is at the path, without changing it.
  static func kind(of path: String) throws(MailError) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .storeUnusable(path: path, reason: systemReason()) }
      return .missing
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return .foreign }
    guard access(path, R_OK) == 0 else {
      throw .storeUnusable(path: path, reason: systemReason())
    }
    guard status.st_size > 0 else { return .foreign }
    do {
      // Each store has the mark from its first moment, see ``make(_:)``.
      return try StoreMark(of: path).beginsAsStore ? .store : .foreign
    } catch {
      throw .storeUnusable(path: path, reason: "\(error)")
    }
  }

  /// Deletes a store with its log. Only for files that ``kind(of:)`` identifies as stores, or at
  /// paths where only this program writes.
  static func remove(_ path: String) throws(MailError) {
    for suffix in ["", "-wal", "-shm", ".lock"] {
      guard unlink(path + suffix) == 0 || errno == ENOENT else {
        throw .storeUnusable(path: path, reason: systemReason())
      }
    }
  }

  /// Tells other processes that use the store that it is about to be deleted with its account:
  /// otherwise they would take this for a cleared cache, and make the store anew.
  static func noteRemoval(_ path: String) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    try DatabaseQueue(path: path, configuration: configuration).write { db in
      try db.execute(sql: "UPDATE account SET epoch = ?", arguments: [StoreSchema.removed])
    }
  }

  /// The file's inode number, or 0 when there is no file.
  static func inode(of path: String) -> UInt {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_ino : 0
  }

  static func size(of path: String) -> Int {
    ["", "-wal"].reduce(0) { sum, suffix in
      var status = stat()
      return stat(path + suffix, &status) == 0 ? sum + Int(status.st_size) : sum
    }
  }
}

extension Mailbox {
  /// Ends all writing into the store, before it is deleted: a running refresh and every later one
  /// throw `CancellationError`. Stored mail can still be read.
  public func close() { store.close() }

  /// Closes the mailbox, forgets its marks, and deletes the store if it is the account's default
  /// one. A store at a path that the user has chosen is kept.
  ///
  /// - Returns: the path of the deleted store; nil if there was none.
  /// - Throws: ``MailError``.
  public func removeStore() async throws -> String? {
    close()
    let marks = store.marks
    guard storePath == StoreFile.defaultPath(for: account) else {
      try await ReadingThreads.run { try marks.file?.remove(marks.account) }
      return nil
    }
    return try await Self.removeStore(of: account, marks: marks.file)
  }

  /// Deletes a removed account's default store, with its log, and its stores that are named after
  /// earlier titles of the account.
  ///
  /// - Parameter marks: the file of the account's marks, which are forgotten.
  /// - Returns: the path of the store; nil if there was none.
  /// - Throws: ``MailError``.
  public static func removeStore(
    of account: any MailAccount,
    marks: MarkFile? = nil
  ) async throws -> String? {
    let path = StoreFile.defaultPath(for: account)
    return try await removeStores(of: account.id, marks).contains(path) ? path : nil
  }

  /// Deletes the store of mail on disk whose folder or file is gone.
  ///
  /// - Parameter path: the former path of the mail.
  /// - Throws: ``MailError``.
  public static func removeStore(ofVanished path: String, marks: MarkFile? = nil) async throws {
    _ = try await removeStores(of: .disk(path: FilePath(path).resolvedFarEnough.identifier), marks)
  }

  private static func removeStores(
    of account: AccountID,
    _ marks: MarkFile?
  ) async throws -> [String] {
    try await ReadingThreads.run {
      let paths = try StoreFile.paths(of: account).filter {
        try StoreFile.kind(of: $0) != .foreign
      }
      for path in paths {
        // A damaged store is removed all the same.
        try? StoreFile.noteRemoval(path)
        try StoreFile.remove(path)
      }
      // Removes the marks last: they are stored nowhere else.
      try marks?.remove(account.storeKey)
      return paths
    }
  }
}
