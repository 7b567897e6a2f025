import Foundation
import MailTextTesting
import Testing

@testable import MailText

/// The first words of a message for its row, wherever they are in it.
struct FirstWordsTests {
  private func repeated(_ text: String, _ bytes: Int) -> String {
    String(repeating: text, count: bytes / text.utf8.count)
  }

  /// Reads like a source: first the beginning, and then the whole message if needed.
  private func row(_ message: String) -> (head: MessageHead, wasReadWhole: Bool) {
    let all = Array(message.utf8)
    let header = all.withUnsafeBufferPointer { $0.headerLength } ?? all.count
    let headerLength = min(header, MessageExcerpt.headerLimit)
    var beginning = Array(all.prefix(headerLength + MessageExcerpt.bodyLimit))
    let excerpt = MessageExcerpt(
      headerLength: headerLength,
      bodyLength: Int64(all.count - headerLength),
      isCut: beginning.count < all.count
    )
    var wasReadWhole = false
    let parsed = beginning.withUnsafeMutableBufferPointer { bytes in
      MessageParser.parse(
        bytes,
        excerpt: excerpt,
        received: 0,
        now: 1_700_000_000,
        whole: {
          wasReadWhole = true
          return all
        }
      )
    }
    return (parsed.head, wasReadWhole)
  }

  private func snippet(_ message: String) -> String { row(message).head.snippet }

  private func mixed(_ parts: String...) -> String {
    "Content-Type: multipart/mixed; boundary=b\n\n"
      + parts.map { "--b\n\($0)\n" }.joined() + "--b--\n"
  }

  @Test(arguments: [10_000, 100_000, 1_000_000])
  func theAnswerBelowALongQuoteIsFound(length: Int) {
    let quote = repeated("> What was asked before.\n", length)
    #expect(snippet("Subject: x\n\nAnn wrote:\n\(quote)\nYes.\n") == "Yes.")
  }

  @Test(arguments: [10_000, 1_000_000])
  func theTextBelowALongStyleSheetIsFound(length: Int) {
    let style = "<style>\(repeated("p { color: red }\n", length))</style>"
    #expect(snippet("Content-Type: text/html\n\n\(style)<p>Words</p>") == "Words")
  }

  @Test(arguments: [10_000, 1_000_000])
  func theTextBehindAFileIsFound(length: Int) {
    let file = "Content-Type: application/pdf; name=a.pdf\n\n\(repeated("QUJD\n", length))"
    let head = row(mixed(file, "\nWords")).head
    #expect(head.snippet == "Words")
    #expect(head.hasAttachments)
  }

  private static let patch =
    "\n\ndiff --git a/quay.c b/quay.c\n\n"
    + String(
      repeating: "+  moor(ship);\n",
      count: 20
    )

  /// The list stops to read a patch early, and so must not depend on what is below.
  @Test(arguments: [
    patch,
    "Subject: x\(patch)\nAnn wrote:\n> Shall we?\n",
    "Subject: x\(patch)---------- Forwarded message ---------\nFrom: Ann\n\nWords\n",
    "Subject: x\(patch)-----BEGIN PGP MESSAGE-----\n\nQUJD\n-----END PGP MESSAGE-----\n",
    "Content-Type: text/html\n\n<p>diff --git a b<p>+a<p>+b<p>+c<p>+d<img alt=Quay src=a>",
    "Content-Type: multipart/alternative; boundary=b\n\n--b\n\n"
      + String(repeating: "Words and words.\n", count: 60) + "<br>"
      + String(repeating: "Words and words.\n", count: 60)
      + "\n--b\nContent-Type: text/html\n\n<p>Page\n--b--\n",
  ])
  func rowAndWindowHaveTheSameWordsIfTheRowIsReadInPart(message: String) {
    var bytes = Array(message.utf8)
    let window = bytes.withUnsafeMutableBufferPointer {
      MessageBytes($0, goesOn: false).whole().firstWords
    }
    #expect(snippet(message) == window && !window.isEmpty)
  }

  @Test func armourInAPatchIsText() {
    let armour = "-----BEGIN PGP MESSAGE-----\n \n QUJD\n -----END PGP MESSAGE-----\n"
    let read = readMessage("Subject: x\n\nA key.\n\ndiff --git a/k b/k\n \(armour)")
    #expect(read.remarks == [] && read.passages.first?.text.contains("QUJD") == true)
  }

  @Test func theSubjectBehindManyRecipientsIsFound() {
    let people = repeated("Somebody Else <somebody@else.example>,\n ", 100_000)
    let head = row("From: Ann <ann@a.example>\nTo: \(people)x@x.example\nSubject: Late\n\nHi\n")
      .head
    #expect(head.subject == "Late")
    #expect(head.snippet == "Hi")
  }

