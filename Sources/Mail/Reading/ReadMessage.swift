import FoundationEssentials
import TidelineLocalization

/// A message as it is read: its header, its text in passages, and what is attached.
///
/// Nothing in it refers to anything outside: pages of HTML are text, and what they would load is
/// left out.
public struct ReadMessage: Sendable, Hashable, Encodable {
  /// Decoded, on one line, with `Re:` and the like. May be empty.
  public var subject = ""
  /// Who wrote it.
  public var from = AddressList()
  /// To whom an answer is to be sent, where that is not who wrote it.
  public var replyTo = AddressList()
  /// To whom it was sent.
  public var to = AddressList()
  /// Who got a copy.
  public var cc = AddressList()
  /// The Date header's when sane, else when the message was received. Whole seconds.
  public var date = Date(timeIntervalSince1970: 0)
  /// Without angle brackets; nil where the message brings none.
  public var messageID: String?
  /// The file that it lies in: its own, or the mbox. U+FFFD stands for what is no UTF-8.
  public var path = ""
  /// The files that its other copies lie in, each once, of at most ten copies in each folder. None
  /// on a server.
  public var otherPaths: [String] = []
  /// The text, in order. Empty where there is none.
  public var passages: [Passage] = []
  /// What is attached, in order; at most ``attachmentLimit``.
  public var attachments: [Attachment] = []
  /// The pictures that are to be seen with the text, in order: those of a page, which are not
  /// attached, and those in ``attachments`` that their sender has not set aside. At most
  /// ``attachmentLimit``.
  public var pictures: [Attachment] = []
  /// What the reader has to know besides.
  public var remarks: [Remark] = []

  /// In bytes of UTF-8: a longer text is cut, and has ``Remark/textCut``.
  public static let textLimit = 2_000_000
  /// A message with more is an attack on the window.
  public static let attachmentLimit = 500

  init() {}

  private enum CodingKeys: CodingKey {
    case subject, from, to, cc, date, messageID, path, otherPaths, passages, attachments
    case remarks
  }
}

/// Lines of a message that belong together.
public struct Passage: Sendable, Hashable, Encodable {
  /// What the lines are.
  public enum Kind: String, Sendable, Hashable, Encodable {
    /// What the writer wrote, or passes on.
    case written
    /// From an earlier message, with the line that introduces it. Lines keep a `>` for each quote
    /// that they stand in.
    case quoted
    /// Below `-- `, or marked as one.
    case signature
    /// The header of a message in the message, whose passages follow.
    case enclosed
  }

  /// What the lines are.
  public var kind: Kind
  /// Lines with line feeds between them, without control characters other than tabs. Not empty.
  public var text: String
}

/// Something that is attached.
public struct Attachment: Sendable, Hashable, Encodable {
  /// A file name on one line, without characters that turn the direction of writing. May be empty.
  public var name: String
  /// As in `application/pdf`.
  public var type: String
  /// What it unpacks to, in bytes.
  public var size: Int64
  /// Whether it goes on behind what is read of its message, so that it is larger than that.
  public var isCut = false
  /// Where its content is found; nil for a file that is written into the text.
  public var part: MessagePart?
  /// What a page has in a picture's place where that is not shown; may be empty.
  public var alternative = ""

  private enum CodingKeys: CodingKey { case name, type, size }

  /// What it is called: its name, or where it has none, its type.
  public var title: String { name.isEmpty ? type : name }
}

/// What a message's reader has to know besides its text.
public enum Remark: String, Sendable, Hashable, Encodable {
  case encrypted
  case signed
  case textCut
  case messageCut
  case partsLeftOut
  case damaged

  /// The same in a sentence or two.
  public var sentence: MailError.Sentence {
    typealias Sentence = MailError.Sentence
    return switch self {
    case .encrypted:
      Sentence("This message is encrypted. Open it in the mail program that has the key.")
    case .signed: Sentence("This message is signed. The signature was not checked.")
    case .textCut: Sentence("The text is very long. Only its first 2 MB are shown.")
    case .messageCut: Sentence("The message is very large. Only its first 64 MB were read.")
    case .partsLeftOut:
      Sentence("Some parts are not shown: there are too many, or they lie too deep in each other.")
    case .damaged:
      Sentence("The message is damaged. Its text is shown as it lies in the file.")
    }
  }
}
