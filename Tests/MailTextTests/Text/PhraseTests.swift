import Testing

@testable import MailText

/// The phrases of data/phrases are found however a program writes them.
@Suite struct PhraseTests {
  private func kinds(_ line: String) -> PhraseKinds {
    var line = line
    return line.withUTF8 { FoldedLine($0).kinds }
  }

  @Test(arguments: PhraseKind.allCases)
  func eachKindHasPhrases(kind: PhraseKind) {
    #expect(!kind.all.isEmpty)
    #expect(!kind.all.contains([]))
  }

  @Test(arguments: PhraseKind.ofLines)
  func eachPhraseIsFoundInALineOfItsOwn(kind: PhraseKind) {
    kind.forEachPhrase { folded, _ in
      let line = String(decoding: folded.map { max($0, 0x20) }, as: UTF8.self)
      #expect(kinds(line).contains(kind), "\(line)")
    }
  }

  @Test(
    arguments: [
      ("unsubscribe", .unsubscribe), ("To UNSUBSCRIBE, go there", .unsubscribe),
      ("ОТПИСАТЬСЯ", .unsubscribe), ("Отписаться от рассылки", .unsubscribe),
      ("ＵＮＳＵＢＳＣＲＩＢＥ", .unsubscribe), ("SE DESABONNER", .unsubscribe),
      ("Can’t see this mail?", .trouble), ("can't see this mail?", .trouble),
      ("Aboneliği iptal", .unsubscribe), ("ABONELİĞİ İPTAL ET", .unsubscribe),
      ("2026年に田中は書きました：", .wrote), ("Op maandag SCHREEF Ann:", .wrote),
      ("iPhoneから送信", .device), ("‐‐ ALKUPERÄINEN VIESTI ‐‐", .originalMessage),
      ("Přeposlaná  zpráva", .forwardedMessage), ("so do I", .person), ("I’m here", .person),
    ] as [(String, PhraseKind)]
  )
  func caseAccentsAndPunctuationDoNotCount(line: String, kind: PhraseKind) {
    #expect(kinds(line).contains(kind))
  }

  @Test(arguments: ["resubscribe", "it is me too late", "ink", "iris", "", " ", "\u{1}", "書"])
  func phrasesBeginAtWordsAndEndWhereTheySay(line: String) {
    #expect(kinds(line).isDisjoint(with: [.unsubscribe, .wrote, .device]))
    #expect(kinds(line).contains(.person) == line.contains("me "))
  }

  @Test func anyBytesAreALine() {
    let lines: [[UInt8]] = [[0xFF], [0xC3], [0, 0xE3], Array(repeating: 0x20, count: 100_000)]
    for bytes in lines {
      #expect(bytes.withUnsafeBufferPointer { FoldedLine($0).kinds } == [])
    }
  }
}
