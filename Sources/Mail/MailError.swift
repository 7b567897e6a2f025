import Foundation

/// Why a mailbox, its store or a sample could not be used.
///
/// Every case carries what a translated sentence needs: the path, and where the system said more,
/// its reason. ``description`` is that sentence in English; it names the path and the way out.
public enum MailError: Error, Sendable, Hashable {
  /// Nothing is there.
  case mailboxMissing(path: String)
  /// It is there, and the system refuses to read it.
  case mailboxUnreadable(path: String, reason: String)
  /// A file that does not begin with a `From ` line.
  case notAnMbox(path: String)
  /// A pipe, socket or device.
  case notAFileOrFolder(path: String)
  /// A folder with nothing in it.
  case emptyFolder(path: String)
  /// A folder without `cur` and `new`.
  case notAMaildir(path: String)
  /// The mailbox was there when it was opened and is gone now.
  case mailboxVanished(path: String)
  /// The mailbox changed faster than it could be read, several times in a row.
  case mailboxUnsettled(path: String)
  /// The store's path names a file that is something else; it was left alone.
  case storeIsForeign(path: String)
  /// The store cannot be made, opened or written where it should be.
  case storeUnusable(path: String, reason: String)
  /// No space is left for the store.
  case storeFull(path: String)
  /// The sample's folder holds something that no sample wrote; it was left alone.
  case sampleFolderInUse(path: String)
  /// A file or folder of a sample could not be written.
  case notWritable(path: String, reason: String)
}

extension MailError: CustomStringConvertible, LocalizedError {
  /// One English sentence or two: what is wrong with which path, and what to do.
  public var description: String {
    switch self {
    case .mailboxMissing(let path):
      "There is no mailbox at “\(path)”. Check the path, or choose another mailbox."
    case .mailboxUnreadable(let path, let reason):
      "The mailbox “\(path)” cannot be read (\(reason)). "
        + "Check its permissions, or choose another mailbox."
    case .notAnMbox(let path):
      "The file “\(path)” is not an mbox: it does not begin with a “From ” line. "
        + "Choose an mbox file or a Maildir folder."
    case .notAFileOrFolder(let path):
      "“\(path)” is neither a file nor a folder. Choose an mbox file or a Maildir folder."
    case .emptyFolder(let path):
      "The folder “\(path)” is empty. "
        + "Choose a Maildir (a folder with “cur” and “new” in it) or an mbox file."
    case .notAMaildir(let path):
      "“\(path)” is not a Maildir: it has no “cur” and “new” in it. "
        + "Choose a Maildir folder or an mbox file."
    case .mailboxVanished(let path):
      "The mailbox “\(path)” is no longer there. "
        + "Bring it back and refresh, or choose another mailbox."
    case .mailboxUnsettled(let path):
      "The mailbox “\(path)” keeps changing while it is read. Refresh again in a moment."
    case .storeIsForeign(let path):
      "The file “\(path)” is not a Tideline store, so it was left alone. "
        + "Name another file with --store."
    case .storeUnusable(let path, let reason):
      "The store “\(path)” cannot be used (\(reason)). "
        + "Check its folder, or name another file with --store."
    case .storeFull(let path):
      "There is no space left for the store “\(path)”. "
        + "Free some space and refresh, or name another file with --store."
    case .sampleFolderInUse(let path):
      "The folder “\(path)” is not empty and is no sample, so it was left alone. "
        + "Name an empty or a new folder."
    case .notWritable(let path, let reason):
      "“\(path)” cannot be written (\(reason)). Check its permissions, or name another folder."
    }
  }

  /// The same sentence, for code that only knows `Error`.
  public var errorDescription: String? { description }
}

/// The system's words for the error that just happened.
func systemReason(_ code: Int32 = errno) -> String {
  String(cString: strerror(code))
}
