import CGMime
import Foundation

/// Turns the first bytes of a message into a ``MessageHead``, with GMime.
enum MessageParser {
  /// Reads one message.
  ///
  /// - Parameters:
  ///   - bytes: header and the beginning of the body; NULs in it are overwritten.
  ///   - excerpt: how much of the message this is.
  ///   - received: the date to use when the Date header is missing or absurd, in seconds.
  ///   - now: the present, in seconds.
  static func parse(
    _ bytes: UnsafeMutableBufferPointer<UInt8>,
    excerpt: MessageExcerpt,
    received: Int64,
    now: Int64
  ) -> ParsedMessage {
    // File systems keep times from long before and after all mail.
    let received = min(max(0, received), Header.latestDate)
    bytes.replaceNULs(with: UInt8(ascii: "?"))
    let options = GMimeLibrary.options.pointer
    let lines = LineEnds.repaired(bytes, excerpt)
    let fields = HeaderFields(Bytes(bytes), headerLength: lines.headerLength)
    let stream = g_mime_stream_mem_new_with_byte_array(fields.part())
    defer { g_object_unref(stream) }
    let parser = g_mime_parser_new_with_stream(stream)
    defer { g_object_unref(parser) }
    guard bytes.count > 0, let root = g_mime_parser_construct_part(parser, options) else {
      return ParsedMessage(emptyHead(bytes, excerpt, received), marks: MboxMarks())
    }
    defer { g_object_unref(root) }
    let header = Header(fields, options)
    let body = MessageBody(root, isCut: excerpt.isCut)
    let head = MessageHead(
      messageID: header.messageID ?? MessageIdentity.derived(from: bytes, excerpt: excerpt),
      references: header.references,
      date: header.date(now: now) ?? received,
      senders: header.senders,
      subject: header.subject,
      snippet: body.snippet,
      hasAttachments: body.hasAttachments
    )
    return ParsedMessage(head, marks: MboxMarks(fields))
  }

  private static func emptyHead(
    _ bytes: UnsafeMutableBufferPointer<UInt8>,
    _ excerpt: MessageExcerpt,
    _ received: Int64
  ) -> MessageHead {
    MessageHead(
      messageID: MessageIdentity.derived(from: bytes, excerpt: excerpt),
      references: [],
      date: received,
      senders: [],
      subject: "",
      snippet: "",
      hasAttachments: false
    )
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

  init(_ head: MessageHead, marks: MboxMarks) {
    self.head = head
    self.marks = marks
  }
}

/// Line ends of a kind that neither GMime nor Tideline looks for.
enum LineEnds {
  /// Old Macs ended lines with a carriage return and nothing else.
  static func repaired(
    _ bytes: UnsafeMutableBufferPointer<UInt8>,
    _ excerpt: MessageExcerpt
  ) -> MessageExcerpt {
    guard let base = bytes.baseAddress, memchr(base, 10, bytes.count) == nil,
      memchr(base, 13, bytes.count) != nil
    else { return excerpt }
    for index in bytes.indices where bytes[index] == 13 { bytes[index] = 10 }
    var repaired = excerpt
    repaired.headerLength = MessageFile.headerLength(Bytes(bytes)) ?? bytes.count
    return repaired
  }
}
