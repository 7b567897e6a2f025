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

  /// - Returns: the answers. A change without an answer may be tried again, for example when the
  ///   folder is there again.
  func write(_ changes: [FlagChange]) -> [FlagChange: MarkAnswer] {
    var answers: [FlagChange: MarkAnswer] = [:]
    do throws(MailError) {
      try write(changes, &answers)
    } catch {
      guard case .mailboxUnreadable(let path, let reason) = error else { return answers }
      // Answers from before the error stay.
      for change in changes where answers[change] == nil {
        answers[change] = .later(.disk(path: path, reason: reason))
      }
    }
    return answers
  }

  private func write(
    _ changes: [FlagChange],
    _ answers: inout [FlagChange: MarkAnswer]
  ) throws(MailError) {
    let folders = try MaildirFolders(path: path)
    var left = changes
    // The folder's state when it was last listed without a message. While another program renames
    // the message, a listing may miss it.
    var missed: [MessageKey: MaildirStamp] = [:]
    for _ in 0..<Self.attempts where !left.isEmpty {
      let stamp = try folders.stamp()
      var files = try folders.files(Set(left.map(\.message.key)))
      var again: [FlagChange] = []
      for change in left {
        let key = change.message.key
        guard let entries = files[key] else {
          if missed.updateValue(stamp, forKey: key) == stamp {
            answers[change] = .gone
          } else {
            again.append(change)
          }
          continue
        }
        // Two messages of one name, as after a copied folder: the last one is listed, but either
        // may be meant.
        if let other = entries.first(where: { folders.isOther($0, than: entries.last ?? $0) }) {
          let place = "\(path)/\(other.isNew ? "new" : "cur")/\(other.fileName)"
          answers[change] = .refused(.nameTaken(path: place))
          continue
        }
        // Two names of one file are left if a process was killed between link and unlink: then the
        // file loses the name without the flag.
        let entry = entries.first { !change.isDone(in: $0.flags) } ?? entries[0]
        if change.isDone(in: entry.flags) {
          answers[change] = .written
        } else if !change.isOverruled(by: entry.flags) {
          let name = entry.renamed(change)
          switch try MaildirRename(entry, to: name, in: folders, at: path).perform() {
          case .done:
            answers[change] = .written
            files[key] = MaildirEntry(name, isNew: false).map { [$0] }
          case .moved: again.append(change)
          case .refused(let reason): answers[change] = .refused(reason)
          }
        }
      }
      left = again
    }
  }
}

/// A rename of a message's file that replaces no other file.
private struct MaildirRename {
  private let from: CInt
  private let old: [CChar]
  private let to: CInt
  private let new: [CChar]
  private let key: MessageKey
  private let folders: MaildirFolders
  private let path: FilePath

  /// RENAME_NOREPLACE, which Swift does not import.
  private static let noReplace: UInt32 = 1

  init(_ entry: MaildirEntry, to name: [CChar], in folders: MaildirFolders, at path: FilePath) {
    (from, old) = (folders.folder(isNew: entry.isNew).rawValue, entry.name)
    (to, new, key) = (folders.cur.rawValue, name, entry.key)
    (self.folders, self.path) = (folders, path)
  }

  enum Outcome {
    case done
    /// Another program renamed the file first.
    case moved
    case refused(MarkRefusal)
  }

  /// - Throws: ``MailError`` if the disk is full or does not work.
  func perform() throws(MailError) -> Outcome {
    if renameat2(from, old, to, new, Self.noReplace) == 0 { return .done }
    return switch errno {
    // A file system that cannot do this, such as NFS; or two names of one file.
    case EINVAL, ENOSYS, EOPNOTSUPP, EEXIST: try relink()
    case let code: try refusal(code)
    }
  }

  /// Gives the file a second name, and removes the first one. Processes that do this to the same
  /// file take turns by a lock on it, so that no two of them remove both names.
  private func relink() throws(MailError) -> Outcome {
    guard let file = lock() else {
      return errno == ENOENT ? .moved : .refused(.noSafeRename(path: path.description))
    }
    defer { close(file) }
    guard MaildirFolders.identity(old, in: from) == identity(of: file) else { return .moved }
    if linkat(from, old, to, new, 0) != 0 {
      switch errno {
      case EEXIST where MaildirFolders.identity(new, in: to) == identity(of: file): break
      case EPERM, EOPNOTSUPP, ENOSYS, EINVAL, EMLINK:
        return .refused(.noSafeRename(path: path.description))
      case let code: return try refusal(code)
      }
    }
    if unlinkat(from, old, 0) == 0 { return .done }
    let code = errno
    // Another program has renamed the file, or the first name cannot be removed. Removes the second
    // name, but only if the file is seen to have another one.
    let names = try folders.files([key])[key] ?? []
    let others = names.filter { other in
      let folder = folders.folder(isNew: other.isNew).rawValue
      return other.name != new
        && MaildirFolders.identity(other.name, in: folder) == identity(of: file)
    }
    guard !others.isEmpty else { return .done }
    unlinkat(to, new, 0)
    return code == ENOENT ? .moved : try refusal(code)
  }

  /// - Returns: the file's descriptor; nil if the file cannot be locked.
  private func lock() -> CInt? {
    // NFS can lock a file only if it is open for writing.
    for access in [O_RDONLY, O_RDWR] {
      let file = openat(from, old, access | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard file >= 0 else { return nil }
      if flock(file, LOCK_EX) == 0 { return file }
      close(file)
    }
    return nil
  }

  private func refusal(_ code: CInt) throws(MailError) -> Outcome {
    switch code {
    case ENOENT: return .moved
    case EEXIST:
      let name = String(decoding: new.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return .refused(.nameTaken(path: "\(path)/cur/\(name)"))
    case ENOSPC, EDQUOT, EIO:
      throw .mailboxUnreadable(path: path.description, reason: systemReason(code))
    case ENAMETOOLONG:
      let name = String(decoding: old.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return .refused(.nameTooLong(path: "\(path)/\(from == to ? "cur" : "new")/\(name)"))
    default: return .refused(.disk(path: path.description, reason: systemReason(code)))
    }
  }

  private func identity(of file: CInt) -> [UInt64]? {
    var status = stat()
    return fstat(file, &status) == 0 ? status.identity : nil
  }
}

extension MaildirEntry {
  /// The name with the changed flags, their letters in ASCII order. Unknown letters, and
  /// the fields behind them, are kept.
  fileprivate func renamed(_ change: FlagChange) -> [CChar] {
    let bytes = name.dropLast().map { UInt8(bitPattern: $0) }
    let place = bytes.withUnsafeBytes { bytes in
      MaildirName(bytes, keyLength: key.bytes.count).placeOfLetters
    }
    var letters = Set(place.map { bytes[$0] } ?? [])
    for (letter, flag) in MaildirName.letters where flag == change.flag {
      if change.adds { letters.insert(letter) } else { letters.remove(letter) }
    }
    let beginning = place.map { Array(bytes[..<$0.lowerBound]) } ?? bytes + Array(":2,".utf8)
    let fields = place.map { bytes[$0.upperBound...] } ?? []
    return (beginning + letters.sorted() + fields).map { CChar(bitPattern: $0) } + [0]
  }
}
