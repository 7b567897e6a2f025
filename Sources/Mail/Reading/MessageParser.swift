/// Turns a message into a ``MessageHead``, with GMime.
enum MessageParser {
  /// Reads one message.
  ///
  /// - Parameters:
  ///   - bytes: its beginning; NULs in it are overwritten.
  ///   - excerpt: how much of the message this is.
  ///   - received: the date to use where the header has none that is sane, in seconds.
  ///   - now: the present, in seconds.
  ///   - whole: reads all of the message, where its beginning does not have what a row shows; nil
  ///     where that cannot be read.
  static func parse(
    _ bytes: UnsafeMutableBufferPointer<UInt8>,
    excerpt: MessageExcerpt,
    received: Int64,
    now: Int64,
    whole: () -> [UInt8]? = { nil }
  ) -> ParsedMessage {
    // File systems keep times from long before and after all mail.
    let received = min(max(0, received), Header.latestDate)
    let beginning = MessageBytes(bytes, goesOn: excerpt.isCut)
    func parsed(_ message: MessageBytes, _ content: MessageContent) -> ParsedMessage {
      let header = message.header
      let head = MessageHead(
        messageID: header.messageID ?? MessageIdentity.derived(from: bytes, excerpt: excerpt),
        references: header.references,
        date: header.date(now: now) ?? received,
        senders: header.senders,
        subject: message.subject,
        snippet: content.firstWords,
        hasAttachments: !content.attachments.isEmpty,
        fingerprint: Fingerprint.make(beginning.fields, Bytes(bytes), excerpt)
      )
      return ParsedMessage(
        head,
        marks: MboxMarks(message.fields),
        hasAllWords: content.hasAllWords,
        isOnlyPictures: content.isOnlyPictures
      )
    }
    var content = beginning.row(limit: MessageContent.rowLimits[0])
    if !content.isConclusive, excerpt.isCut, var rest = whole() {
      return rest.withUnsafeMutableBufferPointer { bytes in
        let message = MessageBytes(bytes, goesOn: false)
        return parsed(message, message.row())
      }
    }
    if !content.isConclusive, !excerpt.isCut { content = beginning.row() }
    return parsed(beginning, content)
  }
}

/// How much of a message is in memory.
struct MessageExcerpt {
  /// Where the body begins, or the number of bytes when the header has no end.
  var headerLength: Int
  /// The body's full length in the file, in bytes.
  var bodyLength: Int64
  /// Whether the body goes on beyond the excerpt.
  var isCut: Bool
}

/// A head, and the flags that only an mbox keeps in the message itself.
struct ParsedMessage {
  var head: MessageHead
  var marks: MboxMarks
  /// Whether more of the message would not change its first words.
  var hasAllWords: Bool
  /// Whether there is no text beside the pictures of a page, which then are attached.
  var isOnlyPictures: Bool

  init(_ head: MessageHead, marks: MboxMarks, hasAllWords: Bool, isOnlyPictures: Bool) {
    (self.head, self.marks) = (head, marks)
    (self.hasAllWords, self.isOnlyPictures) = (hasAllWords, isOnlyPictures)
  }
}
