/// Reads the message ids of a field, without angle brackets, comments, and the white space at which
/// programs fold them. An id in a comment counts only if there is none outside of comments; in
/// References, it counts beside others.
enum MessageIDs {
  /// The limit of an id in bytes. An id is on one line of at most 998 bytes.
  private static let limit = 4096
  /// The limit of parent messages; a reply has one, and rarely a few (RFC 5322, section 3.6.4).
  private static let parentLimit = 10

  /// Returns the first id, or else the first word; nil for a field without words.
  static func first(in text: [UInt8]) -> String? {
    let text = Array(text.prefix(limit))
    return all(in: text).first
      ?? text.outsideComments.split { $0 <= 0x20 || "<>".utf8.contains($0) }.first.map {
        String(decoding: $0, as: UTF8.self)
      }
  }

  /// Returns all ids, in order. If there are more than `limit`, leaves out those in the middle.
  static func all(in text: [UInt8], limit: Int) -> [String] {
    let hasBrackets = text.outsideComments.contains(UInt8(ascii: "<"))
    let ids = hasBrackets ? found(in: text) : all(in: text)
    return ids.count <= limit ? ids : ids.prefix((limit + 1) / 2) + ids.suffix(limit / 2)
  }

  /// Returns the ids of a text without words, in order; of any other text, the last one, as in
  /// `Message from Bob <bob@b.example> of "Monday" <id>`.
  static func parents(in text: [UInt8]) -> ArraySlice<String> {
    var isInID = false
    let hasWords = text.outsideComments.contains { byte in
      if byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") {
        isInID = byte == UInt8(ascii: "<")
      }
      return !isInID && byte.isOfWord
    }
    return all(in: text).suffix(hasWords ? 1 : parentLimit)
  }

  private static func all(in text: [UInt8]) -> [String] {
    let ids = found(in: text.outsideComments)
    return ids.isEmpty && text.contains(UInt8(ascii: "<")) ? found(in: text) : ids
  }

  /// Returns the ids in brackets. In a text without brackets, returns its words, if each has an `@`:
  /// a sentence may contain a writer's address.
  private static func found(in text: [UInt8]) -> [String] {
    guard text.contains(UInt8(ascii: "<")) else {
      let words = text.split { $0 <= 0x20 || ",;\">()".utf8.contains($0) }
      let areIDs = words.allSatisfy { $0.dropFirst().dropLast().contains(UInt8(ascii: "@")) }
      return areIDs ? words.map { String(decoding: $0.prefix(limit), as: UTF8.self) } : []
    }
    let parts = text.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
    return parts.dropFirst().compactMap { part in
      let end = part.firstIndex(of: UInt8(ascii: ">"))
      let text = part[..<(end ?? part.endIndex)].prefix(limit).drop { $0 <= 0x20 }
      let id = end == nil ? Array(text.prefix { $0 > 0x20 }) : text.withoutComments
      return id.isEmpty ? nil : String(decoding: id, as: UTF8.self)
    }
  }
}
