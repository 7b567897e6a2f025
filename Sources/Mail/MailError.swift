import FoundationEssentials
import Glibc
import Network
import TidelineLocalization

/// Reasons why a mailbox, its store or a sample cannot be used.
///
/// A case carries the values that its translated ``sentence`` shows, such as the path and the
/// system's reason. ``description`` is the sentence in English.
public enum MailError: Error, Sendable, Hashable {
  /// Nothing exists at the path.
  case mailboxMissing(path: String)
  /// The system does not allow reading the mailbox.
  case mailboxUnreadable(path: String, reason: String)
  /// The file does not begin with a `From ` line.
  case notAnMbox(path: String)
  /// The path names a pipe, socket or device.
  case notAFileOrFolder(path: String)
  /// The folder is empty.
  case emptyFolder(path: String)
  /// The folder is no Maildir, and no mail was found in it.
  case notAMaildir(path: String)
  /// The mailbox has disappeared since it was opened.
  case mailboxVanished(path: String)
  /// The mailbox changed while it was read, several times in a row.
  case mailboxUnsettled(path: String)
  /// A message is no longer where the last refresh found it. The path is that of its folder or
  /// mbox.
  case messageGone(path: String)
  /// The system does not allow reading a message's file.
  case messageUnreadable(path: String, reason: String)
  /// A message could not be read within the time limit. The path is that of its folder.
  case messageSlow(path: String, seconds: Int)
  /// An attachment is no longer in its message.
  case attachmentGone(name: String)
  /// An attachment lies beyond the first 64 MB of its message, or a message to save is larger than
  /// 64 MB. No more of a message is read.
  case attachmentTooLarge(name: String)
  /// The file at the store's path is no store; it was left alone.
  case storeIsForeign(path: String)
  /// The store at the path has the mail of another account; it was left alone.
  case storeIsOfAnother(path: String)
  /// Another process has removed the mailbox from this computer, with its store.
  case mailboxRemoved(path: String)
  /// The store cannot be created, opened or written.
  case storeUnusable(path: String, reason: String)
  /// Another process, or another refresh of this process, is writing into the store.
  case storeBusy(path: String)
  /// The disk has no space left for the store.
  case storeFull(path: String)
  /// The file of the marks set in this program cannot be read or written.
  case marksUnusable(path: String, reason: String)
  /// The marks set in this program cannot be read now.
  case marksUnreadable(path: String, reason: String)
  /// The file of the marks set in this program was damaged, and has another name now.
  case marksPutAside(path: String, aside: String)
  /// The texts for the sample's mail are not installed, or are damaged.
  case sampleUnreadable(path: String, reason: String)
  /// The sample's folder holds a file that no sample wrote, or that was changed since; it was left
  /// alone.
  case sampleFolderInUse(path: String, name: String)
  /// An output path is empty.
  case pathEmpty
  /// An output path is `/` or the home folder, or ends in `.` or `..`.
  case pathOfOthers(path: String)
  /// An output path is a symbolic link.
  case pathIsLink(path: String)
  /// A file or folder of a sample cannot be written.
  case notWritable(path: String, reason: String)
  /// The fetch command did not fetch new mail. `output` holds the last lines that it printed; it
  /// may be empty.
  case fetchFailed(command: String, reason: FetchFailure, output: String)
  /// The connection to a server was not made, or was lost.
  case network(NetworkError)
  /// A server refused a request, or its response is faulty.
  case server(ServerFailure)
}

extension MailError {
  /// Whether the error concerns the store, not the mail.
  var concernsStore: Bool {
    switch self {
    case .storeIsForeign, .storeIsOfAnother, .mailboxRemoved, .storeUnusable, .storeBusy,
      .storeFull:
      true
    default: false
    }
  }
}

extension MailError: CustomStringConvertible, LocalizedError {
  /// An error message: the fault, and what the user can do.
  public typealias Sentence = TidelineLocalization.Sentence

  /// One or two sentences: the fault, mostly with a path or server, and what the user can do.
  public var sentence: Sentence {
    switch self {
    case .mailboxMissing(let path):
      Sentence("There is no mailbox at “%s”. Check the path, or choose another mailbox.", path)
    case .mailboxUnreadable(let path, let reason):
      Sentence(
        "The mailbox “%s” cannot be read (%s). "
          + "Check its permissions, or choose another mailbox.",
        path,
        reason
      )
    case .notAnMbox(let path):
      Sentence(
        "The file “%s” is not an mbox, or is damaged: it does not begin with a “From ” line. "
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
      Sentence("The mailbox “%s” keeps changing while it is read. Refresh again in a moment.", path)
    case .messageGone(let path):
      Sentence("This message is no longer in “%s”. Refresh to see where it went.", path)
    case .messageUnreadable(let path, let reason):
      Sentence("This message in “%s” cannot be read (%s). Check its permissions.", path, reason)
    case .messageSlow(let path, let seconds):
      Sentence(
        "This message in “%s” could not be read within %s s. "
          + "Check that its disk answers, and try again in a moment.",
        path,
        String(seconds)
      )
    case .attachmentGone(let name):
      Sentence("“%s” was not found in the message. Refresh, and open the message again.", name)
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
    case .storeIsOfAnother(let path):
      Sentence(
        "The store “%s” has the mail of another mailbox, so it was left alone. "
          + "Each mailbox needs a store of its own.",
        path
      )
    case .mailboxRemoved(let path):
      Sentence(
        "The mailbox of the store “%s” was removed from Tideline, so its mail is no longer stored. "
          + "Add the mailbox again to read it.",
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
          + "Check its permissions and the space on its disk. Your marks are in this file alone.",
        path,
        reason
      )
    case .marksUnreadable(let path, let reason):
      Sentence(
        "Your marks in “%s” cannot be read (%s), so mail may be listed without them. "
          + "Nothing is lost: a refresh applies them as soon as they can be read.",
        path,
        reason
      )
    case .marksPutAside(let path, let aside):
      Sentence(
        "The file of what you mark, “%s”, was damaged, and is kept as “%s”. "
          + "What you mark from now on goes into a new file, so mark again.",
        path,
        aside
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

  /// The sentence for a server that was reached before, and that is tried again by itself.
  public var sentenceOfRetry: Sentence {
    switch self {
    case .network(let error): error.sentenceOfRetry
    case .server(let failure) where failure.kind == .connectionLost:
      NetworkError.retry(failure.host)
    default: sentence
    }
  }

  /// ``sentence`` in English.
  public var description: String { sentence.english }

  /// The same text as ``description``, for code that only knows `Error`.
  public var errorDescription: String? { description }
}

/// The system's message for an error number; by default, for the latest error.
func systemReason(_ code: Int32 = errno) -> String {
  String(cString: strerror(code))
}
