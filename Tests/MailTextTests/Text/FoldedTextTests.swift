import Testing

@testable import MailText

/// Frequent characters are folded one by one, and words with any other character as a whole.
@Suite struct FoldedTextTests {
  /// A letter that is not frequent, and has no effect on others.
  private static let rare = "\u{2D00}"

  private func isFoldedAlike(_ text: String) -> Bool {
    FoldedText("\(text)x\(Self.rare)").bytes == FoldedText("\(text)x").bytes + Self.rare.utf8
  }

  @Test func eachCharacterIsFoldedAsBesideARareOne() {
    let wrong = (0x80...0x2FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
      .filter { !isFoldedAlike("x\($0)") || !isFoldedAlike("\($0)") }
    #expect(wrong.isEmpty, "\(wrong.map { String($0.value, radix: 16) })")
  }

  @Test func charactersAreFoldedTogetherAsBesideARareOne() {
    var random = SystemRandomNumberGenerator()
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x80...0x24F, 0x2B0...0x36F, 0x370...0x5FF, 0x600...0x6FF, 0x900...0x97F,
      0xE00...0xE7F, 0x1100...0x11FF, 0x1E00...0x206F, 0x3000...0x30FF, 0xAC00...0xD7A3,
      0xFE00...0xFFEF, 0x1F600...0x1F64F,
    ]
    let wrong = (0..<20_000).map { _ in
      let count = Int.random(in: 1...6, using: &random)
      let scalars = (0..<count).map { _ in
        ranges.randomElement(using: &random)?.randomElement(using: &random) ?? 0
      }
      return String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
    }.filter { !isFoldedAlike($0) }
    #expect(wrong.isEmpty, "\(wrong.map { $0.unicodeScalars.map { String($0.value, radix: 16) } })")
  }

  @Test(
    arguments: [
      ("Straße", " strasse"), ("ΌΧΙ", " οχι"), ("Łódź", " lodz"), ("é e\u{301}", " e e"),
      ("½", " 1 2"), ("soft\u{AD}hyphen", " softhyphen"), ("が か\u{3099}", "\u{1}が\u{1}が"),
      ("한국 \u{1112}\u{1161}\u{11AB}", "\u{1}한국\u{1}한"), ("a漢b", " a\u{1}漢 b"),
      ("“Ann’s”", " ann s"), ("Ａｎｎ，", " ann"), ("न\u{93F} x", " न\u{93F} x"), ("🙂", "\u{1}🙂"),
    ]
  )
  func textIsFolded(text: String, folded: String) {
    #expect(String(decoding: FoldedText(text).bytes, as: UTF8.self) == folded)
  }

  @Test func brokenTextIsFoldedAsItsReplacement() {
    let lines: [[UInt8]] = [
      [0x61, 0xC3, 0x62], [0xC3], [0xE2, 0x80], [0x61, 0xED, 0xA0, 0x80, 0x62], [0xC0, 0x80],
      [0x61, 0, 0x62], [0xE2, 0x80, 0x41], [0xC3, 0xA9, 0xFF, 0x20, 0x41], [0xE4, 0xB8, 0x41],
    ]
    for line in lines {
      let repaired = String(decoding: line, as: UTF8.self)
      #expect(line.withUnsafeBufferPointer { FoldedText($0).bytes } == FoldedText(repaired).bytes)
    }
  }
}
