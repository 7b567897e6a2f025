/// Turns a message into a ``MessageHead``.
package enum MessageParser {
  /// Parses one message.
  ///
  /// - Parameters:
  ///   - bytes: the message's beginning; overwritten by ``MessageBytes/init(_:goesOn:fetched:)``.
  ///   - excerpt: the part of the message that these bytes cover.
  ///   - received: seconds since 1970, used if the header has no plausible date.
  ///   - now: the current time, in seconds since 1970.
  ///   - whole: called if the excerpt is cut. Returns the complete message, or nil if the message
  ///     cannot be read.
  package static func parse(
    _ bytes: UnsafeMutableBufferPointer<UInt8>,
    excerpt: MessageExcerpt,
    received: Int64,
    now: Int64,
    whole: () -> [UInt8]? = { nil }
  ) -> ParsedMessage {
    // File systems allow times far outside the range for mail.
    let received = min(max(0, received), Header.latestDate)
    let beginning = MessageBytes(bytes, goesOn: excerpt.isCut)
    func parsed(
      _ message: MessageBytes,
      _ content: MessageContent,
      whole: UInt64? = nil
    ) -> ParsedMessage {
      let header = message.header
      let (senders, recipients) = (header.senders, header.recipients)
      let head = MessageHead(
        messageID: header.messageID ?? MessageIdentity.derived(from: bytes, excerpt: excerpt),
        references: header.references,
        date: header.date(now: now) ?? received,
        senders: senders.map(\.shortName),
        addresses: senders.map(\.address).filter { !$0.isEmpty },
        recipients: (recipients.first { !$0.isEmpty } ?? []).prefix(Header.senderLimit)
          .map(\.shortName),
        subject: message.subject,
        snippet: content.firstWords,
        hasAttachments: !content.attachments.isEmpty,
        fingerprint: Fingerprint.make(beginning.fields, Bytes(bytes), excerpt, whole: whole)
      )
      var words = content.words
      for file in content.attachments { words.add(file.name) }
      // A long snippet may end within a word.
      let isLong = head.snippet.utf8.count >= FirstWords.limit
      let end = isLong ? head.snippet.lastIndex(of: " ") : nil
      words.add(String(head.snippet[..<(end ?? head.snippet.endIndex)]))
      return ParsedMessage(
        head: head,
        words: MessageWords(
          recipients: recipients.joined().flatMap { [$0.name, $0.address] },
          text: words.bytes
        ),
        marks: MboxMarks(message.fields),
        hasAllWords: content.hasAllWords,
        isOnlyPictures: content.isOnlyPictures
      )
    }
    guard excerpt.isCut else { return parsed(beginning, beginning.row()) }
    guard var rest = whole() else {
      return parsed(beginning, beginning.row(limit: MessageContent.rowLimits[0]))
    }
    return rest.withUnsafeMutableBufferPointer { bytes in
      // Made first, since the bytes are overwritten.
      let hash = QuickHash.ofLong(Bytes(rebasing: bytes[min(excerpt.headerLength, bytes.count)...]))
      let message = MessageBytes(bytes, goesOn: false)
      return parsed(message, message.row(), whole: hash)
    }
  }
}

package struct MessageExcerpt {
  /// The bytes of header and body that are read at first: enough for the rows of most messages.
  package static let headerLimit = 65_536
  package static let bodyLimit = 8_192

  /// The index of the body's first byte; the excerpt's length if the excerpt ends in the header.
  package var headerLength: Int
  /// The length of the complete body in the file, in bytes.
  var bodyLength: Int64
  /// Whether the body continues beyond the excerpt.
  var isCut: Bool

  package init(headerLength: Int, bodyLength: Int64, isCut: Bool) {
    (self.headerLength, self.bodyLength, self.isCut) = (headerLength, bodyLength, isCut)
  }
}

/// A message's head, and the flags that an mbox keeps in the message itself.
package struct ParsedMessage {
  package var head: MessageHead
  package var words: MessageWords
  package var marks: MboxMarks
  /// Whether the snippet would stay the same if more of the message were read.
  package var hasAllWords: Bool
  /// Whether the message has no text, and its HTML has pictures. The pictures are attachments.
  package var isOnlyPictures: Bool
}
