/// Searches a line for many phrases at once.
///
/// A phrase's first two bytes are its key, so a search looks once at each byte of the line, however
/// many phrases there are.
package struct PhraseSet {
  private struct Entry {
    let kinds: PhraseKinds
    let start: Int
    let count: Int
    /// Whether the phrase must be at the start of a word.
    let beginsWord: Bool
    /// Whether the next entry's phrase begins with the same two bytes.
    var goesOn = true
  }

  /// All phrases, one behind the other.
  private var text: [UInt8] = []
  /// The phrases, grouped by their first two bytes; the first entry is a placeholder.
  private var entries: [Entry]
  /// The index in `entries` of the first phrase for each pair of first bytes; 0 if there is none.
  private var places = [UInt16](repeating: 0, count: 1 << 16)

  /// - Parameter phrases: phrases in lower case, at least two bytes long, that are found in any line.
  init(_ phrases: [StaticString]) {
    self.init(
      phrases.map {
        (Array(UnsafeBufferPointer(start: $0.utf8Start, count: $0.utf8CodeUnitCount)), [], false)
      }
    )
  }

  /// Makes a set of the phrases of all languages, which are found in lines of ``FoldedLine``.
  package init(_ kinds: [PhraseKind]) {
    self.init(
      PhraseKind.phrases(of: kinds).map { phrase in
        // A run is found from any of its characters on.
        let isWord = phrase.folded.first == FoldedText.wordMark
        let end = phrase.endsWord ? [FoldedText.wordMark] : []
        return (phrase.folded.dropFirst() + end, PhraseKinds(phrase.kind), isWord)
      }
    )
  }

  private init(_ phrases: [(bytes: [UInt8], kinds: PhraseKinds, beginsWord: Bool)]) {
    entries = [Entry(kinds: [], start: 0, count: 0, beginsWord: false)]
    let groups = Dictionary(grouping: phrases.filter { $0.bytes.count > 1 }) {
      Self.beginning($0.bytes[0], $0.bytes[1])
    }
    for (beginning, group) in groups {
      places[beginning] = UInt16(entries.count)
      for (bytes, kinds, beginsWord) in group {
        let (start, count) = (text.count, bytes.count)
        entries.append(Entry(kinds: kinds, start: start, count: count, beginsWord: beginsWord))
        text += bytes
      }
      entries[entries.count - 1].goesOn = false
    }
  }

  /// Whether a line contains any of the phrases, ignoring the case of ASCII letters.
  func isIn(_ line: Bytes) -> Bool {
    var isFound = false
    find(in: line) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  package func kinds(in line: Bytes) -> PhraseKinds {
    var kinds: PhraseKinds = []
    find(in: line) {
      kinds.formUnion($0)
      return true
    }
    return kinds
  }

  /// Passes on the kinds of each phrase found, until `goesOn` returns false.
  @inline(__always)
  private func find(in line: Bytes, _ goesOn: (PhraseKinds) -> Bool) {
    guard var last = line.first?.lowercased else { return }
    var index = 0
    while index + 1 < line.count {
      defer { index += 1 }
      let next = line[index + 1].lowercased
      var place = Int(places[Self.beginning(last, next)])
      last = next
      while place != 0 {
        let entry = entries[place]
        if isThere(entry, in: line, from: index), !goesOn(entry.kinds) { return }
        place = entry.goesOn ? place + 1 : 0
      }
    }
  }

  /// Whether a phrase is at an index. Its first two bytes have been compared already.
  private func isThere(_ entry: Entry, in line: Bytes, from start: Int) -> Bool {
    guard start + entry.count <= line.count,
      !entry.beginsWord || start > 0 && line[start - 1] == FoldedText.wordMark
    else { return false }
    // Loops over numbers, here and in `find`: iterators are slow in a debug build, and this runs for
    // each letter of a mailbox.
    var offset = 2
    while offset < entry.count, line[start + offset].lowercased == text[entry.start + offset] {
      offset += 1
    }
    return offset >= entry.count
  }

  private static func beginning(_ first: UInt8, _ second: UInt8) -> Int {
    Int(first) << 8 | Int(second)
  }
}

/// A line in the form in which phrases are looked for in it: without case, accents and punctuation.
struct FoldedLine {
  /// A ``FoldedText``, with a space at its end.
  let text: [UInt8]
  let kinds: PhraseKinds

  init(_ line: Bytes) {
    let text = FoldedText(line).bytes + [FoldedText.wordMark]
    self.text = text
    kinds = text.withUnsafeBufferPointer { Self.phrases.kinds(in: $0) }
  }

  private static let phrases = PhraseSet(PhraseKind.ofLines)
}
