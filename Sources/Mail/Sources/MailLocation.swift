import Foundation

/// Finds out what a path is.
enum MailLocation {
  /// Opens a path as the kind of mailbox it is.
  ///
  /// - Throws: ``MailError``, naming the path as it was given.
  static func source(at path: String) throws(MailError) -> any MailSource {
    var status = stat()
    guard stat(path, &status) == 0 else { throw refusal(path) }
    guard let real = realpath(path, nil) else { throw refusal(path) }
    defer { free(real) }
    let place = String(cString: real)
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      try checkMaildir(path)
      return Maildir(path: place)
    case S_IFREG:
      try checkMbox(path)
      return Mbox(path: place)
    default:
      throw .notAFileOrFolder(path: path)
    }
  }

  private static func refusal(_ path: String) -> MailError {
    errno == ENOENT || errno == ENOTDIR
      ? .mailboxMissing(path: path) : .mailboxUnreadable(path: path, reason: systemReason())
  }

  private static func checkMaildir(_ path: String) throws(MailError) {
    guard let folder = opendir(path) else {
      throw .mailboxUnreadable(path: path, reason: systemReason())
    }
    defer { closedir(folder) }
    var status = stat()
    let holdsBoth = ["cur", "new"].allSatisfy { (name: String) in
      fstatat(dirfd(folder), name, &status, 0) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
    guard !holdsBoth else { return }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { throw .notAMaildir(path: path) }
    }
    throw .emptyFolder(path: path)
  }

  private static func checkMbox(_ path: String) throws(MailError) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .mailboxUnreadable(path: path, reason: systemReason()) }
    defer { close(file) }
    var start = [UInt8](repeating: 0, count: FromLine.mark.count)
    let count = read(file, &start, start.count)
    guard count >= 0 else { throw .mailboxUnreadable(path: path, reason: systemReason()) }
    // An mbox from which all mail was fetched is an empty file.
    guard count == 0 || start == FromLine.mark else { throw .notAnMbox(path: path) }
  }
}
