import MailTextTesting
import Testing

@testable import MailText

/// Pages made to take memory or time, or to show other text than they have.
struct HostilePageTests {
  private func read(_ page: String) -> [Passage] {
    let message = "Content-Type: text/html; charset=utf-8\n\n\(page)"
    return onASmallStack { readMessage(message).passages } ?? []
  }

  private func text(_ page: String) -> String {
    read(page).flatMap(\.blocks.styledTexts).map(\.text).joined(separator: " ")
  }

  private func depth(_ blocks: [MessageBlock]) -> Int {
    blocks.map { block in
      switch block {
      case .quote(let blocks): 1 + depth(blocks)
      case .list(let items): 1 + (items.map { depth($0.blocks) }.max() ?? 0)
      case .table(let rows): 1 + (rows.joined().map { depth($0.blocks) }.max() ?? 0)
      default: 0
      }
    }.max() ?? 0
  }

  @Test(arguments: [
    "<blockquote>x", "<ul><li>x", "<ol>x", "<table border=1><tr><td>x<td>y", "<table><tr><td>x",
    "<div><b><ul><li><table><tr><th>x", "<h1>x<ul><li>",
  ])
  func tenThousandNestedAreShownInOrder(markup: String) {
    let passages = read((0..<10_000).map { "\(markup)\($0) " }.joined())
    let blocks = passages.flatMap(\.blocks)
    #expect(depth(blocks) <= 20)
    let numbers = blocks.styledTexts.flatMap { $0.text.split { !$0.isNumber } }
    #expect(numbers == (0..<10_000).map { "\($0)" })
  }

