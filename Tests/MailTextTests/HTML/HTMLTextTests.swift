import Foundation
import MailTextTesting
import Testing

@testable import MailText

struct HTMLTextTests {
  private func html(_ text: String) -> String {
    parse("Content-Type: text/html; charset=utf-8\n\n" + text).snippet
  }

  private func pictures(_ page: String) -> [String] {
    lines(page).filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) }
  }

  /// The lines, with a mark for each quote that contains them.
  private func lines(_ page: String) -> [String] {
    var lines: [String] = []
    var page = page
    page.withUTF8 { text in
      HTMLText.read(text) { line in
        let marks =
          String(repeating: ">", count: line.around.quotes) + (line.around.isSignature ? "~" : "")
          + (line.isPicture ? "!" : "")
        lines.append(marks + String(decoding: line.bytes, as: UTF8.self))
        return true
      }
    }
    return lines
  }

  @Test func itLosesItsTags() {
    let page = """
      <html><head><title>T</title><style>p{}</style></head><body><!-- c --><h1>Hi</h1>\
      <p>one&nbsp;&amp; t<b>w</b>o &#8364; &eacute;<br>three</p><script>no()</script></body></html>
      """
    #expect(html(page) == "Hi: one & two € é three")
  }

  @Test func blocksAndCellsPartWords() {
    #expect(html("<table><tr><td>a</td><td>b</td></tr></table><div>c</div>d<p>e") == "a b c d e")
    #expect(html("<ul><li>a<li>b</ul>c<span>d</span><i>e</i>f") == "a, b. cdef")
  }

  @Test func linesAreAsTheyLook() {
    #expect(lines("<div>a</div><div>b<br>c</div>") == ["a", "b", "c"])
    #expect(lines("<p>a</p><p>b</p>") == ["a", "", "b", ""])
    #expect(lines("<div>a<br><br>b</div>") == ["a", "", "b"])
    #expect(lines("<pre>a\n  b\n\nc</pre>") == ["a", "  b", "", "c", ""])
    #expect(lines("<div>  a \n b<!-- x -->c </div>") == ["a bc"])
  }

  @Test func whatIsNoTextIsSkipped() {
    for name in ["style", "script", "title", "template", "svg", "noembed", "noframes", "iframe"] {
      #expect(html("a<\(name)>b</\(name)>c").replacing(" ", with: "") == "ac", "\(name)")
    }
    #expect(html("<head><title>x</title></head><header>a</header>") == "a")
    #expect(html("<!--[if mso]><p>x</p><![endif]-->a<![if !mso]>b<![endif]>") == "ab")
  }

  @Test func everyEntityOfHTML4IsKnown() {
    #expect(html("&alpha;&omega;&hearts;&Scaron;&thetasym;") == "αω♥Šϑ")
    #expect(html("&#x1F600; &#128512; &#8217;") == "😀 😀 ’")
    #expect(html("it&#146;s &#150; &#128;5") == "it’s – €5")
    #expect(html("AT&T &unknown; R&D") == "AT&T &unknown; R&D")
  }

  @Test func entitiesAreReadAsBrowsersDo() {
    #expect(html("&ampx &notit; &notin; &copy2 &apos; &NotEqualTilde;") == "&x ¬it; ∉ ©2 ' ≂̸")
    #expect(html("&#65b &#x41 &#0; &#xD800; &#x110000;") == "Ab A � � �")
    #expect(pictures("<img alt='a&ampb=c&amp;d&ltx'>") == ["a&ampb=c&d&ltx"])
  }

  @Test func aPreheaderIsShownWithoutItsPadding() {
    let padding = String(repeating: "&#847;&zwnj;&nbsp;&shy;&#8203;", count: 100)
    #expect(html("<div>Sale!\(padding)</div><p>Now") == "Sale! Now")
    #expect(
      lines("<div>Sale!\(padding)more</div>\(padding)<div>Now</div>") == [
        "Sale! more", "", "Now",
      ]
    )
    #expect(lines("<p>a</p><p>&nbsp;</p><p>b</p>") == ["a", "", "b", ""])
    // Joiners and no-break spaces within words are kept.
    #expect(
      lines("می&zwnj;خواهم 👩&zwj;🚀 a&nbsp;&nbsp;b") == ["می\u{200C}خواهم 👩\u{200D}🚀 a\u{A0}\u{A0}b"]
    )
  }

  @Test(arguments: [
    "<blockquote type=cite>old</blockquote>", "<div class=\"x gmail_quote\">old<div>er</div></div>",
    "<div class=yahoo_quoted>old</div>", "<div id=appendonsend></div><p>old</p><div>old</div>",
    "<hr><div id='divRplyFwdMsg'><b>From:</b> Ann<br><b>Sent:</b> Mon</div><div>old</div>",
    "<div class=moz-cite-prefix>On Monday Ann wrote:</div><blockquote>old</blockquote>",
    "<p>On Monday Ann wrote:</p><blockquote>old</blockquote>",
    "<div class=gmail_signature>Bob</div>", "<pre class=moz-signature>-- \nBob</pre>",
    "<p><b>From:</b> Ann<br><b>Sent:</b> 2 Jan 2023<br><b>Subject:</b> x<br></p><p>old</p>",
    "-- <br>Bob",
  ])
  func quotesAndSignaturesAreSkipped(quote: String) {
    #expect(html("<p>Yes.</p>\(quote)") == "Yes.")
  }

  @Test(arguments: [
    "<blockquote type=cite class=cite2>old</blockquote>", "<div class=ydp1a2b3c4dyahoo_quoted>old",
    "<div id=yahoo_quoted_123>old</div>", "<div class=x_x_gmail_quote>old</div>",
    "<div class=yiv123gmail_quote_mr_css_attr>old</div>", "<div name=quote>old</div>",
    "<div name=messageReplySection>old</div>", "<hr id=zwchr><p>old</p><div>old</div>",
    "<div data-marker='__QUOTED_TEXT__'>old</div>", "<blockquote class=front-blockquote>old",
    "<div class='gmail_quote sh-quoted-content'>old</div>", "<div data-o-mail-quote=1>old</div>",
    "<div style='border:none;border-top:solid #E1E1E1 1.0pt'><p>Von Ann</p></div><p>old</p>",
    "<div style='border:none;border-top:solid #B5C4DF 1.0pt'><p>Von Ann</p></div><p>old</p>",
    "<div style='border-left:solid blue 1.5pt'>old</div>", "<div class=moz-signature>Bob</div>",
    "<div id='Zm-_Id_-Sgn'>Bob</div>", "<div class=k9mail-signature>Bob</div>",
    "<div id=composer_signature>Bob</div>", "<span class='-x-evo-signature'>Bob</span>",
    "<div data-signature-widget=container>Bob</div>", "<div id=x_AppleMailSignature>Bob</div>",
  ])
  func moreProgramsMarksAreKnown(quote: String) {
    #expect(html("<p>Yes.</p>\(quote)") == "Yes.")
  }

  @Test(arguments: ["", " gmail_extra"])
  func anAnswerBelowAQuoteInItsElementIsText(more: String) {
    let quote = "<blockquote class=gmail_quote>old<blockquote>older</blockquote>old</blockquote>"
    #expect(
      html(
        "<div class='gmail_quote\(more)'><div class=gmail_attr>On 2 Jan 2023 Ann wrote:</div>\(quote)<div>Yes.</div>\(quote)<p>No.</div>"
      )
        == "Yes. No."
    )
  }

  @Test func whatOnlyLooksLikeAMarkIsText() {
    for mark in [
      "class=gmail_quotes", "id=quote", "style='border-top:solid #E1E1E1 2px'", "class=m_1",
    ] {
      #expect(html("<p>Yes.</p><div \(mark)>new</div>") == "Yes. new", "\(mark)")
    }
  }

  @Test func picturesAreToldFromWords() {
    #expect(lines("<div><img alt='Summer  sale'></div><p>Now") == ["!Summer sale", "", "Now"])
    #expect(lines("<p>I <img alt=heart> it, <img alt='😀'>") == ["!heart", "I it, 😀"])
    for pixel in [
      "alt=''", "width=1 alt=x", "height=0 alt=x", "style='width:1px' alt=x", "hidden alt=x", "",
    ] {
      #expect(lines("<img \(pixel)>") == [], "\(pixel)")
    }
    #expect(lines("<img width=100% alt=x>") == ["!x"])
    for size in ["width:1.8in;height:.79in", "height:1em;max-height:1em", "width:1cm"] {
      #expect(lines("Hi <img style='\(size)' alt=x>").contains { $0.contains("x") }, "\(size)")
    }
  }

  @Test func textBelowAQuoteIsShown() {
    let quote = "<blockquote type=cite>Shall we?<blockquote>x</blockquote></blockquote>"
    #expect(html("\(quote)Yes.") == "Yes.")
  }

  @Test func nothingButQuotesIsShown() {
    #expect(html("<blockquote>Shall we?</blockquote>") == "Shall we?")
  }

  @Test func ofAForwardedPageTheTextIsShownWhereNothingStandsAbove() {
    let header = "---------- Forwarded message ---------<br>From: Ann<br>Date: Mon<br>To: Bob<br>"
    let forwarded = "<div class=gmail_quote><div>\(header)</div><br><br>Shall we?</div>"
    #expect(html("FYI<br>\(forwarded)") == "FYI")
    #expect(html(forwarded) == "Shall we?")
  }

  @Test func aPagesOwnCharsetIsNotBelieved() {
    #expect(html("<meta charset=iso-8859-1><p>é ж</p>") == "é ж")
    #expect(html("<?xml version='1.0' encoding='utf-16'?><p>é</p>") == "é")
  }

  @Test(arguments: ["<", "<p", "<!--", "&", "&amp", "&#xFFFFFFFF;", "<style>", "a<b", "&#0;", "</"])
  func brokenMarkupEnds(text: String) {
    #expect(html(text).count < 10)
  }

  @Test func entitiesAreNotExpandedAndFilesNotRead() {
    let page = """
      <!DOCTYPE html [<!ENTITY a "aaaa"><!ENTITY f SYSTEM "file://\(#filePath)">]>\
      <p>x&f;&a;<object data="file://\(#filePath)"></object>
      """
    #expect(!html(page).contains("struct HTMLTextTests"))
    #expect(!html(page).contains("aaaa"))
  }

  @Test func itStopsWhenItHasEnough() {
    var count = 0
    var page = String(repeating: "<p>a</p>", count: 1000)
    page.withUTF8 {
      HTMLText.read($0) { _ in
        count += 1
        return count < 3
      }
    }
    #expect(count == 3)
  }

  @Test func answersToAnswersAndTablesInTablesKeepTheirPlaces() {
    func nested(_ begin: String, _ end: String) -> String {
      String(repeating: begin, count: 90) + "deep" + String(repeating: end, count: 90)
    }
    let quotes = nested("<blockquote type=cite><div>", "</div></blockquote>")
    let marks = String(repeating: ">", count: 90)
    #expect(lines("<p>a</p>\(quotes)<p>b</p>") == ["a", "", marks + "deep", marks, "b", ""])
    let tables = nested("<table><tr><td>", "</td></tr></table>")
    #expect(lines("<p>a</p>\(tables)<p>b</p>") == ["a", "", "deep", "", "b", ""])
  }

  @Test func whereMarkupLiesTooDeepItsTextStays() {
    let begin = String(repeating: "<blockquote cite>", count: 2_000)
    let end = String(repeating: "</blockquote>", count: 2_000)
    #expect(
      lines("a\(begin)b<br>c\(end)<p>d</p>").map { $0.replacing(">", with: "") }
        == ["a", "", "b", "c", "", "d", ""]
    )
  }

  @Test func whatIsNoTagIsText() {
    #expect(html("1 < 2 <3 <- x") == "1 < 2 <3 <- x")
    #expect(html("a<!DOCTYPE html>b<?x y?>c<![endif]>d<!-->e<!-- > -- -->f</ x>g") == "abcdefg")
    #expect(html("a<!--->b<!--x--!>c<!--!>x-->d<!---!>x-->e</>f</3>g<![CDATA[x>h") == "abcdefgh")
    #expect(html("<p title='a > b' style=\"x: 'y'\">c<br/>d<o:p/>e") == "c de")
    #expect(html("<p class=x\"y\" 1='2>3'>c<p a=b\">d") == "c d")
    #expect(html("<script>\"</p>\" < 3</SCRIPT>a<style><!-- b</style>c") == "ac")
  }

  @Test func deepMarkupEnds() {
    for tag in ["<div>", "<b>", "<table><tr><td>", "<blockquote>", "<ul><li>", "<font>", "<p><a>"] {
      let page = String(repeating: tag, count: 8000 / tag.utf8.count) + "x"
      #expect(onASmallStack { html(page) } == "x", "\(tag)")
    }
  }

  @Test func manyThreadsReadAtOnce() async {
    await withTaskGroup(of: String.self) { group in
      for number in 0..<64 {
        group.addTask { html("<p>\(number)</p><blockquote type=cite>x</blockquote>&eacute;") }
      }
      var seen: Set<String> = []
      for await text in group { seen.insert(text) }
      #expect(seen.count == 64)
      #expect(seen.contains("63 é"))
    }
  }
}

