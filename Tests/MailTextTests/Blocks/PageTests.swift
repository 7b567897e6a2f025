import Foundation
import MailTextTesting
import Testing

@testable import MailText

/// Pages in the styles of twenty kinds of senders, against what html5lib reads in them.
struct PageTests {
  private struct Reference: Decodable {
    let words: String
    let links: [String]
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Pages")

  private static let references: [String: Reference] = {
    let data = try? Data(contentsOf: folder.appending(path: "reference.json"))
    return (try? JSONDecoder().decode([String: Reference].self, from: data ?? Data())) ?? [:]
  }()

  @Test func thereArePages() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(
      Set(Self.references.keys.map { "\($0).html" }) == Set(names.filter { $0.hasSuffix(".html") })
    )
    #expect(names.count > 60)
  }

  @Test(arguments: references.keys.sorted())
  func allWordsAndLinksAreThereInOrder(name: String) throws {
    let reference = try #require(Self.references[name])
    let page = try Data(contentsOf: Self.folder.appending(path: "\(name).html"))
    let message = readMessage(Array("Content-Type: text/html; charset=utf-8\n\n".utf8) + page)
    let texts = message.passages.flatMap(\.blocks.styledTexts)
    let words = texts.flatMap { $0.text.split { $0.isWhitespace } }
    // The separator above a signature is not text.
    #expect(words == reference.words.split(separator: " ").filter { $0 != "--" })
    #expect(texts.flatMap(\.links) == reference.links)
  }
}

extension StyledText {
  /// The link targets, in order. A link divided into runs of different styles counts once.
  fileprivate var links: [String] {
    var links: [String] = []
    var end: Int?
    for run in runs {
      guard let link = run.link else { continue }
      if run.range.lowerBound != end || links.last != link { links.append(link) }
      end = run.range.upperBound
    }
    return links
  }
}

struct PageLinkTests {
  private func address(_ target: String) -> String? {
    var target = target
    return target.withUTF8 { PageLink.address($0) }
  }

  @Test(arguments: [
    ("https://a.example", "https://a.example"), (" HTTP://A.example/B\n", "http://A.example/B"),
    ("ht\ntps://a.example/b\tc", "https://a.example/bc"),
    ("https://a.example/é ü?q=\"<>", "https://a.example/%C3%A9%20%C3%BC?q=%22%3C%3E"),
    ("https://a.example/?a=1&amp;b&#61;2", "https://a.example/?a=1&b=2"),
    ("https://u@přístav.example:8/č", "https://u@xn--pstav-zsa96e.example:8/%C4%8D"),
    ("MAILTO:ann@a.example?subject=a&attach=/b", "mailto:ann@a.example?subject=a"),
    ("tel:+36%201%20234-5678", "tel:+361234-5678"), ("TEL:(030)99.88", "tel:(030)99.88"),
  ])
  func webAndMailAreLinks(target: String, link: String) {
    #expect(address(target) == link)
  }

  @Test(arguments: [
    "", "#a", "/a", "a.html", "javascript:alert(1)", "java\nscript:x",
    "data:text/html,x",
    "file:///etc/passwd", "ftp://a.example", "tel:", "tel:*21%23", "cid:a", "https:", "https://",
    "https:///a",
    "http:a", "mailto:", "mailto:a@a.example%0ABcc:b@b.example", "javascript://https://a.example",
    "https://" + String(repeating: "a", count: 2_000),
  ])
  func everythingElseIsNone(target: String) {
    #expect(address(target) == nil)
  }

  @Test(arguments: [
    ("<base href='https://a.example/x/'><a href=y>t</a>", "https://a.example/x/y"),
    ("<base href='https://a.example/x/'><a href='/y?z=1#q'>t</a>", "https://a.example/y?z=1#q"),
    ("<base href='http://a.example/x/'><a href='//b.example/y'>t</a>", "http://b.example/y"),
    ("<a href='//b.example/y'>t</a>", "https://b.example/y"), ("<a href='y'>t</a>", nil),
    ("<base href='https://a.example/'><a href='#top'>t</a>", nil),
    ("<base href='javascript:x'><a href='y'>t</a>", nil), ("<a href='//'>t</a>", nil),
    (
      "<base href='https://a.example/'><base href='https://b.example/'><a href='../y'>t</a>",
      "https://a.example/y"
    ),
    ("<base href='https://a.example/'><a href='javascript:alert(1)'>t</a>", nil),
  ])
  func aTargetMayBeRelativeToThePagesBase(page: String, target: String?) {
    let links = readMessage("Content-Type: text/html\n\n<html><head>\(page)").links
    #expect(links == (target.map { [NamedLink(text: "t", target: $0)] } ?? []))
  }

  @Test func theAreasOfAMapAreLinks() {
    let map = "<map name=m><area href='https://a.example/n' alt='North'><area alt=''></map>"
    let page = "<p>Choose</p><img src='https://a.example/m.png' usemap='#m'>\(map)"
    let read = readMessage("Content-Type: text/html\n\n\(page)")
    #expect(read.links == [NamedLink(text: "North", target: "https://a.example/n")])
    #expect(read.passages.map(\.text) == ["Choose\n\nNorth"])
    #expect(parse("Content-Type: text/html\n\n\(page)").snippet == "Choose")
  }

  @Test func linksAreListedOnce() {
    let page =
      "<a href='https://a.example/'>a.example</a> <a href='https://a.example/x'>Read <b>on</b></a>\n"
      + "<ul><li><a href='https://a.example/x'>Read on</a><li><a href='https://a.example/y'>Y</a></ul>"
    let links = readMessage("Content-Type: text/html\n\n\(page)").links
    #expect(links.map(\.text) == ["Read on", "Y"])
    #expect(links.map(\.target) == ["https://a.example/x", "https://a.example/y"])
  }
}
