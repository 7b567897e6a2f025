import Glibc

/// Finds out what a path is.
enum MailLocation {
  /// Where a path leads to.
  ///
  /// - Throws: ``MailError`` when there is neither a file nor a folder.
  static func resolve(_ path: DiskPath) throws(MailError) -> (path: DiskPath, isFolder: Bool) {
    // To the system a 0 would be the end of the path, and so another one.
    guard !path.bytes.contains(0) else { throw .mailboxMissing(path: path.description) }
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0, let real = path.resolved() else {
      throw errno == ENOENT || errno == ENOTDIR
        ? .mailboxMissing(path: path.description)
        : .mailboxUnreadable(path: path.description, reason: systemReason())
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return (real, true)
    case S_IFREG: return (real, false)
    default: throw .notAFileOrFolder(path: path.description)
    }
  }

  /// An mbox from which all mail was fetched is an empty file.
  static func checkMbox(_ path: DiskPath) throws(MailError) {
    do throws(Refusal) {
      let kind = try path.withCString { path throws(Refusal) in try MailFile(path, in: AT_FDCWD) }
      guard kind == .other else { return }
    } catch {
      throw .mailboxUnreadable(path: path.description, reason: error.reason)
    }
    throw .notAnMbox(path: path.description)
  }
}
