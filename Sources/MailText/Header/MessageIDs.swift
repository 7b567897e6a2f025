/// Reads the message ids of a field, without angle brackets and without the white space at which
/// programs fold them.
enum MessageIDs {
  /// The limit of an id in bytes. An id is on one line of at most 998 bytes.
  private static let limit = 4096
  /// The limit of parent messages; a reply has one, and rarely a few (RFC 5322, section 3.6.4).
  private static let parentLimit = 10

  /// Returns the first id, or else the first word; nil for a field without words.
  static func first(in text: Bytes) -> String? {
    let text = Bytes(rebasing: text.prefix(limit))
    return found(in: text).first?.id
      ?? text.split { $0 <= 0x20 || "<>".utf8.contains($0) }.first.map {
        String(decoding: $0, as: UTF8.self)
      }
  }

  /// Returns all ids, in order. If there are more than `limit`, leaves out those in the middle.
  static func all(in text: Bytes, limit: Int) -> [String] {
    let ids = found(in: text).map(\.id)
    return ids.count <= limit ? ids : ids.prefix((limit + 1) / 2) + ids.suffix(limit / 2)
  }

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
    let ids = found(in: text)
    let outside = ids.contains { !$0.isInComment } ? ids.filter { !$0.isInComment } : ids
    return outside.map(\.id).suffix(hasWords ? 1 : parentLimit)
  }

  /// Returns the ids in brackets. In a text without brackets, returns its words outside of
  /// comments, if each has an `@`: a sentence may contain a writer's address.
  private static func found(in text: Bytes) -> [(id: String, isInComment: Bool)] {
    let hasBrackets = text.contains(UInt8(ascii: "<"))
    var (found, start, depth, depthAtStart) = ([(String, Bool)](), Int?.none, 0, 0)
    func end(at index: Int, isClosed: Bool = false) {
      guard let first = start else { return }
      let rest = text[first..<index].prefix(limit).drop { $0 <= 0x20 }
      let id = isClosed ? rest.withoutComments : Array(rest.prefix { $0 > 0x20 })
      if !id.isEmpty { found.append((String(decoding: id, as: UTF8.self), depthAtStart > 0)) }
      start = nil
    }
    for (index, byte) in text.enumerated() {
      switch byte {
      case UInt8(ascii: "<"):
        end(at: index)
        (start, depthAtStart) = (index + 1, depth)
      case UInt8(ascii: ">"): end(at: index, isClosed: true)
      case UInt8(ascii: "(") where start == nil || !hasBrackets:
        end(at: index)
        depth += 1
      case UInt8(ascii: ")") where start == nil: depth = max(0, depth - 1)
      case _ where hasBrackets || depth > 0: break
      case ...0x20, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\""): end(at: index)
      default: start = start ?? index
      }
    }
    end(at: text.count)
    let areIDs = hasBrackets || found.allSatisfy { $0.0.dropFirst().dropLast().contains("@") }
    return areIDs ? found : []
  }
}
