import Testing

@testable import MailText

/// The beginning of a long message comes before the rest is read.
struct BeginningTests {
  private func beginnings(of text: String) -> (whole: ReadMessage, beginnings: [ReadMessage]) {
    var beginnings: [ReadMessage] = []
    let found = FoundMessage(bytes: Array(text.utf8), isCut: false, path: "/x", received: 0)
    let whole = MessageReader.read(found, now: 1_700_000_000) { beginnings.append($0) }
    return (whole, beginnings)
  }

  private let head = "From: Ann <ann@a.example>\nSubject: Tides\nContent-Type: text/"

  @Test(arguments: ["plain", "html"])
  func ofALongMessageTheBeginningComesFirst(subtype: String) throws {
    let words = (0..<50_000).map { subtype == "html" ? "<p>Line \($0)</p>" : "Line \($0)\n" }
    let (whole, beginnings) = beginnings(of: head + subtype + "\n\n" + words.joined())
    let beginning = try #require(beginnings.first)
    #expect(beginnings.count == 1 && !beginning.isWhole && whole.isWhole)
    #expect(beginning.subject == "Tides" && beginning.from == whole.from && beginning.path == "/x")
    let (first, all) = (beginning.passages.map(\.text), whole.passages.map(\.text))
    #expect(first.count == 1 && first[0].utf8.count > 16_000)
    #expect(all.count == 1 && all[0].hasPrefix(first[0].dropLast(20)))
    #expect(all[0].hasSuffix("Line 49999"))
    // A beginning has no remark about the missing rest.
    #expect(beginning.remarks.isEmpty && whole.remarks.isEmpty)
  }

  @Test func aShortMessageIsReadOnce() {
    let (whole, beginnings) = beginnings(of: head + "plain\n\nWords")
    #expect(whole.isWhole && beginnings.isEmpty)
  }

  /// A long style sheet, for example.
  @Test func aBeginningWithoutTextIsNone() {
    let style = "<style>" + String(repeating: "p{color:red}", count: 10_000) + "</style>"
    let (whole, beginnings) = beginnings(of: head + "html\n\n\(style)<p>Words")
    #expect(whole.passages.map(\.text) == ["Words"] && beginnings.isEmpty)
  }
}
