import Foundation
import MailTextTesting
import Testing

@testable import MailText

/// Malicious messages: they are read on a small stack, in bounded memory, with a remark about what
/// is left out.
struct HostileMessageTests {
  private func read(_ text: String) throws -> ReadMessage {
    try #require(onASmallStack { readMessage(text) })
  }

  private func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  @Test func partsInPartsEnd() throws {
    for depth in [40, 60, 3_000] {
      let nested = (0..<depth).map {
        "Content-Type: multipart/mixed; boundary=b\($0)\n\n--b\($0)\n"
      }
      let read = try read(nested.joined() + "\nText\n")
      #expect(read.passages.first?.text.hasSuffix("Text") == true)
      #expect(read.remarks.contains(.partsLeftOut) == (depth > Skimmer.depthLimit))
    }
  }

  @Test func alternativesInAlternativesEnd() throws {
    let depth = 42
    let opened = (0..<depth).map {
      "Content-Type: multipart/alternative; boundary=b\($0)x\n\n--b\($0)x\n"
    }
    let closed = (0..<depth).reversed().map {
      "\n--b\($0)x\nContent-Type: text/html\n\n<p>Page\n--b\($0)x--\n"
    }
    let read = try read("\(opened.joined())\nHello\n\(closed.joined())")
    #expect(lines(read.passages) == ["written: Hello"])
    #expect(read.remarks == [])
  }

  /// Twice the work at each level would take hours.
  @Test(.timeLimit(.minutes(120))) func eachLevelOfPartsIsVisitedOnce() {
    func nested(_ levels: Int, at place: PartPlace = .message) -> PartTree {
      var tree = PartTree(place, PartHeader(type: "multipart", subtype: "alternative"))
      tree.children = [
        levels > 0
          ? nested(levels - 1, at: place.child(1))
          : PartTree(
            place.child(1),
            PartHeader(type: "text", subtype: "html", parameters: ["charset": "utf-8"])
          )
      ]
      return tree
    }
    let tree = nested(32)
    #expect(tree.charset == "utf-8")
    #expect(tree.part(Array(repeating: 1, count: 33))?.header.subtype == "html")
    #expect(SelectedPart(tree).flattened.count == 1)
  }

