import MailSample
import Testing

@testable import Mail

struct KnownFlagsTests {
  private func key(_ text: String) -> MessageKey { MessageKey(bytes: Array(text.utf8)) }

  @Test func aMessageIsFoundByItsKey() {
    let known = KnownFlags([key("b"): .seen, key("a"): [], key("ab"): [.seen, .flagged]])
    #expect(known[key("a")] == [])
    #expect(known[key("b")] == .seen)
    #expect(known[key("ab")] == [.seen, .flagged])
    #expect(known[key("aa")] == nil)
    #expect(known[key("c")] == nil)
    #expect(known[key("")] == nil)
    #expect(KnownFlags()[key("a")] == nil)
  }

  /// Keys have the order in which SQLite sorts blobs: bytes are unsigned, and a prefix comes first.
  @Test func keysAreInTheOrderOfTheirBytes() {
    let keys: [[UInt8]] = [[0x80], [0x7F, 0], [0x7F], [0xFF, 1], [0], [0, 0]]
    let known = KnownFlags(
      Dictionary(uniqueKeysWithValues: keys.map { (MessageKey(bytes: $0), .draft) })
    )
    #expect(
      known.keys.map(\.bytes) == [[0], [0, 0], [0x7F], [0x7F, 0], [0x80], [0xFF, 1]]
    )
    #expect(known.count == keys.count)
  }

  /// The index of a damaged store may contain a message twice.
  @Test func aKeyThatComesTwiceHasItsLastFlags() {
    let known = KnownFlags { add in
      for (text, flags) in [("b", MessageFlags.seen), ("a", []), ("b", .flagged), ("a", .draft)] {
        Array(text.utf8).withUnsafeBytes { add($0, flags) }
      }
    }
    #expect(known.map(\.key) == [key("a"), key("b")])
    #expect(known.map(\.flags) == [.draft, .flagged])
  }

  @Test func thousandsAreAsInADictionary() {
    var random = SplitMix64(seed: 7)
    var expected: [MessageKey: MessageFlags] = [:]
    for _ in 0..<5000 {
      let length = Int(random.next() % 6) + 1
      let bytes = (0..<length).map { _ in UInt8(random.next() % 4) }
      expected[MessageKey(bytes: bytes)] = MessageFlags(rawValue: Int64(random.next() % 32))
    }
    let known = KnownFlags(expected)
    #expect(known.count == expected.count)
    #expect(expected.allSatisfy { known[$0.key] == $0.value })
    #expect(known.allSatisfy { expected[$0.key] == $0.flags })
  }
}
