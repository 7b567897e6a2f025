/// Searches a folded line for many phrases at once.
///
/// A phrase's first three bytes are its key, so a search looks once at each word of the line, and
/// at each character of a script without spaces, however many phrases there are.
package struct PhraseSet {
  private struct Entry {
    let kind: PhraseKind
    let start: UInt32
    let count: UInt16
    /// Whether the phrase is found from any character of a run on, and not from the start of a
    /// word.
    let isInRun: Bool
  }

  /// All phrases, one behind the other.
  private var text: [UInt8] = []
  /// The phrases in the order of their keys.
  private var entries: [Entry] = []
  /// The index in `entries` of each key's first phrase, and the end.
  private var places = [UInt16](repeating: 0, count: 1 << keyBits + 1)
  /// Phrases that are shorter than a key.
  private var short: [Entry] = []

  private static let (keyBits, keyLength) = (12, 3)

  /// Makes a set of the phrases of all languages.
  package init(_ kinds: [PhraseKind]) {
    var found: [(key: Int, entry: Entry)] = []
    for kind in kinds {
      kind.forEachPhrase { folded, endsWord in
        let (start, isInRun) = (text.count, folded.first == FoldedText.runMark)
        text += folded.dropFirst()
        if endsWord { text.append(FoldedText.wordMark) }
        let count = text.count - start
        let entry = Entry(
          kind: kind,
          start: UInt32(start),
          count: UInt16(clamping: count),
          isInRun: isInRun
        )
        if count >= Self.keyLength {
          let key = text.withUnsafeBufferPointer { Self.key($0, at: start) }
          places[key + 1] += 1
          found.append((key, entry))
        } else if count > 1 {
          short.append(entry)
        }
      }
    }
    for key in 1..<places.count { places[key] += places[key - 1] }
    entries = found.sorted { $0.key < $1.key }.map(\.entry)
  }

  package func kinds(in line: Bytes) -> PhraseKinds {
    var kinds: PhraseKinds = []
    for index in line.indices {
      let byte = line[index]
      let isInRun = byte >= 0x80
      guard isInRun || byte == FoldedText.wordMark else { continue }
      let start = isInRun ? index : index + 1
      for entry in short where isThere(entry, in: line, at: start, isInRun) {
        kinds.insert(entry.kind)
      }
      guard start + Self.keyLength <= line.count else { break }
      let key = Self.key(line, at: start)
      for place in Int(places[key])..<Int(places[key + 1]) {
        let entry = entries[place]
        if isThere(entry, in: line, at: start, isInRun) { kinds.insert(entry.kind) }
      }
    }
    return kinds
  }

  private func isThere(_ entry: Entry, in line: Bytes, at start: Int, _ isInRun: Bool) -> Bool {
    let (phrase, count) = (Int(entry.start), Int(entry.count))
    guard entry.isInRun == isInRun, start + count <= line.count else { return false }
    var offset = 0
    while offset < count, line[start + offset] == text[phrase + offset] { offset += 1 }
    return offset == count
  }

  private static func key(_ text: Bytes, at start: Int) -> Int {
    let bytes =
      UInt32(text[start]) | UInt32(text[start + 1]) << 8 | UInt32(text[start + 2]) << 16
    return Int((bytes &* 0x9E37_79B1) >> (32 - UInt32(keyBits)))
  }
}

/// Searches any text for a few phrases, ignoring the case of ASCII letters.
struct PlainPhrases {
  private let phrases: [StaticString]
  /// Whether a phrase begins with each byte.
  private var isFirst = [Bool](repeating: false, count: 256)

  init(_ phrases: [StaticString]) {
    self.phrases = phrases
    for phrase in phrases { isFirst[Int(phrase.utf8Start[0])] = true }
  }

  func isIn(_ text: Bytes) -> Bool {
    text.indices.contains { start in
      isFirst[Int(text[start].lowercased)]
        && phrases.contains { Bytes(rebasing: text[start...]).starts(withAnyCaseOf: $0) }
    }
  }
}

/// A line in the form in which phrases are looked for in it: without case, accents and punctuation.
struct FoldedLine {
  /// A ``FoldedText``, with a space at its end.
  let text: [UInt8]
  let kinds: PhraseKinds

  init(_ line: Bytes) {
    var folded = FoldedText(line)
    folded.append(FoldedText.wordMark)
    text = folded.bytes
    kinds = folded.bytes.withUnsafeBufferPointer { Self.phrases.kinds(in: $0) }
  }

  private static let phrases = PhraseSet(PhraseKind.ofLines)
}