  @Test func aHundredThousandCellsTakeNoRoom() {
    let rows = (0..<30_000).map { "<tr><td>\($0 % 10)<td>x" }.joined()
    let blocks = read("<table border=1>\(rows)</table>").flatMap(\.blocks)
    #expect(blocks.count == 1)
    #expect(blocks.styledTexts.first?.text.hasPrefix("0 x\n1 x\n2 x\n") == true)
    #expect(
      read("<table border=1><tr>\(String(repeating: "<td>", count: 100_000))</table>").isEmpty
    )
  }

  @Test func rulesWithinRulesTakeNoStack() {
    let media = String(repeating: "@media screen{", count: 70_000)
    #expect(text("<style>\(media)p{display:none}</style><p>a<div>b</div>") == "b")
  }

  /// Style sheets may have as many rules for an element as a page has elements.
  @Test func selectorsOfManyPartsTakeABoundedWork() {
    let rules = String(repeating: "b ", count: 20) + "p{display:none}"
    let long = String(repeating: "b ", count: 200_000) + "p{display:none}"
    let items = String(repeating: "<i>x<p>a</p></i>", count: 500)
    let page = String(repeating: "<b>", count: 500) + items
    #expect(text("<style>\(rules)\(long)</style>\(page)").contains("x"))
  }

  @Test func rulesForManyElementsTakeABoundedWork() {
    let rules = String(repeating: "p{display:none}", count: 5_000)
    let page = (0..<1_000).map { "<p>\($0)" }.joined()
    let words = text("<style>\(rules)</style>\(page)").split(whereSeparator: \.isWhitespace)
    #expect(words.first != "0" && words.last == "999")
  }

  @Test func listsThatCountDownTakeABoundedWork() {
    #expect(text("\(String(repeating: "<ol reversed>", count: 75_000))<li>a").hasSuffix("a"))
  }

  @Test func aLargeTableIsReadRowByRow() {
    let rows = (0..<1_500).map { "<tr><td>a\($0)<td>b" }.joined()
    let blocks = read("<table border=1>\(rows)</table>").flatMap(\.blocks)
    #expect(blocks.count == 1_500)
    #expect(blocks.first == .paragraph(StyledText("a0 b")))
  }

  @Test func aPictureWithinALineOfCellsStaysInItsCell() {
    let blocks = read(
      "<table border=1><tr><td>a<img src=cid:x>b<td>c<tr><td>d<td>e</table>"
    ).flatMap(\.blocks)
    #expect(shown(blocks) == ["|a/b|c|", "|d|e|"])
  }

  @Test func spansTakeABoundedRoom() {
    let blocks = read(
      "<table border=1><tr><td colspan=99999 rowspan=99999>a<td>b<tr><td colspan=-3 rowspan=0>c"
        + "<td>d</table>"
    ).flatMap(\.blocks)
    #expect(blocks.styledTexts.map(\.text) == ["a b", "c d"])
  }

  @Test(arguments: [
    "<b>", "<a href=https://a.example/>", "<font style='font-weight:normal'>", "<i><u>", "<code>",
  ])
  func formattingThatNeverEndsIsBounded(tag: String) {
    let page =
      "<p>" + String(repeating: tag, count: 1_000) + String(repeating: "<p>x", count: 10_000)
    #expect(text(page).split { $0.isWhitespace }.count == 10_000)
  }

  @Test func styleAndMarkupThatHideNothingShowTheirText() {
    #expect(text("<h1>a</h2>b<h3>c</h1>d") == "a b c d")
    #expect(text("<table><tr><td>a</tr></td></table></td>b<tr>c") == "a bc")
    #expect(text("<ul></li>a</ol>b</ul>c") == "ab c")
    #expect(text("<a href='https://a.example/'>a<a href='x'>b</a>c") == "abc")
    #expect(text("<b><p>a</b>b</p><i>c") == "ab c")
    #expect(text("<h2>a<table><tr><td>b</h2>c") == "a bc")
  }

  @Test(arguments: [
    "font-size:0", "display:none", "visibility:hidden", "opacity:0", "max-height:0;overflow:hidden",
    "text-indent:-9999px", "font-size:1px", "position:absolute;left:-5000px",
  ])
  func textThatIsHiddenIsInNoBlock(style: String) {
    for tag in ["h1", "li", "div", "blockquote", "pre"] {
      #expect(text("a<\(tag) style='\(style)'>x</\(tag)>b").filter(\.isLetter) == "ab", "\(tag)")
    }
    #expect(text("<table><tr><td><div style='\(style)'>x</div></td><td>a</td></tr></table>") == "a")
  }

  @Test func controlsAndMarksOfDirectionAreInNoBlock() {
    let blocks = read("a<b>\u{202E}b\u{1B}[1m</b>\u{2028}c").flatMap(\.blocks)
    #expect(shown(blocks) == ["a*b [1m*", "c"])
  }

  @Test func aPageCutAnywhereIsRead() {
    let page = """
      <!DOCTYPE html><style>p{}</style><h1 class="x">Ünï</h1><ul><li>a &amp; <b>b</b></ul><table border=1>\
      <tr><th>c<td>d</tr><tr><td>e<td><a href="https://a.example/?x=1&amp;y=2">f</a></table><!-- c -->\
      <blockquote type="cite">g<pre> h\n i</pre></blockquote><img src="cid:x" alt="j"><hr><p>k <img src="https://a.example/b.png"
      alt="Ünï &amp; co"> l<input type=checkbox checked>m<select><option>n<option selected>ö</select><input
      value="&quot;p"><button>q</button><ul><li><img src=x alt="r"></ul>
      """
    let bytes = Array("Content-Type: text/html; charset=utf-8\n\n".utf8)
    let whole = Array(page.utf8)
    for count in whole.indices {
      let message = readMessage(bytes + whole[..<count])
      for text in message.passages.flatMap(\.blocks.styledTexts) {
        #expect(!text.text.isEmpty && text.isSound)
      }
    }
  }
}

extension StyledText {
  /// Whether its runs are in order, within the text, and end between characters.
  var isSound: Bool {
    var end = 0
    let bytes = Array(text.utf8)
    return runs.allSatisfy { run in
      defer { end = run.range.upperBound }
      return run.range.lowerBound >= end && !run.range.isEmpty
        && run.range.upperBound <= bytes.count
        && [run.range.lowerBound, run.range.upperBound].allSatisfy {
          $0 == bytes.count || bytes[$0] & 0xC0 != 0x80
        }
    }
  }
}
