import Testing

@testable import Tideline

/// Finds words in a message, ignoring case and accents; ranges are in UTF-8 bytes of the text.
@MainActor
struct TextMatchTests {
  private func found(_ sought: String, in text: String) -> [String] {
    SearchedText(sought).ranges(in: text).map {
      String(decoding: Array(text.utf8)[$0], as: UTF8.self)
    }
  }

  @Test(arguments: [
    ("tide", "The Tide, the TIDES", ["Tide", "TIDE"]),
    ("cafe", "Café cafe\u{301}", ["Café", "cafe\u{301}"]),
    ("É", "e E é", ["e", "E", "é"]),
    ("ПРИЛИВ", "прилив", ["прилив"]),
    ("満潮", "今日の満潮", ["満潮"]),
    ("two words", "two\nwords", ["two\nwords"]),
    ("aa", "aaaaa", ["aa", "aa"]),
    ("co", "c\u{AD}o", ["c\u{AD}o"]),
    ("", "text", []),
    ("longer than", "longer", []),
  ])
  func itIsFound(sought: String, text: String, expected: [String]) {
    #expect(found(sought, in: text).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
  }

  @Test func matchesAreInOrderAndBounded() {
    let matches = TextMatch.all(of: SearchedText("a"), in: [["ab", "ba"], [], ["a"]])
    #expect(matches.map(\.leaf.passage) == [0, 0, 2])
    #expect(matches.map(\.leaf.number) == [0, 1, 0])
    #expect(matches.map(\.range) == [0..<1, 1..<2, 0..<1])
    let many = Array(repeating: String(repeating: "a", count: 5_000), count: 10)
    #expect(TextMatch.all(of: SearchedText("a"), in: [many]).count <= TextMatch.limit + 5_000)
  }
}
