import CGMime

/// Turns the first bytes of a message into a ``MessageHead``, with GMime.
enum MessageParser {
  /// Longer than a header line may be unfolded before it says nothing to a reader any more.
  static let subjectLimit = 300
  static let nameLimit = 80
  /// A From header names one writer; broken software writes whole lists there.
  static let senderLimit = 10
  /// Beyond this, a list of references is an attack or a loop. The first ones name the beginning
  /// of the conversation and the last ones the parent, so those are kept.
  static let referenceLimit = 1000

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
    replaceNULs(bytes)
    let options = GMimeLibrary.options.pointer
    let chars = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
    let stream = g_mime_stream_mem_new_with_buffer(chars, bytes.count)
    defer { g_object_unref(stream) }
    let parser = g_mime_parser_new_with_stream(stream)
    defer { g_object_unref(parser) }
    guard bytes.count > 0, let message = g_mime_parser_construct_message(parser, options) else {
      return ParsedMessage(emptyHead(bytes, excerpt, received), marks: MboxMarks())
    }
    defer { g_object_unref(message) }
    let body = MessageBody(message, isCut: excerpt.isCut)
    let head = MessageHead(
      messageID: messageID(message) ?? MessageIdentity.derived(from: bytes, excerpt: excerpt),
      references: references(message, options),
      date: sane(g_mime_message_get_date(message), now: now) ?? received,
      senders: senders(message, options),
      subject: subject(message, options),
      snippet: body.snippet,
      hasAttachments: body.hasAttachments
    )
    return ParsedMessage(head, marks: MboxMarks(message))
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

  /// GMime works on C strings, for which a NUL is the end.
  private static func replaceNULs(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    var start = 0
    while let found = memchr(base + start, 0, bytes.count - start) {
      let offset = found - UnsafeMutableRawPointer(base)
      bytes[offset] = UInt8(ascii: "?")
      start = offset + 1
    }
  }

  private static func messageID(_ message: UnsafeMutablePointer<GMimeMessage>) -> String? {
    guard let text = g_mime_message_get_message_id(message) else { return nil }
    return normalised(text)
  }

  /// Ids are compared byte by byte, without the white space that folding leaves in some.
  private static func normalised(_ id: UnsafePointer<CChar>?) -> String? {
    guard let id else { return nil }
    let text = String(cString: id)
    let clean =
      text.utf8.contains { $0 <= 0x20 }
      ? String(decoding: text.utf8.filter { $0 > 0x20 }, as: UTF8.self) : text
    return clean.isEmpty ? nil : clean
  }

  private static func references(
    _ message: UnsafeMutablePointer<GMimeMessage>,
    _ options: OpaquePointer?
  ) -> [String] {
    let object = cgmime_message_as_object(message)
    if let header = g_mime_object_get_header(object, "References") {
      let ids = ids(in: header, options, limit: referenceLimit)
      if !ids.isEmpty { return ids }
    }
    guard let header = g_mime_object_get_header(object, "In-Reply-To") else { return [] }
    return Array(ids(in: header, options, limit: referenceLimit).prefix(1))
  }

  private static func ids(in header: UnsafePointer<CChar>, _ options: OpaquePointer?, limit: Int)
    -> [String]
  {
    guard let list = g_mime_references_parse(options, header) else { return [] }
    defer { g_mime_references_free(list) }
    let count = Int(g_mime_references_length(list))
    let kept =
      count <= limit
      ? Array(0..<count) : Array(0..<limit / 2) + Array(count - limit / 2..<count)
    return kept.compactMap { normalised(g_mime_references_get_message_id(list, Int32($0))) }
  }

  /// No mail is older than the year 1980, and clocks that run ahead do so by less than a day or
  /// two: anything else is a broken header.
  private static func sane(_ date: OpaquePointer?, now: Int64) -> Int64? {
    guard let date else { return nil }
    let seconds = Int64(g_date_time_to_unix(date))
    return (315_532_800...max(now, 315_532_800) + 86_400).contains(seconds) ? seconds : nil
  }

  private static func subject(
    _ message: UnsafeMutablePointer<GMimeMessage>,
    _ options: OpaquePointer?
  ) -> String {
    if let raw = rawValue(of: "Subject", message), let repaired = EncodedWords.repaired(raw),
      let text = g_mime_utils_header_decode_text(options, repaired)
    {
      defer { g_free(text) }
      return oneLine(text, limit: subjectLimit)
    }
    return g_mime_message_get_subject(message).map { oneLine($0, limit: subjectLimit) } ?? ""
  }

  private static func rawValue(
    of name: String,
    _ message: UnsafeMutablePointer<GMimeMessage>
  ) -> UnsafePointer<CChar>? {
    let headers = g_mime_object_get_header_list(cgmime_message_as_object(message))
    return g_mime_header_list_get_header(headers, name).flatMap { g_mime_header_get_raw_value($0) }
  }

  /// The names in From, or where it has none, in Sender or Reply-To.
  private static func senders(
    _ message: UnsafeMutablePointer<GMimeMessage>,
    _ options: OpaquePointer?
  ) -> [String] {
    let headers: [(String, UnsafeMutablePointer<InternetAddressList>?)] = [
      ("From", g_mime_message_get_from(message)), ("Sender", g_mime_message_get_sender(message)),
      ("Reply-To", g_mime_message_get_reply_to(message)),
    ]
    for (name, list) in headers {
      guard let list, internet_address_list_length(list) > 0 else { continue }
      if let raw = rawValue(of: name, message), let repaired = EncodedWords.repaired(raw),
        let list = internet_address_list_parse(options, repaired)
      {
        defer { g_object_unref(list) }
        return names(in: list)
      }
      let names = names(in: list)
      if !names.isEmpty { return names }
    }
    return []
  }

  private static func names(in list: UnsafeMutablePointer<InternetAddressList>) -> [String] {
    let count = min(internet_address_list_length(list), Int32(senderLimit))
    return (0..<count).compactMap { index in
      guard let address = internet_address_list_get_address(list, index) else { return nil }
      if let name = internet_address_get_name(address) {
        let name = oneLine(name, limit: nameLimit)
        if !name.isEmpty { return name }
      }
      guard let mailbox = cgmime_as_mailbox(address),
        let text = internet_address_mailbox_get_addr(mailbox)
      else { return nil }
      let plain = oneLine(text, limit: nameLimit)
      return plain.isEmpty ? nil : plain
    }
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
