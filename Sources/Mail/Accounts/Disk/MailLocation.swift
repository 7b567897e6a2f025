import SystemPackage

/// Finds out what a path is.
enum MailLocation {
  /// Where a path leads to.
  ///
  /// - Throws: ``MailError`` when there is neither a file nor a folder.
  static func resolve(_ path: String) throws(MailError) -> (path: FilePath, isFolder: Bool) {
    // To the system a 0 would be the end of the path, and so another one.
    guard !path.utf8.contains(0) else { throw .mailboxMissing(path: path) }
    let type: FileType
    do throws(Errno) {
      type = try FilePath(path).stat().type
    } catch {
      throw error.isMissing || error == .notDirectory
        ? .mailboxMissing(path: path)
        : .mailboxUnreadable(path: path, reason: error.description)
    }
    guard let real = FilePath(path).resolved() else { throw .mailboxMissing(path: path) }
    switch type {
    case .directory: return (real, true)
    case .regular: return (real, false)
    default: throw .notAFileOrFolder(path: path)
    }
  }

  /// An mbox from which all mail was fetched is an empty file.
  ///
  /// - Parameters:
  ///   - file: the mbox, without links.
  ///   - path: how the user named it.
  static func checkMbox(_ file: FilePath, named path: String) throws(MailError) {
    do throws(Refusal) {
      guard try MailFile(file, in: .workingFolder) == .other else { return }
    } catch {
      throw .mailboxUnreadable(path: path, reason: error.reason)
    }
    throw .notAnMbox(path: path)
  }
}
