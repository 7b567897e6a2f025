import MailTextTesting
import Testing

@testable import MailText

/// The blocks in which a page's text is shown.
struct BlockTests {
  @Test func paragraphsHeadingsAndRules() {
    #expect(
      blocks("<h1>A<br>b</h1><p>c<br>d</p><div>e</div><div>f</div><hr><h3>g</h3><p>h")
        == ["# A", "# b", "c", "d", "e", "f", "---", "### g", "h"]
    )
    // Leading, trailing and repeated rules are left out.
    #expect(blocks("<hr><p>a</p><hr><hr><p>b</p><hr>") == ["a", "---", "b"])
    // Lines of one paragraph stay together.
    let page = readMessage("Content-Type: text/html\n\n<div>a</div><div>b</div><p>c</p>")
    #expect(
      page.passages.first?.blocks == [.paragraph(StyledText("a\nb")), .paragraph(StyledText("c"))]
    )
  }

  @Test func lettersHaveTheirStyle() {
    #expect(
      blocks("a <b>b <i>c</i></b> <u>d</u> <s>e</s> <code>f</code> <em>g</em><strong>h</strong>")
        == ["a *b **/c/* _d_ ~e~ `f` /g/*h*"]
    )
    #expect(
      blocks("<span style='font-weight:700'>a <b style='font-weight:normal'>b</b></span>") == [
        "*a *b"
      ]
    )
    #expect(blocks("<span style='font:italic bold 12px/1 x'>a</span>b") == ["*/a/*b"])
    #expect(
      blocks("<i style='font-style:normal'>a</i><p style='text-decoration:line-through'>b")
        == ["a", "~b~"]
    )
    #expect(blocks("10<sup>6</sup> CO<sub>2</sub>") == ["10⁶ COv2v"])
    // Formatting continues in the next paragraph, as in a browser.
    #expect(blocks("<p><b>a<p>b</b>c") == ["*a*", "*b*c"])
    #expect(blocks("<!doctype html><b><table><tr><td>a</table></b>") == ["*a*"])
    #expect(blocks("<b><table><tr><td>a</table></b>") == ["a"])
  }

  @Test func linksStandInTheirPlaces() {
    #expect(
      blocks("See <a href='https://a.example/?b=1&amp;c=2'>the <b>page</b></a>, please.")
        == ["See [the ](https://a.example/?b=1&c=2)[*page*](https://a.example/?b=1&c=2), please."]
    )
    #expect(blocks("<a name=x>a</a><a href='#x'>b</a><a href=javascript:x>c</a>") == ["abc"])
    #expect(
      blocks("<a href=mailto:a@b.example?subject=c&attach=d><div>e</div></a>f")
        == ["[e](mailto:a@b.example?subject=c)", "f"]
    )
    // A button made of a remote picture is shown as its alternative text.
    #expect(
      blocks("a<p><a href=https://a.example/><img src=https://a.example/b.png alt='Pay now'></a>")
        == ["a", "[Pay now](https://a.example/)"]
    )
  }

  @Test func ofAPictureOnAServerTheTextIsShown() {
    let picture = "<img src=https://a.example/b.png alt='A logo'>"
    #expect(blocks("a<br>\(picture)<br>b") == ["a", "A logo", "b"])
    // Within a line, a picture is a word.
    #expect(blocks("a \(picture), b\(picture)c\(picture)") == ["a A logo, b A logo c A logo"])
    #expect(blocks("\(picture)<b>\(picture)a</b>") == ["A logo *A logo* *a*"])
    #expect(
      blocks("a <a href=https://a.example/>\(picture)</a> b")
        == ["a [A logo](https://a.example/) b"]
    )
    #expect(
      blocks("<table><tr><td>\(picture)<td><h1>a</h1>b<td>\(picture)</table>")
        == ["A logo", "# a", "b", "A logo"]
    )
    #expect(blocks("<ul><li>\(picture)<li>\(picture)a</ul>") == ["- A logo", "- A logo a"])
    // A page without words also shows alternative texts.
    #expect(blocks("<a href=https://a.example/>\(picture)</a>") == ["[A logo](https://a.example/)"])
    for nothing in [
      "alt='' ", "alt=x width=1 height=1", "alt=x style='width:1px'", "", "alt=x hidden",
    ] {
      #expect(blocks("a<p><img src=https://a.example/b.png \(nothing)></p>") == ["a"], "\(nothing)")
    }
    // The snippet contains only the writer's words, and the pictures between these.
    let read = readMessage("Content-Type: text/html\n\na \(picture) b<br>\(picture)<br>c")
    #expect(read.passages.map(\.text) == ["a A logo b\nA logo\nc"])
    #expect(parse("Content-Type: text/html\n\na \(picture) b").snippet == "a A logo b")
    #expect(parse("Content-Type: text/html\n\n\(picture) a<br>b \(picture)").snippet == "a b")
  }

  @Test func controlsAreTheirTexts() {
    #expect(
      blocks(
        "<ul><li><input type=checkbox checked disabled>Milk<li><input type=checkbox> Bread</ul>"
          + "<p><input type=radio name=a checked>Yes<input type=radio name=a>No"
      ) == ["- ☑ Milk", "- ☐ Bread", "◉ Yes ○ No"]
    )
    #expect(
      blocks(
        "<form>Name: <input value='Ann &amp; Bo'><input type=email placeholder=Address>"
          + "<input type=hidden value=x><input type=password value=x><input type=file>"
          + "<button>Send</button><button>Stop</button><input type=submit value=Go></form>"
      ) == ["Name: Ann & Bo Address Send Stop Go"]
    )
    #expect(blocks("a<input type=image src=b.png alt='Search'>b") == ["a Search b"])
    let page =
      "<p>At (<img alt=six src=a>) <img alt=sharp src=b>!<img alt='' src=c width=1 height=1>"
    #expect(blocks(page) == ["At (six) sharp!"])
    #expect(parse("Content-Type: text/html\n\n\(page)").snippet == "At (six) sharp!")
    for end in 0...page.utf8.count {
      _ = parse("Content-Type: text/html\n\n\(page.prefix(end))")
    }
    #expect(
      blocks("Size: <select><option>Small<option selected>Large &amp; wide<option>x</select>!")
        == ["Size: Large & wide !"]
    )
    #expect(blocks("a<select style='display:none'><option>b</select>") == ["a"])
    #expect(blocks("a<div hidden><input value=b><select><option>c</select></div>") == ["a"])
    // The snippet leaves out all parts of a form.
    let form = "<label>Pages</label> <select><option>All<option>One</select><input value=x>"
    #expect(parse("Content-Type: text/html\n\n<form>\(form)</form><p>Words").snippet == "Words")
  }

  @Test func listsAreNestedAndNumbered() {
    #expect(
      blocks("<ul><li>a<li><p>b<ol start=3><li>c<li>d</ol></ul>") == [
        "- a", "- b", "  3. c", "  4. d",
      ]
    )
    // A nested list outside of an item, and items outside of a list.
    #expect(blocks("<ul><li>a</li><ul><li>b</li></ul></ul>") == ["- a", "  - b"])
    #expect(blocks("<ol><ul><li>a</ul></ol>b") == ["- - a", "b"])
    #expect(blocks("<li>a<li>b") == ["- a", "- b"])
    #expect(blocks("<ul style='list-style:none'><li>a<li>b</ul>") == ["a", "b"])
    #expect(blocks("<ul role=presentation><li>a</ul><ul></ul><ol><li></ol>") == ["a"])
  }

  @Test func termsStandOutFromTheirDefinitions() {
    let page = "<dl><dt>a<dd>b<p>c</p><dt><i>d</i><dt>e<dd>f<dl><dt>g<dd>h</dl></dl>i"
    #expect(
      blocks(page) == ["*a*", "> b", "> c", "*/d/*", "*e*", "> f", "> *g*", "> > h", "i"]
    )
    let read = readMessage("Content-Type: text/html\n\n\(page)")
    #expect(
      read.passages.map(\.text)
        == ["a\n    b\n\n    c\n\nd\ne\n    f\n\n    g\n        h\n\ni"]
    )
    #expect(parse("Content-Type: text/html\n\n\(page)").snippet == "a b c d e f g h i")
  }

  @Test func quotesArePartedAndIndented() {
    #expect(
      blocks("<p>a</p><blockquote>b<blockquote>c</blockquote>d</blockquote>e")
        == ["a", "> b", "> > c", "> d", "e"]
    )
    #expect(
      blocks("a<div class=gmail_quote>On Monday Ann wrote:<blockquote class=gmail_quote>b")
        == ["a", "On Monday Ann wrote:", "> b"]
    )
  }

  @Test func preformattedTextKeepsItsSpaces() {
    #expect(blocks("<pre>\na  b\n\n  c\n</pre>d") == ["'a  b", "'", "'  c", "d"])
    #expect(blocks("<pre>a<b>b</b></pre>") == ["'ab"])
    #expect(blocks("<div style='white-space:pre-wrap'>a\n  b</div>") == ["a", "  b"])
  }

  @Test func dataIsATable() {
    #expect(
      blocks("<table border=1><tr><td>a<td>b<tr><td>c<td></table>d") == ["|a|b|", "|c||", "d"]
    )
    #expect(
      blocks("<table><caption>x</caption><tr><th>a<th>b<tr><td colspan=2>c<tr><td>d<td>e</table>")
        == ["x", "|!a|!b|", "|2→c|", "|d|e|"]
    )
    #expect(blocks("<table border><td>a<td rowspan=2>b<tr><td>c</table>") == ["|a|2↓b|", "|c|"])
    // Without borders and headers, cells with prices or labels make a data table.
    let bill = "<tr><td>Soup<td>&nbsp;<td>12 €<tr><td><b>Bread</b><td><td>3 €"
    #expect(blocks("<table>\(bill)</table>") == ["|Soup|12 €|", "|*Bread*|3 €|"])
    #expect(blocks("<table role=presentation>\(bill)</table>") == ["|Soup|12 €|", "|*Bread*|3 €|"])
    #expect(
      blocks("<table><tr><td>When:<td>Now<tr><td>Where:<td>Here</table>")
        == ["|When:|Now|", "|Where:|Here|"]
    )
    // Three columns without an empty cell make a data table, too.
    #expect(
      blocks("<table><tr><td>Paid<td>On<td>By<tr><td>9 €<td>Sunday<td>Card</table>")
        == ["|Paid|On|By|", "|9 €|Sunday|Card|"]
    )
  }

  @Test func tablesThatLayOutAPageAreTextInOrder() {
    #expect(blocks("<table border=1><tr><td>a<tr><td>b</table>") == ["a", "b"])
    #expect(
      blocks("<table border=1><tr><td><table><tr><td>a</table><td>b<tr><td>c<td>d</table>")
        == ["a b", "c d"]
    )
    #expect(
      blocks("<table><tr><td><h2>a</h2><p>b<td>c<tr><td>d<td>e</table>") == [
        "## a", "b", "c", "d e",
      ]
    )
    #expect(
      blocks("<table role=presentation border=1><tr><th>a<td>b<tr><td>c<td>d</table>")
        == ["a b", "c d"]
    )
    #expect(
      blocks("<table><tr><td>a<td>b<td>c<tr><td>d<td>e<td></table>") == ["a b c", "d e"]
    )
    let long = String(repeating: "word ", count: 20) + "end"
    #expect(blocks("<table><tr><td>\(long)<td>\(long)</table>") == [long, long])
  }

  @Test func whatATableCannotHoldStandsAboveIt() {
    #expect(
      blocks("<table border=1><tr><td>a<td>b</tr>x<tr>y<td>c<td>d</table>z") == [
        "x", "y", "|a|b|", "|c|d|", "z",
      ]
    )
  }

  @Test func hiddenTextStaysHidden() {
    #expect(
      blocks(
        "<h1 hidden>a</h1><ul style='display:none'><li>b</ul><table border=1><tr><td>c<td hidden>x"
          + "<tr><td>d<td>e</table><a href=https://a.example/ style='font-size:0'>f</a>"
          + "<hr hidden><span style='color:#fff;background:#fff'>g</span>"
      ) == ["|c|", "|d|e|"]
    )
  }

  @Test func picturesStandWhereThePageShowsThem() {
    let message = readMessage(
      """
      Content-Type: multipart/related; boundary=b

      --b
      Content-Type: text/html

      <p>Look: <img src="cid:one" alt="A boat"></p><img src="CID:tw%6f"><ul><li>a<img src=cid:one>\
      </ul><img src="cid:none" alt="Nothing"><p>b</p>
      <blockquote type=cite>Old <img src=cid:three></blockquote>
      --b
      Content-Type: image/png
      Content-ID: <two>

      x
      --b
      Content-Type: image/png
      Content-ID: <one>

      x
      --b
      Content-Type: image/png
      Content-ID: <three>

      x
      --b--
      """
    )
    #expect(
      message.passages.map { shown($0.blocks) } == [
        ["Look:", "!1 A boat", "!0 ", "- a", "  !1 ", "Nothing", "b"], ["> Old", "> !2 "],
      ]
    )
    #expect(message.pictures.map(\.alternative) == ["", "A boat", ""])
  }

  @Test func aPictureBelowTheTextStaysWithIt() {
    let message = readMessage(
      """
      Content-Type: multipart/related; boundary=b

      --b
      Content-Type: text/html

      <div>a</div><div><img src="cid:one"></div><div class=gmail_quote><p>&nbsp;</div>b\
      <div class=gmail_quote>Old</div>
      --b
      Content-Type: image/png
      Content-ID: <one>

      x
      --b--
      """
    )
    #expect(message.passages.flatMap { shown($0.blocks) } == ["a", "!0 ", "b", "Old"])
  }

  @Test func aPictureWithinALineStandsBetweenItsWords() {
    let message = page(
      "<p>Before <img src=cid:one alt='a dot'> after <img src=https://a.example/b alt='a mast'>.</p>"
    )
    #expect(message.passages.map(\.text) == ["Before\na dot\nafter a mast."])
    #expect(shown(message.passages[0].blocks) == ["Before", "!0 a dot", "after a mast."])
  }

  @Test func aLinkAroundAPictureIsALink() {
    let message = page(
      """
      <a href=https://a.example/1><img src=cid:one alt="Buy now"></a>\
      <p><a href=https://a.example/2><img src=cid:none alt="Sell"></a>\
      <p><a href=https://a.example/3><img src=https://b.example/c alt="Lend"></a>
      """
    )
    #expect(
      message.passages.flatMap { shown($0.blocks) } == [
        "!0 Buy now](https://a.example/1)", "[Sell](https://a.example/2)",
        "[Lend](https://a.example/3)",
      ]
    )
    #expect(message.links.map(\.text) == ["Buy now", "Sell", "Lend"])
  }

  @Test func aLinkWithoutWordsIsShownByItsAddress() {
    let address = "[https://a.example/1](https://a.example/1)"
    let link = "<a href=https://a.example/1>"
    let picture = "<img src=https://b.example/c>"
    #expect(blocks("<p>a<p>\(link)\(picture)</a><p>b") == ["a", address, "b"])
    #expect(blocks("a \(link)\(picture)\(picture)</a> b") == ["a \(address) b"])
    #expect(blocks("\(link)\(picture)<br>\(picture)</a>") == [address])
    let words = "[Sell](https://a.example/1)"
    #expect(blocks("a<p>\(link)\(picture)<br>Sell</a>") == ["a", words])
    #expect(blocks("a<p>\(link)Sell\(picture)</a>") == ["a", words])
    #expect(blocks("a<p>\(link)\(picture)</a><p>\(link)Sell</a>") == ["a", words])
    #expect(blocks("a<p>\(link)\(picture)<img src=d alt=Sell></a>") == ["a", words])
    #expect(blocks("a<p>\(link)\(link)</a>\(picture)") == ["a"])
    let own = page("a\(link)<img src=cid:one></a>").passages
    #expect(own.map(\.text) == ["a\nhttps://a.example/1"])
  }

  @Test func aPageThatOnlyRefersToPicturesSaysSo() {
    let picture = "<img src=https://b.example/c>"
    #expect(page(picture).remarks == [.picturesElsewhere])
    #expect(page("<p>a\(picture)").remarks.isEmpty)
    #expect(page("<img src=cid:one>\(picture)").remarks.isEmpty)
    #expect(page("<img src=https://b.example/c width=1>").remarks.isEmpty)
  }

  /// A page with the picture `one`, if it refers to this.
  private func page(_ page: String) -> ReadMessage {
    let related = "Content-Type: multipart/related; boundary=b\n\n"
    let picture = "--b\nContent-Type: image/png\nContent-ID: <one>\n\nx\n"
    return readMessage(
      related + "--b\nContent-Type: text/html\n\n\(page)\n"
        + (page.contains("cid:one") ? picture : "") + "--b--\n"
    )
  }

  @Test func aHeadingThatRepeatsTheSubjectIsNotInTheRow() {
    func snippet(_ page: String) -> String {
      parse("Subject: The Quiet Weekly: a walk, a soup\nContent-Type: text/html\n\n\(page)").snippet
    }
    #expect(snippet("<h1>The Quiet Weekly</h1><h2>A walk, a soup</h2><p>b</p>") == "b")
    #expect(snippet("<p>a</p><h2>the quiet weekly: a walk, a soup</h2><p>b</p>") == "a b")
    #expect(snippet("<h1>No. 3 | The Quiet Weekly: a walk, a soup</h1>b") == "b")
    #expect(snippet("<h1>The Quiet Week</h1>") == "The Quiet Week")
    #expect(snippet("<p>The Quiet Weekly</p><h1>Spring</h1>b") == "The Quiet Weekly Spring: b")
  }
}