struct HTMLCharsetTests {
  private func text(_ page: [UInt8], charset: String = "") -> String {
    let message = Array("Content-Type: text/html\(charset)\n\n".utf8) + page
    return readMessage(message).passages.map(\.text).joined(separator: "/")
  }

  private func page(_ head: String) -> [UInt8] { Array("\(head)<p>".utf8) + [0xD0, 0xC9] }

  @Test(arguments: [
    "<meta charset=koi8-r>", "<META  CHARSET = 'KOI8-R' >",
    "<!-- <meta charset=x> --><meta charset=koi8-r/>",
    "<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>",
    "<meta content=\"text/html;CharSet = 'koi8-r'\" http-equiv=\"content-type\">",
    "<html><head><title x='<meta charset=x>'>t</title><meta charset=koi8-r>",
  ])
  func aPageWithoutACharsetIsAskedForItsOwn(head: String) {
    #expect(text(page(head)) == "пи")
  }

  @Test(arguments: [
    "<meta name=x content='text/html; charset=koi8-r'>", "<meta charset=''>",
    "<!-- <meta charset=koi8-r> -->",
    "<meta http-equiv=content-type content=koi8-r>", "",
  ])
  func whatNamesNoneIsGuessed(head: String) {
    #expect(text(Array("\(head)<p>caf".utf8) + [0xE9] + Array(" x".utf8)) == "café x")
  }

  @Test func theMailComesBeforeThePage() {
    #expect(text(page("<meta charset=koi8-r>"), charset: "; charset=iso-8859-5") == "аЩ")
    #expect(text(Array("<meta charset=koi8-r><p>é".utf8), charset: "; charset=utf-8") == "é")
  }

  @Test func aByteOrderMarkComesBeforeBoth() {
    let wide: [UInt8] =
      [0xFF, 0xFE] + "<p>пи".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let packed = Array(
      "Content-Transfer-Encoding: base64\n\n\(Data(wide).base64EncodedString())".utf8
    )
    for charset in ["", "; charset=koi8-r"] {
      let message = Array("Content-Type: text/html\(charset)\n".utf8) + packed
      #expect(readMessage(message).passages.map(\.text) == ["пи"])
    }
    let narrow: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("<meta charset=koi8-r><p>é".utf8)
    #expect(text(narrow, charset: "; charset=koi8-r") == "é")
  }

  @Test func whatCanBeReadIsNotWide() {
    #expect(text(Array("<meta charset=utf-16><p>é".utf8)) == "é")
  }
}
