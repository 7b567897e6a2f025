import Testing

@testable import Mail
@testable import MailText
@testable import Tideline

/// A long text is divided without a loss into pieces of limited length.
@MainActor
struct TextPiecesTests {
  private func pieces(_ text: String) -> [String] {
    var pieces = TextPieces(StyledText(text))
    var all: [String] = []
    while let piece = pieces.next() { all.append(piece.text) }
    return all
  }

  private func batch(of text: String) -> [TextPiece] {
    var steps = BlockSteps([.paragraph(StyledText(text))])
    let batch = steps.nextBatch()
    #expect(!steps.isEmpty)
    return batch.compactMap { if case .text(let text) = $0 { text.piece } else { nil } }
  }

  @Test func linesAreKeptWhole() {
    let text = (0..<5_000).map { "Line \($0)" }.joined(separator: "\n")
    let found = pieces(text)
    #expect(found.count > 5)
    #expect(found.joined(separator: "\n") == text)
    #expect(found.allSatisfy { $0.utf8.count <= TextPieces.pieceLength })
  }

  @Test(arguments: ["word ", "x", "ä", "漢", "👍"])
  func aLineWithoutEndIsCutBetweenCharacters(part: String) {
    let text = String(repeating: part, count: 20_000)
    let found = pieces(text)
    #expect(found.joined() == text)
    #expect(found.allSatisfy { $0.utf8.count <= TextPieces.pieceLength })
  }

  @Test func aWordThatIsTooLongIsDivided() {
    let word = String(repeating: "ab/", count: 1_000)
    let found = pieces("One\nTwo \(word) three")
    #expect(found.joined(separator: "|").hasPrefix("One|Two |ab/ab/"))
    #expect(found.dropFirst(2).dropLast().allSatisfy { $0.utf8.count == TextPieces.longestWord })
    #expect(found.joined().hasSuffix("\(word) three"))
    let prose = String(repeating: "word 漢字漢字漢字漢字", count: 130)
    #expect(pieces(prose) == [prose])
  }

  /// Letters that join, have marks, or change the direction; tabs, and line ends that a file would
  /// not have.
  @Test(arguments: [
    "\u{645}\u{631}", "\u{FE8D}", "a\u{301}", "\u{915}\u{94D}", "\t", "\u{2028}", "\u{0B}",
    "\u{202E}a",
    "\u{1E900}", "\u{FE0F}", "\t ", "\tx y", "a \u{627} ",
  ])
  func noPieceTakesMuchLongerThanALongestWord(part: String) {
    let text = String(repeating: part, count: 50_000)
    let found = pieces(text)
    #expect(found.joined() == text)
    let longest = String(repeating: "x", count: TextPieces.longestWord)
    #expect(found.map { TextPiece($0).cost }.max() ?? 0 < 3 * TextPiece(longest).cost)
  }

  @Test func linesOfAPieceAndABatchAreBounded() {
    let text = String(repeating: "\n", count: 586_000)
    let batch = batch(of: text)
    #expect(batch.allSatisfy { $0.lines <= TextPieces.mostLines })
    #expect(batch.map(\.lines).reduce(0, +) < 5_000)
    for line in ["A line of prose.\n", "Một dòng văn.\n", "Строка прозы.\n"] {
      let prose = String(repeating: line, count: 150)
      #expect(pieces(prose) == [prose])
    }
    #expect(pieces(text).joined(separator: "\n").count == text.count)
  }

  @Test func aPieceHasFewLinks() {
    let words = (0..<1_000).map { "link\($0)" }
    var runs: [StyleRun] = []
    var end = 0
    for word in words {
      runs.append(StyleRun(range: end..<end + word.utf8.count, link: "https://a.example"))
      end += word.utf8.count + 1
    }
    let text = words.joined(separator: " ")
    var pieces = TextPieces(StyledText(text, runs: runs))
    var found: [TextPiece] = []
    while let piece = pieces.next() { found.append(piece) }
    #expect(found.map(\.text).joined() == text)
    #expect(found.flatMap(\.runs).count == 1_000)
    #expect(found.map(\.runs.count).max() ?? 0 <= 64)
  }

  @Test func aFrameHasRoomForOneLongPieceAndManyShortOnes() {
    let budget = LayoutBudget()
    let long = TextPiece(String(repeating: "word ", count: 1_600))
    #expect(budget.take(long.cost))
    #expect(!budget.take(TextPiece("x").cost))
    budget.begin(frame: .seconds(1))
    var count = 0
    while budget.take(TextPiece("A line.").cost) { count += 1 }
    #expect((100...1_000).contains(count))
    budget.begin(frame: .seconds(1))
    #expect(!budget.take(TextPiece("x").cost))
  }

  @Test func aBatchIsBounded() {
    let length = batch(of: String(repeating: "x", count: 1_000_000)).map(\.text.utf8.count)
      .reduce(0, +)
    #expect((TextPieces.batchLength / 2...TextPieces.batchLength).contains(length))
  }

  @Test func aShortTextIsOnePiece() {
    #expect(pieces("One\nTwo") == ["One\nTwo"])
    #expect(pieces("").isEmpty)
  }
}

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
    ("strasse", "Die Straße", ["Straße"]), ("Straße", "STRASSE", ["STRASSE"]),
    ("lodz", "Łódź", ["Łódź"]), ("s", "Fuß", ["ß"]),
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
