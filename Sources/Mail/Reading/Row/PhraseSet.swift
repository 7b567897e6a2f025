/// Searches a line for many phrases at once.
///
/// A phrase's first two bytes are its key, so a search looks once at each byte of the line, however
/// many phrases there are.
struct PhraseSet {
  private struct Entry {
    let phrase: StaticString
    let kind: UInt8
    /// Whether the next entry's phrase begins with the same two bytes.
    var goesOn = true
  }

  /// The phrases, grouped by their first two bytes; the first entry is a placeholder.
  private var entries = [Entry(phrase: "", kind: 0)]
  /// The index in `entries` of the first phrase for each pair of first bytes; 0 if there is none.
  private var places = [UInt16](repeating: 0, count: 1 << 16)

  /// - Parameter phrases: phrases in lower case, at least two bytes long.
  init(_ phrases: [StaticString]) { self.init(kinds: [(phrases, 1)]) }

  /// - Parameter kinds: phrases as for ``init(_:)``, by their kind; each kind is one bit.
  init(kinds: [(phrases: [StaticString], kind: UInt8)]) {
    let all = kinds.flatMap { phrases, kind in phrases.map { Entry(phrase: $0, kind: kind) } }
    let groups = Dictionary(grouping: all.filter { $0.phrase.utf8CodeUnitCount > 1 }) {
      Self.beginning($0.phrase.utf8Start[0], $0.phrase.utf8Start[1])
    }
    for (beginning, group) in groups {
      places[beginning] = UInt16(entries.count)
      entries += group
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

  /// Returns the bits of the kinds of all phrases in a line.
  func kinds(in line: Bytes) -> UInt8 {
    var kinds: UInt8 = 0
    find(in: line) { kind in
      kinds |= kind
      return true
    }
    return kinds
  }

  /// Passes on the kind of each phrase found, until `goesOn` returns false.
  @inline(__always)
  private func find(in line: Bytes, _ goesOn: (UInt8) -> Bool) {
    guard var last = line.first?.lowercased else { return }
    for index in 1..<max(1, line.count) {
      let next = line[index].lowercased
      var place = Int(places[Self.beginning(last, next)])
      last = next
      while place != 0 {
        let entry = entries[place]
        if Self.goesOn(entry.phrase, in: line, from: index - 1), !goesOn(entry.kind) { return }
        place = entry.goesOn ? place + 1 : 0
      }
    }
  }

  /// Whether a phrase is at an index. Its first two bytes have been compared already.
  private static func goesOn(_ phrase: StaticString, in line: Bytes, from start: Int) -> Bool {
    let (bytes, count) = (phrase.utf8Start, phrase.utf8CodeUnitCount)
    guard start + count <= line.count else { return false }
    return (2..<count).allSatisfy { line[start + $0].lowercased == bytes[$0] }
  }

  private static func beginning(_ first: UInt8, _ second: UInt8) -> Int {
    Int(first) << 8 | Int(second)
  }
}