/// The blocks of plain text.
struct PlainBlockTests {
  private func blocks(_ text: String, type: String = "text/plain") -> [String] {
    let message = "Content-Type: \(type); charset=utf-8\n\n\(text)"
    return readMessage(message).passages.flatMap { shown($0.blocks) }
  }

  @Test func linesAndSignsStayAsTheyAreWritten() {
    #expect(blocks("*a* _b_\n  c\n\n\n<d>\n") == ["*a* _b_", "  c", "<d>"])
    #expect(
      readMessage("\na\nb\n\nc\n").passages.first?.blocks
        == [.paragraph(StyledText("a\nb")), .paragraph(StyledText("c"))]
    )
  }

  @Test func quotesAreNestedWithoutTheirMarks() {
    #expect(
      blocks("On Monday Ann wrote:\n> a\n>\n> > b\n> c\n\nd\n")
        == ["On Monday Ann wrote:", "> a", "> > b", "> c", "d"]
    )
    #expect(
      blocks("> a \n> b\n>> c \n>> d\ne \nf\n", type: "text/plain; format=flowed")
        == ["> a b", "> > c d", "e f"]
    )
    #expect(
      blocks(String(repeating: ">", count: 300) + " a") == [
        String(repeating: "> ", count: 16) + "a"
      ]
    )
  }

  @Test(arguments: [
    "Soup     12 €\nBread     3 €\nWater   100 €", "Name    Town\nAnn     Bath\nBob     Cork",
    "a\tb\nc\td", "| a | b |\n| c | d |", "+---+---+\n| a | b |\n+---+---+",
    "漢字  1\n仮名  2",
  ])
  func columnsAreKept(table: String) {
    let lines = table.split(separator: "\n").map { "'" + $0 }
    #expect(blocks("\(table)\n") == lines)
    #expect(blocks("Above.\n\(table)\nBelow.\n") == ["Above."] + lines + ["Below."])
  }

  @Test(arguments: [
    "One sentence.  Another one\nTwo words.  Another one", "a  b\ncc dd", "    Roses are\n    red",
    "one | two\nthree", "a\tb", "- one\n- two",
  ])
  func otherLinesAreText(text: String) {
    #expect(blocks("a\n\n\(text)\n") == ["a"] + text.split(separator: "\n").map(String.init))
  }
}

