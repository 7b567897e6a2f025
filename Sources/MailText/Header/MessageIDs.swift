import CGMime

/// Reads the message ids of a field, without angle brackets.
enum MessageIDs {
  /// The limit in bytes of the text to parse for one id. An id is on one line of at most 998 bytes.
  private static let limit = 4096

  /// Returns the first id, if it starts within ``limit``; else nil.
  static func first(in text: Bytes) -> String? {
    var part = Array(text.prefix(limit))
    // GMime ends an id at white space in its domain, where some programs fold it.
    if let start = part.firstIndex(where: { $0 > 0x20 }), part[start] == UInt8(ascii: "<"),
      let end = part.firstIndex(of: UInt8(ascii: ">"))
    {
      part = part[start...end].filter { $0 > 0x20 }
    }
    part.append(0)
    let id = part.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { g_mime_utils_decode_message_id($0.baseAddress) }
    }
    defer { g_free(id) }
    return normalised(id)
  }

  /// Removes white space, which folding leaves in some ids: ids are compared byte by byte.
  private static func normalised(_ id: UnsafePointer<CChar>?) -> String? {
    guard let id else { return nil }
    let text = String(cString: id)
    let clean =
      text.utf8.contains { $0 <= 0x20 }
      ? String(decoding: text.utf8.filter { $0 > 0x20 }, as: UTF8.self) : text
    return clean.isEmpty ? nil : clean
  }

  /// Returns all ids, in order. If there are more than `limit`, leaves out those in the middle.
  ///
  /// GMime reads each id by itself. Its parser for whole fields stops at text that is neither an id
  /// nor a word, such as a comma between ids, or the address in “ann@a.example's message of <id>”.
  static func all(in text: Bytes, limit: Int) -> [String] {
    let ids = bracketed(in: text)
    let kept =
      ids.count <= limit ? ids : ids.prefix((limit + 1) / 2) + ids.suffix(limit / 2)
    return kept.compactMap { first(in: $0.text) }
  }

  /// The limit of parent messages; a reply has one, and rarely a few (RFC 5322, section 3.6.4).
  private static let parentLimit = 10

  /// Returns the ids of a text without words, in order; of any other text, the last one, as in
  /// `Message from Bob <bob@b.example> of "Monday" <id>`. What is in comments counts only if there
  /// is no id outside of them.
  static func parents(in text: Bytes) -> ArraySlice<String> {
    var (depth, isInID) = (0, false)
    let hasWords = text.contains { byte in
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth = max(0, depth - 1)
      case UInt8(ascii: "<"): isInID = true
      case UInt8(ascii: ">"): isInID = false
      default: return depth == 0 && !isInID && byte.isOfWord
      }
      return false
    }
    let ids = bracketed(in: text)
    let outside = ids.contains { !$0.isInComment } ? ids.filter { !$0.isInComment } : ids
    let parents = outside.suffix(parentLimit).compactMap { first(in: $0.text) }
    return parents.suffix(hasWords ? 1 : parentLimit)
  }

  /// Returns the pieces of the text, each from a `<` up to the next `<` or the end. In a text
  /// without `<`, returns the ids that some programs write without brackets.
  private static func bracketed(in text: Bytes) -> [(text: Bytes, isInComment: Bool)] {
    var found: [(text: Bytes, isInComment: Bool)] = []
    var start: Int?
    var (depth, depthAtStart) = (0, 0)
    func end(at index: Int) {
      guard let start, index > start + 1 else { return }
      found.append((Bytes(rebasing: text[start..<index]), depthAtStart > 0))
    }
    guard text.contains(UInt8(ascii: "<")) else { return bare(in: text).map { ($0, false) } }
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "<"):
        end(at: index)
        (start, depthAtStart) = (index, depth)
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth = max(0, depth - 1)
      default: break
      }
    }
    end(at: text.count)
    return found
  }

  /// Returns the words of a text, outside of comments; none if a word has no `@`, since a sentence
  /// may contain a writer's address.
  private static func bare(in text: Bytes) -> [Bytes] {
    var (words, start, depth) = ([Bytes](), Int?.none, 0)
    for index in 0...text.count {
      let byte = index < text.count ? text[index] : 0x20
      if byte == UInt8(ascii: "(") { depth += 1 }
      let isOutside = depth == 0 && byte > 0x20 && !",;\"".utf8.contains(byte)
      if byte == UInt8(ascii: ")") { depth = max(0, depth - 1) }
      if isOutside {
        start = start ?? index
      } else if let first = start {
        words.append(Bytes(rebasing: text[first..<index]))
        start = nil
      }
    }
    return words.allSatisfy { $0.dropFirst().dropLast().contains(UInt8(ascii: "@")) } ? words : []
  }
}
