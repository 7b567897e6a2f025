import Testing
import TidelineGtk

@testable import Mail
@testable import MailText
@testable import Tideline

/// The parts of a text that are links; nothing in a text counts as markup.
@MainActor
struct LinkMarkupTests {
  private func links(_ text: String) -> [String] {
    LinkMarkup.make(text).source.matches(of: #/<a href="([^"]*)" title="[^"]*">([^<]*)</a>/#).map {
      match in
      #expect(match.output.1 == match.output.2)
      return String(match.output.1)
    }
  }

  @Test(arguments: [
    ("See https://a.example/b?c=1, then.", "https://a.example/b?c=1"),
    ("(http://a.example/x_(y))", "http://a.example/x_(y)"),
    ("<mailto:ann@a.example>", "mailto:ann@a.example"),
    ("https://a.example。", "https://a.example"),
    ("https://a.example/\"onclick=", "https://a.example/"),
    ("\"https://a.example/'\"", "https://a.example/"),
  ])
  func anAddressIsALinkToItself(text: String, link: String) {
    #expect(links(text) == [link])
  }

  @Test(arguments: [
    "javascript:alert(1)", "file:///etc/passwd", "ftp://a.example", "xhttps://a.example",
    "https://",
    "data:text/html,x", "mailto:", "JAVASCRIPT:x", "äöhttp://a.example",
    // The text seems to continue, since the character after the link is invisible.
    "http://a.example\u{200B}.b.example", "http://a.example\u{AD}.b.example",
    "mailto:?subject=x", "mailto:a@a.example%0ABcc:b@b.example",
    "mailto:a@a.example?subject=%0D%0Ax",
    "mailto:a@a.example?to=%E2%80%AEx",
  ])
  func everythingElseIsText(text: String) {
    #expect(links(text).isEmpty)
  }

  @Test func markupIsText() {
    #expect(LinkMarkup.make("<b>&\"").source == "&lt;b&gt;&amp;&quot;")
    #expect(links("http://a.example/?a=1&b=2") == ["http://a.example/?a=1&amp;b=2"])
  }

  @Test func whatWouldMisleadInALinkIsGone() {
    #expect(links("http://a.example\u{202E}/b\u{1}c") == ["http://a.example/bc"])
  }

  @Test(arguments: [
    ("mailto:a@x.example?attach=/etc/passwd", "mailto:a@x.example"),
    ("mailto:a@x.example?%61ttach=/etc/passwd&subject=Hi", "mailto:a@x.example?subject=Hi"),
    (
      "mailto:a@x.example,b@x.example?CC=c@x.example&bcc=d@x.example&body=1%0D%0A2",
      "mailto:a@x.example,b@x.example?cc=c@x.example&body=1%0D%0A2"
    ),
    ("mailto:?to=a@x.example&attachment=/a&insert=/b", "mailto:?to=a@x.example"),
    ("mailto:a@x.example?subject=a;attach=/b", "mailto:a@x.example?subject=a%3Battach%3D%2Fb"),
    ("mailto:a%2Cb@x.example?Subject=a+b", "mailto:a%2Cb@x.example?subject=a%2Bb"),
  ])
  func ofAMailsAddressOnlyWhatIsSeenIsHandedOn(text: String, address: String) {
    #expect(MailLink(text)?.address == address)
    let source = LinkMarkup.make(text).source.replacing("&amp;", with: "&")
    #expect(source.hasPrefix("<a href=\"\(address)\" title=\""))
    #expect(source.hasSuffix("\">\(text)</a>"))
  }

  @Test func linksAreCounted() {
    let text = String(repeating: "http://a.example ", count: 1_000)
    #expect(links(text).count == 200)
    #expect(LinkMarkup.make(text).source.hasSuffix("http://a.example "))
  }

  @Test func stylesAndLinksStandWhereTheyAre() {
    let runs = [
      StyleRun(range: 0..<2, style: [.bold, .italic]),
      StyleRun(range: 3..<5, style: .code, link: "https://a.example/"),
      StyleRun(range: 6..<8, link: "javascript:x"),
    ]
    let links = LinkMarkup("<a> b c d https://b.example", runs)
    #expect(links.markup.source.hasPrefix("<b><i>&lt;a</i></b>&gt;<a href=\"https://a.example/\""))
    #expect(links.markup.source.contains("<tt> b</tt></a> c d <a href=\"https://b.example\""))
    #expect(links.contradictions.isEmpty)
  }

  @Test func aLinkWhoseTextNamesAnotherServerIsNoted() {
    let run = StyleRun(range: 0..<8, link: "https://evil.example/")
    #expect(LinkMarkup("bank.com", [run]).contradictions == ["https://evil.example/"])
  }

  /// The visible text of the only link of a text.
  private func shown(_ markup: Markup) -> String? {
    markup.links.first.map { link in
      var bytes = Array(link.text.utf8)
      if let hidden = link.hidden {
        let start = hidden.lowerBound - link.range.lowerBound
        bytes.replaceSubrange(start..<start + hidden.count, with: "…".utf8)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test(arguments: [
    ("https://a.example/short", "https://a.example/short"),
    (
      "https://a.example/folder/of/many/more/folders/with/long/names/page?x=1",
      "https://a.example/folder/of/…/long/names/page?x=1"
    ),
    (
      "https://a.example/?token=0123456789abcdef0123456789abcdef0123456789abcdef",
      "https://a.example/…cdef0123456789abcdef"
    ),
    // The server's name is never hidden.
    (
      "https://a.very.long.name.of.a.server.that.shows.where.it.leads.example/boats-and-ropes/of/many/folders/p",
      "https://a.very.long.name.of.a.server.that.shows.where.it.leads.example/…/of/many/folders/p"
    ),
    (
      "https://a.very.long.name.of.a.server.that.shows.where.it.leads.example",
      "https://a.very.long.name.of.a.server.that.shows.where.it.leads.example"
    ),
  ])
  func theMiddleOfALongAddressIsNotShown(address: String, shown: String) {
    let markup = LinkMarkup.make("See \(address) now")
    #expect(self.shown(markup) == shown)
    #expect(markup.links.map(\.text) == [address] && markup.links.map(\.address) == [address])
    if shown != address { #expect(markup.links[0].title == "Leads to \(address)") }
    // The same for a link of a page, whose text is its target or another address.
    let run = StyleRun(range: 2..<2 + address.utf8.count, link: address)
    #expect(self.shown(LinkMarkup("ä\(address)", [run]).markup) == shown)
    let other = StyleRun(range: 0..<address.utf8.count, link: address + "x")
    #expect(self.shown(LinkMarkup(address, [other]).markup) == address)
  }

  @Test func runsThatDoNotFitTheTextDoNoHarm() {
    let runs = [StyleRun(range: 2..<900, style: .bold), StyleRun(range: 0..<1, style: .bold)]
    #expect(LinkMarkup("ab", runs).markup.source.contains("a"))
  }
}