/// The numbers, letters and bullets of the items of lists.
struct ListMarkTests {
  @Test(arguments: [
    ("<ol start=5><li>a<li>b</ol>", ["5. a", "6. b"]),
    ("<ol><li>a<li value=7>b<li>c</ol>", ["1. a", "7. b", "8. c"]),
    ("<ol reversed><li>a<ol><li>x</ol><li>b</ol>", ["2. a", "  1. x", "1. b"]),
    ("<ol reversed start=10><li>a<li>b</ol>", ["10. a", "9. b"]),
    ("<ol type=a><li>a<li>b</ol>", ["a. a", "b. b"]),
    ("<ol type=A start=27><li>a</ol>", ["AA. a"]), ("<ol type=i start=4><li>a</ol>", ["iv. a"]),
    ("<ol type=I start=1999><li>a</ol>", ["MCMXCIX. a"]),
    ("<ol type=i start=0><li>a</ol>", ["0. a"]),
    ("<ol><li>a<li type=a>b</ol>", ["1. a", "b. b"]),
    ("<ol style='list-style-type:upper-roman'><li>a</ol>", ["I. a"]),
    ("<style>ol{list-style:lower-alpha inside}</style><ol><li>a</ol>", ["a. a"]),
    ("<ul style='list-style-type:decimal'><li>a<li>b</ul>", ["1. a", "2. b"]),
    ("<ol start=-1><li>a<li>b</ol>", ["-1. a", "0. b"]),
  ])
  func itemsHaveTheMarksOfABrowser(page: String, lines: [String]) { #expect(blocks(page) == lines) }

  @Test func theTextHasTheMarksOfItems() {
    let page =
      "<p>Steps:</p><ol start=5><li>Hoist<ul><li>slowly<li>all</ul><li><p>Cast off</p><p>at once</p></ol>End."
    let shown = readMessage("Content-Type: text/html\n\n\(page)").passages.map(\.text).joined()
    let lines = shown.split(separator: "\n").map(String.init)
    #expect(
      lines == ["Steps:", "5. Hoist", "  • slowly", "  • all", "6. Cast off", "at once", "End."]
    )
  }
}
