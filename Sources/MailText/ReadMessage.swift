import FoundationEssentials
import TidelineLocalization

/// A message prepared for reading: its header, its text in passages, and its attachments.
///
/// Showing the message loads nothing from the network: HTML pages are converted to text, and the
/// pictures and styles to which they refer on the web are left out.
public struct ReadMessage: Sendable, Hashable, Encodable {
  /// The decoded subject, on one line, with `Re:` and similar prefixes. May be empty.
  public var subject = ""
  /// The writers.
  public var from = AddressList()
  /// The addresses in Reply-To; empty if there is no such field, and replies go to the writers.
  public var replyTo = AddressList()
  /// The recipients.
  public var to = AddressList()
  /// The recipients of copies.
  public var cc = AddressList()
  /// The time of the Date header if plausible, else of receipt. Whole seconds.
  public var date = Date(timeIntervalSince1970: 0)
  /// The Message-ID without angle brackets; nil for a message without one.
  public var messageID: String?
  /// The path of the message's own file, or of its mbox. U+FFFD replaces bytes that are not UTF-8.
  public var path = ""
  /// The paths of the files of other copies, each once, for at most ten copies in each folder.
  /// Empty for a message on a server.
  public var otherPaths: [String] = []
  /// The text, in order; may be empty.
  public var passages: [Passage] = []
  /// The attachments, in order; at most ``attachmentLimit``.
  public var attachments: [Attachment] = []
  /// The pictures to show with the text, in order: pictures of an HTML page, and pictures in
  /// ``attachments`` that their sender has not marked as attachments. At most ``attachmentLimit``.
  public var pictures: [Attachment] = []
  /// The events that the message offers, changes or cancels.
  public var invitations: [Invitation] = []
  /// Remarks for the reader.
  public var remarks: [Remark] = []
  /// False for the beginning of a long message, which is shown before the rest is read.
  public var isWhole = true

  /// The limit of the text in bytes of UTF-8; a longer text is cut, and gets ``Remark/textCut``.
  public static let textLimit = 2_000_000
  /// The limit of attachments. A message with more is meant to overload the window.
  public static let attachmentLimit = 500

  init() {}

  private enum CodingKeys: CodingKey {
    case subject, from, to, cc, date, messageID, path, otherPaths, passages, attachments
    case invitations, links, remarks
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(subject, forKey: .subject)
    try container.encode(from, forKey: .from)
    try container.encode(to, forKey: .to)
    try container.encode(cc, forKey: .cc)
    try container.encode(date, forKey: .date)
    try container.encodeIfPresent(messageID, forKey: .messageID)
    try container.encode(path, forKey: .path)
    try container.encode(otherPaths, forKey: .otherPaths)
    try container.encode(passages, forKey: .passages)
    try container.encode(attachments, forKey: .attachments)
    try container.encode(invitations, forKey: .invitations)
    try container.encode(links, forKey: .links)
    try container.encode(remarks, forKey: .remarks)
  }
}

/// Consecutive lines of one kind in a message.
public struct Passage: Sendable, Hashable, Encodable {
  /// The kind of the lines.
  public enum Kind: String, Sendable, Hashable, Encodable {
    case written
    /// Quoted from an earlier message, with the line that introduces the quote. Lines keep one `>`
    /// for each level of quoting.
    case quoted
    /// Below the line `-- `, marked as a signature, or in a mailing list's footer.
    case signature
    /// The header of a message inside the message, above that message's passages, or a program's
    /// note, as in a returned mail.
    case enclosed
  }

  /// The kind of the lines.
  public var kind: Kind
  /// The lines, separated by line feeds, without control characters other than tabs. Not empty.
  public var text: String
  /// The text in blocks, with styles, links and pictures in their positions. In a passage of quoted
  /// text, each level of quoting is a ``MessageBlock/quote(_:)`` instead of `>` marks.
  public var blocks: [MessageBlock]

  /// - Parameter blocks: nil for the paragraphs of the text.
  public init(kind: Kind, text: String, blocks: [MessageBlock]? = nil) {
    (self.kind, self.text) = (kind, text)
    self.blocks = blocks ?? [MessageBlock](paragraphsOf: text)
  }

  private enum CodingKeys: CodingKey { case kind, text }
}

/// An attachment of a message.
public struct Attachment: Sendable, Hashable, Encodable {
  /// The file name on one line, without characters that change the writing direction. May be empty.
  public var name: String
  /// The media type, as in `application/pdf`.
  public var type: String
  /// The decoded size in bytes.
  public var size: Int64
  /// Whether the attachment continues beyond the bytes read. Its real size is then larger.
  public var isCut = false
  /// The part with the content; nil for a uuencoded file within the text.
  public var part: MessagePart?
  /// The HTML page's alternative text for a picture; may be empty.
  public var alternative = ""

  static let nameLimit = 200

  private enum CodingKeys: CodingKey { case name, type, size }

