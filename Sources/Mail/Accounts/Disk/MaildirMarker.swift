import CTidelineGLib
import Glibc
import SystemPackage

/// Marks messages of a Maildir, by their names: one in new/ moves to cur/.
///
/// A file is renamed, never over another one, and never written. Other programs may rename it at the
/// same time: then it is looked for again.
struct MaildirMarker {
  let path: FilePath

  private static let attempts = 5
  /// RENAME_NOREPLACE, which Swift does not see.
  private static let noReplace: UInt32 = 1

  /// - Returns: the flags that the message has now; nil where it is gone or cannot be renamed.
  func write(_ change: FlagChange) throws(MailError) -> MessageFlags? {
    let folders = try MaildirFolders(path: path)
    for _ in 0..<Self.attempts {
      guard let entry = try folders.entry(change.message.key) else { return nil }
      let flags = change.applied(to: entry.flags)
      if flags == entry.flags { return flags }
      let name = entry.renamed(change)
      let from = folders.folder(isNew: entry.isNew).rawValue
      if renameat2(from, entry.name, folders.cur.rawValue, name, Self.noReplace) == 0 {
        return flags
      }
      // Another program was faster.
      if errno != ENOENT { return nil }
    }
    return nil
  }
}

extension MaildirEntry {
  /// The name with other flags, in the order of ASCII, among those that other programs know.
  fileprivate func renamed(_ change: FlagChange) -> [CChar] {
    let bytes = name.dropLast().map { UInt8(bitPattern: $0) }
    let head = bytes.withUnsafeBytes { bytes in
      MaildirName(bytes, keyLength: key.bytes.count).lengthBeforeLetters
    }
    var letters = Set(head.map { bytes[$0...] } ?? [])
    for (flag, letter) in [(MessageFlags.seen, UInt8(ascii: "S")), (.flagged, UInt8(ascii: "F"))] {
      if change.added.contains(flag) { letters.insert(letter) }
      if change.removed.contains(flag) { letters.remove(letter) }
    }
    let beginning = head.map { Array(bytes[..<$0]) } ?? bytes + Array(":2,".utf8)
    return (beginning + letters.sorted()).map { CChar(bitPattern: $0) } + [0]
  }
}
