import Testing

@testable import Tideline

/// A long text is cut so that nothing is lost, and no label gets too much.
@MainActor
struct TextPiecesTests {
  private func pieces(_ text: String) -> [String] {
    var pieces = TextPieces(text)
    var all: [String] = []
    while !pieces.isEmpty { all += pieces.nextBatch() }
    return all
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
    let prose = String(repeating: "word 漢字漢字漢字漢字", count: 250)
    #expect(pieces(prose) == [prose])
  }

  @Test func aBatchIsBounded() {
    var pieces = TextPieces(String(repeating: "x", count: 1_000_000))
    let length = pieces.nextBatch().map(\.utf8.count).reduce(0, +)
    #expect(length == TextPieces.batchLength)
    #expect(!pieces.isEmpty)
  }

  @Test func aShortTextIsOnePiece() {
    #expect(pieces("One\nTwo") == ["One\nTwo"])
    #expect(pieces("").isEmpty)
  }
}