  /// The name, or if it is empty, the type.
  public var title: String { name.isEmpty ? type : name }
}

/// Remarks about a message, besides its text.
public enum Remark: String, Sendable, Hashable, Encodable {
  case encrypted
  case signed
  case textCut
  case messageCut
  case partsLeftOut
  case damaged
  case picturesElsewhere

  /// The remark in one or two sentences.
  public var sentence: Sentence {
    switch self {
    case .encrypted:
      Sentence("This message is encrypted. Open it in the mail program that has the key.")
    case .signed: Sentence("This message is signed. The signature was not checked.")
    case .textCut: Sentence("The text is very long. Only its first 2 MB are shown.")
    case .messageCut: Sentence("The message is very large. Only its first 64 MB were read.")
    case .partsLeftOut:
      Sentence("Some parts are not shown: there are too many, or they lie too deep in each other.")
    case .damaged:
      Sentence("The message is damaged. Its text is shown as it lies in the file.")
    case .picturesElsewhere:
      Sentence("This message has no text, only pictures on a server, which are not loaded.")
    }
  }
}

/// Reads a complete message.
package enum MessageReader {
  /// Reads a ``FoundMessage``. If the task is cancelled meanwhile, the result is incomplete.
  ///
  /// - Parameters:
  ///   - found: the message. It is consumed, so that ``MessageBytes/prepare(_:)`` can change its
  ///     bytes in place instead of a copy.
  ///   - now: the current time, in seconds since 1970.
  ///   - showBeginning: called with the beginning of a long message, if there is text in it, before
  ///     the rest is read.
  package static func read(
    _ found: consuming FoundMessage,
    now: Int64,
    _ showBeginning: (ReadMessage) -> Void = { _ in }
  ) -> ReadMessage {
    let (received, isCut, fetched, path) = (found.received, found.isCut, found.parts, found.path)
    return found.bytes.withUnsafeMutableBufferPointer { bytes in
      let bytes = MessageBytes(bytes, goesOn: false, fetched: fetched)
      var message = head(of: bytes, received: received, now: now)
      message.path = path
      var content = MessageContent(bytes, .window, limit: MessageContent.beginningLimit)
      if content.ranOut {
        if let beginning = beginning(message, content) { showBeginning(beginning) }
        content = bytes.whole()
      }
      message.add(content)
      // The last attachment may be cut, and with it the attached messages that contain it.
      for index in message.attachments.indices where isCut {
        guard let part = message.attachments[index].part else { continue }
        message.attachments[index].isCut = bytes.parts.contents.bodies[part.number]?.isLast ?? false
      }
      if isCut { message.remarks.append(.messageCut) }
      return message
    }
  }

  /// - Returns: nil if the beginning has no text.
  private static func beginning(_ head: ReadMessage, _ content: MessageContent) -> ReadMessage? {
    var message = head
    message.add(content)
    message.isWhole = false
    message.remarks.removeAll { $0 == .textCut }
    return message.passages.isEmpty ? nil : message
  }

  private static func head(of bytes: MessageBytes, received: Int64, now: Int64) -> ReadMessage {
    var message = ReadMessage()
    let header = bytes.header
    let seconds = header.date(now: now) ?? min(max(0, received), Header.latestDate)
    message.date = Date(timeIntervalSince1970: TimeInterval(seconds))
    message.subject = bytes.subject
    message.messageID = header.messageID
    message.from = header.writers
    message.replyTo = header.addresses(in: .replyTo)
    message.to = header.addresses(in: .to)
    message.cc = header.addresses(in: .cc)
    return message
  }
}

extension ReadMessage {
  fileprivate mutating func add(_ content: MessageContent) {
    passages = content.passages
    attachments = content.attachments
    pictures = content.pictures
    invitations = content.invitations
    remarks = content.remarks
  }
}

/// A message's bytes, as they were sent.
public struct FoundMessage: Sendable {
  /// Header and body, without the mbox From line and without the `>` that an mbox puts before such
  /// lines in the text; at most ``limit`` bytes.
  public var bytes: [UInt8]
  /// Whether the message continues beyond these bytes.
  public var isCut: Bool
  /// The path of the message's file; empty for a message on a server.
  public var path: String
  /// The path as bytes, which need not be UTF-8.
  public var pathBytes: [UInt8]
  /// When the message was received, in seconds since 1970; 0 if that is unknown.
  public var received: Int64
  /// The shown parts, if a server has sent only these and the header; `bytes` then has the header.
  package var parts: MessageParts?

  /// The highest number of bytes read of one message. Most servers refuse messages above 50 MB.
  public static let limit = 64 << 20

  /// Makes a message from the bytes read.
  public init(bytes: [UInt8], isCut: Bool, path: String, received: Int64) {
    self.bytes = bytes
    self.isCut = isCut
    self.path = path
    pathBytes = Array(path.utf8)
    self.received = received
  }
}