  @Test func aFileBehindALongTextIsAttached() {
    let text = "\n" + repeated("Words and words.\n", 50_000)
    #expect(row(mixed(text, "Content-Type: application/pdf; name=a.pdf\n\nx")).head.hasAttachments)
    #expect(!row(mixed(text, "\nMore words")).head.hasAttachments)
    #expect(row("Subject: x\n\n\(text)begin 644 a.txt\n#86)C\n`\nend\n").head.hasAttachments)
  }

  /// A search knows the names of files behind a large one.
  @Test func onlyWhatIsLongerThanItsBeginningIsReadAgain() {
    let text = "\n" + repeated("Words and words.\n", 4_000)
    let file = "Content-Type: application/pdf; name=a.pdf\n\n\(repeated("QUJD\n", 1_000_000))"
    #expect(row(mixed(text, file)).wasReadWhole)
    #expect(!row("Subject: x\n\nHi\n").wasReadWhole)
  }

  @Test(arguments: [
    "AB> Shall we?\n", "Ann> Shall we?\nAnn> Or not?\n", "    Ann> Shall we?\n    Ann> Or not?\n",
    "Ann wrote:\n+ Shall we?\n+ Or not?\n", "Ann wrote:\n| Shall we?\n", "> Shall we?\n",
    "-----Original Message-----\nFrom: Ann\nTo: Bob\n\n> Shall we?\n\n",
    "> -----Original Message-----\n> From: Ann\n> To: Bob\n>\n> Shall we?\n\n",
  ])
  func theAnswerBelowAQuoteIsShown(quote: String) {
    #expect(snippet("Subject: x\n\n\(quote)Yes.\n") == "Yes.")
  }

  @Test(arguments: [
    "mysql> select 1;\nmysql> quit\n", "Things to buy:\n+ eggs\n+ flour\n", "a-> b\na-> c\n",
    "Ann wrote:\n+++ b/file\n@@ -1 +1 @@\n+ line\n",
  ])
  func otherLinesAreNoQuotes(text: String) {
    #expect(snippet("Subject: x\n\n\(text)Yes.\n").utf8.count > "Yes.".utf8.count)
  }

  @Test(arguments: [
    "View this email in your browser", "<https://a.example/view?id=1>", "Unsubscribe",
    "Home | Shop | Sale | Contact", "====================", "\u{200C}\u{A0}\u{200C}\u{A0}",
    "Having trouble viewing this email? Click here.", "Zur Online-Version", "ブラウザで見る",
  ])
  func whatStandsInEveryNewsletterGivesWay(line: String) {
    #expect(snippet("Subject: x\n\n\(line)\n\nThe ferry runs again.\n") == "The ferry runs again.")
  }

  @Test(arguments: [
    "Does the page open in your browser?", "Please unsubscribe me.",
    "See https://a.example/x for it.",
    "Ann | Bob",
  ])
  func whatPeopleWriteDoesNot(line: String) {
    #expect(snippet("Subject: x\n\n\(line)\n") == line)
  }

  @Test func theFooterOfAListIsFolded() {
    let footer = "\(repeated("_", 47))\nharbour mailing list\nharbour@lists.example\n"
    #expect(
      passages("Hi\n\n\(footer)") == [
        "written: Hi", "signature: \(repeated("_", 47))/harbour mailing list/harbour@lists.example",
      ]
    )
    #expect(snippet(mixed("\n> Old\n", "\n\(footer)")) == "Old")
  }

  @Test func aMessageOfPicturesNamesOne() {
    let picture = "Content-Type: image/jpeg; name=a.jpg\n\n/9j/4AAQ"
    let words = snippet(mixed(picture))
    #expect(SnippetMark.shown(words) == "Picture: a.jpg")
    #expect(SnippetMark.shown(words) { "Bild \($0.arguments)" } == "Bild [\"a.jpg\"]")
    let nameless = snippet("Content-Type: image/jpeg\n\n/9j/4AAQ")
    #expect(SnippetMark.shown(nameless) { $0.format == "Picture" ? "Bild" : "" } == "Bild")
    #expect(snippet(mixed(picture, "\nLook!")) == "Look!")
    #expect(SnippetMark.shown("\u{FFFD}") == "\u{FFFD}")
  }

  @Test func aForwardedMessageInAQuoteIsShown() {
    let forwarded =
      "> Begin forwarded message:\n>\n> From: Ann\n> Subject: Eggs\n>\n> Take ten eggs.\n"
    #expect(snippet("Subject: x\n\n\(forwarded)") == "Take ten eggs.")
    #expect(snippet("Subject: x\n\nYes.\n\nBob wrote:\n\(forwarded)") == "Yes.")
  }

  @Test func aPublicKeyIsNotARow() {
    let key = "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQENBF\n-----END PGP PUBLIC KEY BLOCK-----\n"
    #expect(snippet("Subject: x\n\nMy key:\n\n\(key)") == "My key:")
    #expect(snippet("Subject: x\n\n\(key)\nThat was my key.\n") == "That was my key.")
  }
}

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
