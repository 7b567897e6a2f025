import CGMime
import Foundation

/// The fields of a message's header that the list looks at, as they stand in the file.
///
/// GMime decodes what is in them. But it makes several objects of each field, and most fields of a
/// message are only traces of its way; left to it, they cost more than all the rest. So the lines
/// are looked through here, and of each name the first is taken.
struct HeaderFields {
  enum Name: Int, CaseIterable {
    case from
    case date
    case subject
    case messageID
    case references
    case inReplyTo
    case to
    case cc
    case sender
    case replyTo
    case received
    case status
    case xStatus
    case mozillaStatus
    case contentType
    case contentTransferEncoding
    case contentDisposition

    /// In lower case.
    var spelling: StaticString { Self.spellings[rawValue] }
    private static let spellings: [StaticString] = [
      "from", "date", "subject", "message-id", "references", "in-reply-to", "to", "cc", "sender",
      "reply-to", "received", "status", "x-status", "x-mozilla-status", "content-type",
      "content-transfer-encoding", "content-disposition",
    ]
    /// What is shown of a message in the message.
    static let ofEnclosed: [Name] = [.from, .sender, .replyTo, .to, .date, .subject]
  }

  private let bytes: Bytes
  /// Whole fields, from the name to the last line break; empty where there is none.
  private var fields = [Range<Int>](repeating: 0..<0, count: Name.allCases.count)
  /// Where the body begins.
  private(set) var bodyStart: Int

  /// - Parameters:
  ///   - bytes: without NULs, valid as long as the fields are used.
  ///   - headerLength: up to and with the empty line.
  ///   - bodyStart: behind the empty line, where the header is longer than is looked at.
  init(_ bytes: Bytes, headerLength: Int, bodyStart: Int? = nil) {
    self.bytes = bytes
    let headerEnd = min(headerLength, bytes.count)
    self.bodyStart = bodyStart ?? headerEnd
    var start = 0
    var current: Name?
    while start < headerEnd {
      let end = endOfLine(start)
      defer { start = end }
      if bytes[start] == 0x20 || bytes[start] == 0x09 {
        if let current { fields[current.rawValue] = fields[current.rawValue].lowerBound..<end }
        continue
      }
      current = nil
      guard bytes[start] != 10, bytes[start] != 13 else { continue }
      if let nameEnd = endOfName(start, end) {
        guard let name = name(start..<nameEnd), fields[name.rawValue].isEmpty else { continue }
        fields[name.rawValue] = start..<end
        current = name
      } else if start > 0, !isKnown(end) {
        // Not a field. It may be the From line of an mbox, at the top, or rubbish among the fields.
        // Else it is the text, and the empty line above it is missing.
        self.bodyStart = start
        break
      }
    }
  }

  private func endOfLine(_ start: Int) -> Int {
    guard let base = bytes.baseAddress, let found = memchr(base + start, 10, bytes.count - start)
    else { return bytes.count }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
  }

  /// Where a field's name ends: printable ASCII, then a colon, perhaps with spaces before it.
  private func endOfName(_ start: Int, _ end: Int) -> Int? {
    var index = start
    while index < end, (0x21...0x7E).contains(bytes[index]), bytes[index] != 0x3A { index += 1 }
    let nameEnd = index
    while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    return nameEnd > start && index < end && bytes[index] == 0x3A ? nameEnd : nil
  }

  private func name(_ range: Range<Int>) -> Name? {
    guard let start = bytes.baseAddress.map({ UnsafeRawPointer($0) + range.lowerBound }) else {
      return nil
    }
    let text = start.assumingMemoryBound(to: CChar.self)
    return Name.allCases.first { name in
      let spelling = name.spelling
      return spelling.utf8CodeUnitCount == range.count
        && g_ascii_strncasecmp(spelling.chars, text, gsize(range.count)) == 0
    }
  }

  private func isKnown(_ start: Int) -> Bool {
    guard start < bytes.count else { return false }
    return endOfName(start, endOfLine(start)).map { name(start..<$0) != nil } ?? false
  }

  /// Lends a field's value, folded and encoded as it is; nil when there is none.
  func withValue<Result>(
    of name: Name,
    _ body: (UnsafePointer<CChar>) -> Result?
  ) -> Result? {
    let field = fields[name.rawValue]
    guard let colon = bytes[field].firstIndex(of: 0x3A) else { return nil }
    let value = UnsafeRawBufferPointer(bytes)[(colon + 1)..<field.upperBound]
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: value.count + 1) { copy in
      UnsafeMutableRawBufferPointer(copy).copyMemory(from: UnsafeRawBufferPointer(rebasing: value))
      copy[value.count] = 0
      return copy.withMemoryRebound(to: CChar.self) { $0.baseAddress.flatMap { body($0) } }
    }
  }

  /// A whole field, from its name to its last line break; empty where there is none.
  func field(_ name: Name) -> Bytes { Bytes(rebasing: bytes[fields[name.rawValue]]) }

  /// Whether a line begins a field.
  static func isField(_ line: Bytes) -> Bool {
    HeaderFields(line, headerLength: 0).endOfName(0, line.count) != nil
  }
}

extension StaticString {
  /// For C.
  var chars: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
