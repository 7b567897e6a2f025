import SystemPackage

/// Determines the kind of a path.
enum MailLocation {
  /// The target of a path.
  ///
  /// - Throws: ``MailError`` when there is neither a file nor a folder.
  static func resolve(_ path: String) throws(MailError) -> (path: FilePath, isFolder: Bool) {
    // For the system a NUL would end the path, which then means another file.
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

  /// Checks that a file is an mbox. An empty one is valid: all mail may have been fetched from it.
  ///
  /// - Parameters:
  ///   - file: the mbox, without links.
  ///   - path: the path as the user gave it.
  static func checkMbox(_ file: FilePath, named path: String) throws(MailError) {
    do throws(Refusal) {
      guard try MailFile(file, in: .workingFolder) == .other else { return }
    } catch {
      throw .mailboxUnreadable(path: path, reason: error.reason)
    }
    throw .notAnMbox(path: path)
  }
}
