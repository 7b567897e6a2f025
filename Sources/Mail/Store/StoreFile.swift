import Foundation

/// The store's file: where it lies by default, and whether a file is one.
enum StoreFile {
  /// One file a mailbox below `$XDG_CACHE_HOME/tideline`, named after the mailbox and a digest of
  /// its whole identifier, so that two inboxes do not share one.
  static func defaultPath(for source: any MailSource) -> String {
    let environment = ProcessInfo.processInfo.environment
    // The base directory specification: a relative path there is to be ignored.
    let base =
      environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? "\(environment["HOME"] ?? NSHomeDirectory())/.cache"
    let name = source.title.unicodeScalars.map {
      CharacterSet.alphanumerics.contains($0) ? String($0) : "-"
    }
    let digest = source.identifier.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return "\(base)/tideline/\(name.joined().prefix(40))-\(String(digest, radix: 36)).sqlite"
  }

  enum Kind {
    /// Nothing there yet, or an empty file.
    case blank
    /// A store of ours, sound or not.
    case store
    /// Something of somebody else's.
    case foreign
  }

  /// Looks at the first bytes only: an SQLite file tells there what it is for.
  static func kind(of path: String) throws(MailError) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw .storeUnusable(path: path, reason: systemReason()) }
      return .blank
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return .foreign }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .storeUnusable(path: path, reason: systemReason()) }
    defer { close(file) }
    var header = [UInt8](repeating: 0, count: 72)
    let count = read(file, &header, header.count)
    guard count > 0 else { return .blank }
    guard count == 72, header.starts(with: Array("SQLite format 3\0".utf8)) else {
      return .foreign
    }
    // Bytes 68 to 71 hold the application id, big end first.
    let id = header[68...].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    if id == UInt32(StoreSchema.applicationID) { return .store }
    // A store that was killed before its first page was moved from its log into the file.
    return id == 0 && mayBeInTheMaking(path) ? .blank : .foreign
  }

  /// A fresh file in WAL mode has one page until the log is written back. Whose it is shows when
  /// it is opened.
  private static func mayBeInTheMaking(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size <= 4096
      && access(path + "-wal", F_OK) == 0
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
}
