/// Phrases that are looked for in a line all at once.
///
/// The first two bytes of each lead to it, so that a line costs a look at each of its bytes,
/// however many phrases there are.
struct PhraseSet {
  private var phrases: [UInt16: [(phrase: StaticString, kind: UInt8)]] = [:]
  /// Whether any phrase begins with two such bytes.
  private var beginnings = [Bool](repeating: false, count: 1 << 16)

  /// - Parameter phrases: in lower case; of two bytes at least.
  init(_ phrases: [StaticString]) { self.init(kinds: [(phrases, 1)]) }

  /// - Parameter kinds: phrases as above, with a bit for the kind of each.
  init(kinds: [(phrases: [StaticString], kind: UInt8)]) {
    for (phrases, kind) in kinds {
      for phrase in phrases where phrase.utf8CodeUnitCount > 1 {
        let beginning = Self.beginning(phrase.utf8Start[0], phrase.utf8Start[1])
        self.phrases[beginning, default: []].append((phrase, kind))
        beginnings[Int(beginning)] = true
      }
    }
  }

  /// Whether a line holds any of them, in any case of ASCII's letters.
  func isIn(_ line: Bytes) -> Bool {
    var isFound = false
    find(in: line) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// The bits of all kinds of phrases in a line.
  func kinds(in line: Bytes) -> UInt8 {
    var kinds: UInt8 = 0
    find(in: line) { kind in
      kinds |= kind
      return true
    }
    return kinds
  }

  /// Hands out the kind of each phrase that is found, until `goesOn` returns false.
  @inline(__always)
  private func find(in line: Bytes, _ goesOn: (UInt8) -> Bool) {
    guard var last = line.first.map(Self.lower) else { return }
    for index in 1..<max(1, line.count) {
      let next = Self.lower(line[index])
      let beginning = Self.beginning(last, next)
      last = next
      guard beginnings[Int(beginning)], let candidates = phrases[beginning] else { continue }
      for (phrase, kind) in candidates where Self.begins(line, at: index - 1, with: phrase) {
        if !goesOn(kind) { return }
      }
    }
  }

  private static func begins(_ line: Bytes, at start: Int, with phrase: StaticString) -> Bool {
    let count = phrase.utf8CodeUnitCount
    guard start + count <= line.count else { return false }
    return (0..<count).allSatisfy { lower(line[start + $0]) == phrase.utf8Start[$0] }
  }

  private static func beginning(_ first: UInt8, _ second: UInt8) -> UInt16 {
    UInt16(first) << 8 | UInt16(second)
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
