import Foundation
import GRDB

/// The store's file: where it lies by default, and whether a file is one.
enum StoreFile {
  /// One file a mailbox below `$XDG_CACHE_HOME/tideline`, named after the mailbox and a digest of
  /// its whole identifier, so that two inboxes do not share one.
  static func defaultPath(for tree: MailTree) -> String {
    let environment = ProcessInfo.processInfo.environment
    // The base directory specification: a relative path there is to be ignored.
    let base =
      environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? "\(environment["HOME"] ?? NSHomeDirectory())/.cache"
    let name = tree.title.unicodeScalars.prefix(40).map {
      CharacterSet.alphanumerics.contains($0) ? String($0) : "-"
    }
    let digest = tree.identifier.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return "\(base)/tideline/\(name.joined())-\(String(digest, radix: 36)).sqlite"
  }

  /// Makes the folder that a store lies in.
  static func makeFolder(for path: String) throws(MailError) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw .storeUnusable(path: path, reason: "its folder cannot be made")
    }
  }

  enum Kind {
    /// Nothing there yet, or an empty file.
    case blank
    /// A store of ours, sound or not.
    case store
    /// Something of somebody else's.
    case foreign
  }

  /// Looks at what is at the path, without changing it.
  ///
  /// SQLite reads it rather than we: a process that closes a file loses all its locks on it, also
  /// those of a store that it has open (sqlite.org/howtocorrupt.html, section 2.2).
  static func kind(of path: String) throws(MailError) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .storeUnusable(path: path, reason: systemReason()) }
      return .blank
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return .foreign }
    guard access(path, R_OK) == 0 else {
      throw .storeUnusable(path: path, reason: systemReason())
    }
    guard status.st_size > 0 else { return .blank }
    do {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(10)
      // Another first start may be making it: it is marked before anything is put into it, so here
      // one looks the other way round.
      let (isEmpty, id) = try DatabaseQueue(path: path, configuration: configuration).read { db in
        (
          try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0,
          try Int32.fetchOne(db, sql: "PRAGMA application_id")
        )
      }
      if id == StoreSchema.applicationID { return .store }
      // A store that was killed before it was marked has nothing in it.
      return id == 0 && isEmpty ? .blank : .foreign
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    {
      return .foreign
    } catch {
      throw .storeUnusable(path: path, reason: "\(error)")
    }
  }

  /// Deletes a store with its log. Only for files that ``kind(of:)`` calls ours, or that lie
  /// where nobody but us puts files.
  static func remove(_ path: String) throws(MailError) {
    for suffix in ["", "-wal", "-shm"] {
      guard unlink(path + suffix) == 0 || errno == ENOENT else {
        throw .storeUnusable(path: path, reason: systemReason())
      }
    }
  }

  /// The file's number in its file system, or 0 when there is none.
  static func inode(of path: String) -> UInt {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_ino : 0
  }

  /// In bytes, with the log.
  static func size(of path: String) -> Int {
    ["", "-wal"].reduce(0) { sum, suffix in
      var status = stat()
      return stat(path + suffix, &status) == 0 ? sum + Int(status.st_size) : sum
    }
  }
}
