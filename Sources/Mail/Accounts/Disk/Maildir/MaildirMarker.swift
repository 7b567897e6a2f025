import CTidelineGLib
import Glibc
import SystemPackage

/// Marks messages of a Maildir by renaming their files; a file in new/ moves to cur/.
///
/// A file is never renamed over another one, and its content is never changed. If another program
/// renames the file at the same time, the file is searched for again.
struct MaildirMarker {
  let path: FilePath

  private static let attempts = 5
  /// RENAME_NOREPLACE, which Swift does not import.
  private static let noReplace: UInt32 = 1

  /// - Returns: the flags before and after, by message. A message without an entry is gone, or
  ///   cannot be marked.
  /// - Throws: ``MailError`` if the folders cannot be read, or the disk is full or does not work.
  func write(_ changes: [FlagChange]) throws(MailError) -> [MessageKey: WrittenFlags] {
    let folders = try MaildirFolders(path: path)
    var written: [MessageKey: WrittenFlags] = [:]
    var left = changes
    for _ in 0..<Self.attempts where !left.isEmpty {
      let entries = try folders.entries(Set(left.map(\.message.key)))
      var moved: [FlagChange] = []
      for change in left {
        guard let entry = entries[change.message.key] else { continue }
        let rest = change.unless(changedTo: entry.flags)
        switch try relabel(entry, rest, in: folders) {
        case .done:
          let after = rest.applied(to: entry.flags)
          written[change.message.key] = WrittenFlags(before: entry.flags, after: after)
        case .moved: moved.append(change)
        case .refused: break
        }
      }
      left = moved
    }
    return written
  }

  private enum Outcome {
    case done
    /// Another program renamed the file first.
    case moved
    case refused
  }

  private func relabel(
    _ entry: MaildirEntry,
    _ change: FlagChange,
    in folders: MaildirFolders
  ) throws(MailError) -> Outcome {
    if change.applied(to: entry.flags) == entry.flags { return .done }
    let (from, name) = (folders.folder(isNew: entry.isNew).rawValue, entry.renamed(change))
    if renameat2(from, entry.name, folders.cur.rawValue, name, Self.noReplace) == 0 { return .done }
    switch errno {
    case ENOENT: return .moved
    case ENOSPC, EDQUOT, EIO:
      throw .mailboxUnreadable(path: path.description, reason: systemReason())
    default: return .refused
    }
  }
}

extension MaildirEntry {
  /// The name with the changed flags, their letters in ASCII order. Unknown letters are kept.
  fileprivate func renamed(_ change: FlagChange) -> [CChar] {
    let bytes = name.dropLast().map { UInt8(bitPattern: $0) }
    let head = bytes.withUnsafeBytes { bytes in
      MaildirName(bytes, keyLength: key.bytes.count).lengthBeforeLetters
    }
    var letters = Set(head.map { bytes[$0...] } ?? [])
    for (letter, flag) in MaildirName.letters {
      if change.added.contains(flag) { letters.insert(letter) }
      if change.removed.contains(flag) { letters.remove(letter) }
    }
    let beginning = head.map { Array(bytes[..<$0]) } ?? bytes + Array(":2,".utf8)
    return (beginning + letters.sorted()).map { CChar(bitPattern: $0) } + [0]
  }
}
