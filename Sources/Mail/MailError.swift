import FoundationEssentials
import Glibc
import Network
import TidelineLocalization

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
  /// A message is not where it was when the mailbox was last read. The path is that of its folder
  /// or mbox.
  case messageGone(path: String)
  /// The system refuses to read a message's file.
  case messageUnreadable(path: String, reason: String)
  /// A message could not be read within the time that one may take. The path is that of its folder.
  case messageSlow(path: String, seconds: Int)
  /// What is attached to a message is not in it any more.
  case attachmentGone(name: String)
  /// What is attached to a message lies behind the 64 MB that are read of one.
  case attachmentTooLarge(name: String)
  /// The store's path names a file that is something else; it was left alone.
  case storeIsForeign(path: String)
  /// The store cannot be made, opened or written where it should be.
  case storeUnusable(path: String, reason: String)
  /// Another process, or another refresh of this one, is writing into the store.
  case storeBusy(path: String)
  /// No space is left for the store.
  case storeFull(path: String)
  /// The file of what was marked in this program cannot be read or written.
  case marksUnusable(path: String, reason: String)
  /// What the sample's mail is about is not installed, or damaged.
  case sampleUnreadable(path: String, reason: String)
  /// The sample's folder holds something that no sample wrote, or that was changed since; it was
  /// left alone.
  case sampleFolderInUse(path: String, name: String)
  /// Something was to be written to a path without a character.
  case pathEmpty
  /// Something was to be written to the root, home or current folder, or to one above that.
  case pathOfOthers(path: String)
  /// Something was to be written through a symbolic link.
  case pathIsLink(path: String)
  /// A file or folder of a sample could not be written.
  case notWritable(path: String, reason: String)
  /// New mail was not fetched. The output is the last of what the command has printed, on lines of
  /// their own; it may be empty.
  case fetchFailed(command: String, reason: FetchFailure, output: String)
  /// The connection to a server was not made, or ended.
  case network(NetworkError)
  /// A server did not do what it was asked for.
  case server(ServerFailure)
}

extension MailError {
  /// Whether it is about where conversations are kept, rather than about the mail.
  var concernsStore: Bool {
    switch self {
    case .storeIsForeign, .storeUnusable, .storeBusy, .storeFull: true
    default: false
    }
  }
}

extension MailError: CustomStringConvertible, LocalizedError {
  /// What is wrong, and what to do.
  public typealias Sentence = TidelineLocalization.Sentence

  /// What is wrong with which path, and what to do: a sentence or two.
  public var sentence: Sentence {
    switch self {
    case .mailboxMissing(let path):
      Sentence(
        "There is no mailbox at “%s”. Check the path, or choose another mailbox.",
        path
      )
    case .mailboxUnreadable(let path, let reason):
      Sentence(
        "The mailbox “%s” cannot be read (%s). "
          + "Check its permissions, or choose another mailbox.",
        path,
        reason
      )
    case .notAnMbox(let path):
      Sentence(
        "The file “%s” is not an mbox: it does not begin with a “From ” line. "
          + "Choose an mbox file or a Maildir folder.",
        path
      )
    case .notAFileOrFolder(let path):
      Sentence(
        "“%s” is neither a file nor a folder. Choose an mbox file or a Maildir folder.",
        path
      )
    case .emptyFolder(let path):
      Sentence(
        "The folder “%s” is empty. "
          + "Choose a Maildir (a folder with “cur” and “new” in it) or an mbox file.",
        path
      )
    case .notAMaildir(let path):
      Sentence(
        "“%s” is not a Maildir: it has no “cur” and “new” in it. "
          + "Choose a Maildir folder or an mbox file.",
        path
      )
    case .mailboxVanished(let path):
      Sentence(
        "The mailbox “%s” is no longer there. "
          + "Bring it back and refresh, or choose another mailbox.",
        path
      )
    case .mailboxUnsettled(let path):
      Sentence(
        "The mailbox “%s” keeps changing while it is read. Refresh again in a moment.",
        path
      )
    case .messageGone(let path):
      Sentence(
        "This message is no longer in “%s”. Refresh to see where it went.",
        path
      )
    case .messageUnreadable(let path, let reason):
      Sentence(
        "This message in “%s” cannot be read (%s). Check its permissions.",
        path,
        reason
      )
    case .messageSlow(let path, let seconds):
      Sentence(
        "This message in “%s” could not be read within %s s. "
          + "Check that its disk answers, and try again in a moment.",
        path,
        String(seconds)
      )
    case .attachmentGone(let name):
      Sentence(
        "“%s” was not found in the message. Refresh, and open the message again.",
        name
      )
    case .attachmentTooLarge(let name):
      Sentence(
        "“%s” is too large: only 64 MB of a message are read. Open it in your mail program.",
        name
      )
    case .storeIsForeign(let path):
      Sentence(
        "The file “%s” is not a Tideline store, so it was left alone. "
          + "Move it away, or use another file as the store.",
        path
      )
    case .storeUnusable(let path, let reason):
      Sentence(
        "The store “%s” cannot be used (%s). "
          + "Check its folder and its permissions, and try again.",
        path,
        reason
      )
    case .storeBusy(let path):
      Sentence(
        "Another Tideline is bringing the store “%s” up to date. "
          + "What it has stored so far is listed; refresh again in a moment.",
        path
      )
    case .storeFull(let path):
      Sentence(
        "There is no space left for the store “%s”. "
          + "Free some space, and refresh again.",
        path
      )
    case .marksUnusable(let path, let reason):
      Sentence(
        "What you mark cannot be kept in “%s” (%s). "
          + "Check the file and its folder; move the file away if it is damaged.",
        path,
        reason
      )
    case .sampleUnreadable(let path, let reason):
      Sentence(
        "The sample’s texts in “%s” cannot be read (%s). Install Tideline again.",
        path,
        reason
      )
    case .sampleFolderInUse(let path, let name):
      Sentence(
        "The folder “%s” holds “%s”, which is not part of a sample or was changed, so it was left "
          + "alone. Name an empty or a new folder.",
        path,
        name
      )
    case .pathEmpty:
      Sentence("The path to write to is empty. Name a new file or folder.")
    case .pathOfOthers(let path):
      Sentence(
        "“%s” holds other things, so it was left alone. Name a new file or folder in it.",
        path
      )
    case .pathIsLink(let path):
      Sentence("“%s” is a symbolic link, so it was left alone. Name what it leads to.", path)
    case .notWritable(let path, let reason):
      Sentence(
        "“%s” cannot be written (%s). Check its permissions, or name another folder.",
        path,
        reason
      )
    case .fetchFailed(let command, let reason, _):
      reason.sentence(command)
    case .network(let error):
      error.sentence
    case .server(let failure):
      failure.sentence
    }
  }

  /// ``sentence`` in English.
  public var description: String { sentence.english }

  /// The same, for code that only knows `Error`.
  public var errorDescription: String? { description }
}

/// The system's words for the error that just happened.
func systemReason(_ code: Int32 = errno) -> String {
  String(cString: strerror(code))
}