  @Test func whatNobodyWaitsForIsNotRead() async {
    let text = "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nHi\n--b--\n"
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return readMessage(text)
    }
    #expect(await task.value.passages == [])
  }

  @Test func messagesInMessagesEnd() throws {
    let read = try read(repeated("Content-Type: message/rfc822\nFrom: a@a\n\n", 20_000) + "Text")
    #expect(read.remarks.contains(.partsLeftOut))
  }

  @Test func groupsInGroupsOfAnEnclosedMessageEnd() throws {
    for mark in ["message", "mEsSaGe"] {
      let read = try read(
        "Content-Type: \(mark)/rfc822\n\nFrom: \(repeated("a:", 200_000))\nSubject: Inner\n\nHi"
      )
      #expect(read.passages.last?.text == "Hi")
    }
  }

  @Test func groupsInGroupsOfAPackedMessageEnd() throws {
    let inner = "From: \(repeated("a:", 200_000))\nSubject: Inner\n\nHi"
    let packed = Data(inner.utf8).base64EncodedString(options: .lineLength76Characters)
    let read = try read(
      "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n\(packed)\n"
    )
    #expect(!read.passages.isEmpty || !read.attachments.isEmpty)
  }

  @Test func manyAddressesOfAnEnclosedMessageEnd() throws {
    let read = try read(
      "Content-Type: message/rfc822\n\nTo: \(repeated("a@a.example,\n ", 100_000))\n\nHi"
    )
    #expect(read.passages.last?.text == "Hi")
  }

  @Test func manyAddressesAreCut() throws {
    let read = try read("To: \(repeated("a@a.example, ", 4_000))\n\nHi")
    #expect(read.to.isCut && read.to.addresses.count <= 100)
    #expect(read.to.text.hasSuffix("…"))
  }

  @Test func manyPartsAreCut() throws {
    let part = "--b\nContent-Type: application/x; name=a\n\nx\n"
    let read = try read("Content-Type: multipart/mixed; boundary=b\n\n\(repeated(part, 20_000))")
    #expect(read.attachments.count == ReadMessage.attachmentLimit)
    #expect(read.remarks == [.partsLeftOut])
  }

  @Test func partsOfNothingAreCutBeforeTheyTakeRoom() throws {
    let parts = repeated("--b\n\n", 300_000)
    let read = try read("Content-Type: multipart/mixed; boundary=b\n\n\(parts)")
    #expect(read.remarks == [.partsLeftOut])
  }

  @Test func aLongTextIsCutInWholeCharacters() throws {
    for text in [repeated("ä", 1_100_000), repeated("äö ", 450_000), repeated("ä\n", 750_000)] {
      let read = try read("Content-Type: text/plain; charset=utf-8\n\nx\(text)")
      let shown = read.passages.map(\.text).joined()
      #expect(shown.utf8.count <= ReadMessage.textLimit && shown.utf8.count > 1_300_000)
      #expect(!shown.contains("\u{FFFD}"))
      #expect(read.remarks == [.textCut])
    }
  }

  @Test func alternatingQuotesMakeNoEndlessPassages() throws {
    let read = try read("Content-Type: text/plain\n\n\(repeated("> a\nb\n", 100_000))")
    #expect(read.passages.count <= 1_001)
    #expect(read.passages.map(\.text.utf8.count).reduce(0, +) > 500_000)
  }

  /// Each of the attacks ends after bounded work, whatever markup is above it.
  @Test(arguments: [
    "", "<!-- <p a=\" -->", "<!--><p a=\"-->", "<p a\"b\"=\">", "<p a='>", "<style/>",
    "<script><!--</script>", "<1a=\"", "<![CDATA[", "<p 1=\">", "<p a=\u{C}\">",
  ])
  func markupThatEndsNothingEnds(above: String) throws {
    for attack in Self.markup {
      let read = try read("Content-Type: text/html\n\n<p>First</p>\(above)\(attack)<p>Last</p>")
      #expect(read.passages.first?.text.hasPrefix("First") == true)
    }
  }

  private static let markup = [
    String(repeating: "<b>", count: 60_000) + String(repeating: "</q>", count: 60_000),
    "<p \((0..<60_000).map { " a\($0)=''" }.joined())>",
  ]

  @Test func markupThatLiesDeepLosesNoText() throws {
    for tag in ["div", "b", "blockquote", "table><tr><td", "ul><li"] {
      let read = try read("Content-Type: text/html\n\n\(repeated("<\(tag)>word ", 10_000))")
      let text = read.passages.map(\.text).joined(separator: "\n")
      #expect(text.split { !$0.isLetter }.count == 10_000, "\(tag)")
      #expect(read.remarks == [])
    }
  }

  @Test func aLongHeaderHidesNoText() throws {
    let read = try read("X: \(repeated("x", 100_000))\nSubject: s\n\nText")
    #expect(lines(read.passages) == ["written: Text"])
  }

  @Test func nullBytesAndBrokenTextAreShown() throws {
    let bytes: [UInt8] = Array("Subject: x\0y\n\na\0b".utf8) + [0xFF, 0xC3]
    let read = readMessage(bytes)
    #expect(read.subject == "x?y")
    #expect(read.passages.count == 1)
  }

  @Test func aBoundaryOfManyParametersEnds() throws {
    let parameters = repeated("; a*0*=x", 7_000)
    let read = try read(
      "Content-Type: multipart/mixed\(parameters); boundary=b\n\n--b\n\nHi\n--b--\n"
    )
    #expect(read.passages.last?.text.contains("Hi") == true)
  }
}
