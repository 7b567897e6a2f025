/// The words by which a search finds a message, besides those of its ``MessageHead``.
public struct MessageWords: Sendable, Hashable {
  /// The names and addresses in To and Cc.
  public var recipients: [String]
  /// The folded words of the message's texts, of the names of its attachments, and of its snippet.
  /// Empty if no text was read; a search then uses the head's snippet.
  package var text: [UInt8] = []

  public init(recipients: [String] = []) { self.recipients = recipients }

  init(recipients: [String], text: [UInt8]) { (self.recipients, self.text) = (recipients, text) }

  package mutating func add(_ words: [String]) {
    for words in words { text += FoldedText(words).bytes }
  }
}

/// Collects folded words, each once: a text's length hardly matters, but its vocabulary does.
package struct DistinctWords {
  /// The limit in bytes: the vocabulary of some 100 kB of text.
  static let limit = 16_384

  package static let wordLimit = 32

  /// The words, in the form of a ``FoldedText``.
  private(set) var bytes: [UInt8] = []
  private var known = HashSet()
  private var line = FoldedText()

  /// Whether the words so far leave room for more.
  var needsMore: Bool { bytes.count < Self.limit }

  /// Adds a file's name or another short text, also beyond the limit.
  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add($0, upTo: .max) }
  }

  /// Adds the words of a line, up to the limit.
  mutating func add(_ utf8: Bytes) { add(utf8, upTo: Self.limit) }

  private mutating func add(_ utf8: Bytes, upTo limit: Int) {
    line.removeAll()
    line.add(utf8)
    line.forEachPart { mark, part in
      let word = mark == FoldedText.wordMark ? part.prefix(scalars: Self.wordLimit) : part
      guard bytes.count < limit,
        known.insert(QuickHash.make(word, from: UInt64(mark)))
      else { return }
      bytes.append(mark)
      bytes += word
    }
  }
}

/// A set of hashes. It uses them as they are: a `Set` would hash them again.
private struct HashSet {
  /// The hashes, each at its own place or behind it; 0 where there is none.
  private var places = [UInt64](repeating: 0, count: 256)
  private var count = 0

  /// - Returns: whether the hash is new.
  mutating func insert(_ hash: UInt64) -> Bool {
    let hash = max(1, hash)
    var place = place(of: hash)
    if places[place] == hash { return false }
    count += 1
    if 2 * count > places.count {
      let known = places
      places = Array(repeating: 0, count: 2 * known.count)
      for hash in known where hash != 0 { places[self.place(of: hash)] = hash }
      place = self.place(of: hash)
    }
    places[place] = hash
    return true
  }

  private func place(of hash: UInt64) -> Int {
    var place = Int(truncatingIfNeeded: hash ^ hash >> 32) & (places.count - 1)
    while places[place] != 0, places[place] != hash { place = (place + 1) & (places.count - 1) }
    return place
  }
}
