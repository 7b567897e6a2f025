import Foundation
import MailTextTesting
import Testing

@testable import MailText

/// Text of a page is read if a browser shows it, and left out if a browser hides it.
struct HTMLHiddenTests {
  private func words(_ page: String) -> String {
    var words: [String] = []
    var page = page
    page.withUTF8 { text in
      HTMLText.read(text) { line in
        words += String(decoding: line.bytes, as: UTF8.self).split { $0.isWhitespace }.map(
          String.init
        )
        return true
      }
    }
    return words.joined(separator: " ")
  }

  @Test(arguments: [
    ("<style type=text/x-less>p {display: none}</style><p>x", "x"),
    ("<style type=template>p {display: none}</style><p>x", "x"),
    ("<style type=TEXT/CSS>p {display: none}</style><p>x", ""),
    ("<style type=''>p {display: none}</style><p>x", ""),
    ("A<xml>rest", "Arest"), ("<svg><p>x</p>y</svg>z", "x yz"),
    ("<object>fallback</object>z", "fallbackz"),
    ("<textarea>a &amp; <b>b</textarea>c", "a & <b>b c"),
    ("A<!x=\">VISIBLE<b>\">B", "AVISIBLE\">B"),
    ("<noscript>x<b>y</b></noscript>z", "xyz"), ("<xmp>a<b>&amp;</xmp>c", "a<b>&amp; c"),
    ("<plaintext>a<b>&amp;</plaintext>", "a<b>&amp;</plaintext>"),
    ("<details open><summary>s</summary>d</details>", "s d"),
    ("<details><summary>s</summary>d</details>", "s d"),
    ("<select><option>a<option>b</select>c", "a c"),
    ("<select style='display:block'>x<option>a<option selected>b</select>c", "b c"),
    ("<select><option>a", "a"), ("<input value=a><input>b", "a b"), ("<o:p>a</o:p>b", "ab"),
    ("<svg><text>a<![CDATA[b>c]]></text></svg>", "ab>c"),
    ("<svg><foreignObject><p>a</p></foreignObject></svg>", "a"), ("<math><mi>a</mi></math>", "a"),
    ("<dialog open>a</dialog>", "a"), ("<p title='>'>a</p>", "a"), ("<a b=\"'>\">x</a>y", "xy"),
  ])
  func whatABrowserShowsIsRead(page: String, text: String) {
    #expect(words(page) == text)
  }

  @Test(arguments: [
    "<style/>x</style>", "</b x=\">x\">", "<p hidden>x</p>", "<noembed>x<p>x</noembed>",
    "<noframes>x</noframes>", "<iframe>x</iframe>", "<template>x<p>x</template>",
    "<div><title>x<b></title></div>", "<script><!--<script>x</script>x--></script>",
    "<script>x</scriptx></script/ a=\">\">", "<svg><style>x</style></svg>", "<svg>x</svg>",
    "<math>x<annotation>x</annotation></math>", "<video style='display:block'>x</video>",
    "<dialog>x</dialog>", "<datalist><option>x</datalist>", "<!--[if mso]>x<![endif]-->",
    "<a href='x>x", "<div\thidden>x</div>", "<div/hidden>x</div>", "<DIV HIDDEN=''>x</dIv>",
  ])
  func whatABrowserHidesIsNotRead(page: String) {
    #expect(words("<p>a</p>\(page)") == "a")
  }

  /// Pairs: a style that hides, and a similar style that does not.
  @Test(arguments: [
    ("display:none", "display:block"), ("DISPLAY : None ! important", "display:inline"),
    ("display:none!important;display:block", "display:none;display:block"),
    ("display:none;display:bogus", "displays:none"), ("visibility:hidden", "visibility:visible"),
    ("opacity:0", "opacity:.5"), ("font-size:0", "font-size:12px"),
    ("font-size:1px", "font-size:8pt"),
    ("font:0/0 a", "font:bold 12px/0 a"), ("max-height:0;overflow:hidden", "max-height:0"),
    ("height:0px;overflow:hidden", "overflow:hidden"), ("width:0;overflow:hidden", "width:0%"),
    ("display&#58;none", "background:url('x;display:none')"),
    // Only Outlook obeys `mso-hide`.
    ("mso-hide:all;display:none", "mso-hide:all"),
  ])
  func anElementsOwnStyleHides(hidden: String, shown: String) {
    #expect(words("<div style=\"\(hidden)\">x</div>a") == "a", "\(hidden)")
    #expect(words("<div style=\"\(shown)\">x</div>a") == "x a", "\(shown)")
  }

  @Test func whatIsInsideMayBeSeenAgain() {
    #expect(words("<td><div style='font-size:0'>x<b style='font-size:14px'>a</b></div>") == "a")
    #expect(words("<div style='font-size:0'>x<b style='font-size:2em'>y</b></div>") == "")
    #expect(
      words("<div style='visibility:hidden'>x<b style='visibility:visible'>a</b></div>") == "a"
    )
    #expect(words("<div style='display:none'>x<b style='display:block'>y</b></div>") == "")
    #expect(words("<div hidden style='display:block'>a</div>") == "a")
  }

  @Test func aWordOrATableIsAsHighAsItNeedsToBe() {
    for tag in ["span", "table><tr><td"] {
      #expect(words("<\(tag) style='max-height:0;overflow:hidden'>a") == "a", "\(tag)")
    }
  }

  /// The point where a hidden element ends, as in browsers.
  @Test(arguments: [
    ("<div hidden><span>x</div>a", "a"), ("<span hidden>x<div>x</span>x</div>x", ""),
    ("<b hidden><div>x</b>a</div>b", "a b"), ("<p><b hidden>x</p>x</b>a", "a"),
    ("<b><span hidden>x</b>a", "a"), ("<p hidden>x<div>a</div>b", "a b"),
    ("<ul><li hidden>x<li>a</ul>b", "a b"), ("<dl><dt hidden>x<dd>a</dl>", "a"),
    ("<table><td hidden><div>x</td>a<td>b</table>", "a b"), ("<td hidden>a</td>b", "ab"),
    ("<table hidden>a<tr><td>x</table>b", "ab"), ("<table><caption hidden>x<tr><td>a</table>", "a"),
    ("<table><colgroup hidden>a<tr><td>b</table>", "a b"),
    ("<table><tr><td><table><tr><td hidden>x</table>a<td>b</table>", "a b"),
    ("<form><div hidden>x</form>x</div>a", "a"), ("<a hidden>x<a>a</a>", "a"),
    ("<h1 hidden>x<h2>a", "a"), ("<object hidden>x</p>x</object>a", "a"),
    ("<template><td>x</template>a", "a"), ("<body hidden>x", ""), ("<svg hidden><p>a</svg>", "a"),
    ("<div hidden></template>x</div>a", "a"), ("<button hidden>x<button>a", "a"),
  ])
  func whatIsHiddenEndsWhereItDoesInABrowser(page: String, text: String) {
    #expect(words(page) == text)
  }

  @Test func tagsAfterTagsEndAtOnce() {
    for tag in ["a", "p", "b hidden", "svg><g", "table><td", "form", "li", "x-y", "blockquote"] {
      let page = String(repeating: "<\(tag)>", count: 20_000) + "</\(tag.prefix(1))>"
      #expect(onASmallStack { words(page) } == "", "\(tag)")
    }
  }

  @Test func markupCutAnywhereEnds() {
    let page = """
      <!DOCTYPE html><!--a--!><b hidden=''><div style="display:none;font:0/1 'a'">x</b></div>&notin;&#x41;\
      <svg><text><![CDATA[a]]></text></svg><script><!--<script>a</script>--></script>\
      <img alt="é&amp;"><table><td>&nbsp;&zwnj;é</table></p></br><textarea>
      a</textarea><plaintext>é
      """
    let bytes = Array(page.utf8)
    for count in bytes.indices {
      bytes.withUnsafeBufferPointer { HTMLText.read(Bytes(rebasing: $0[..<count])) { _ in true } }
    }
    #expect(words(page) == "∉A a é& é a é")
  }

  /// Memory for a line is bounded: its pieces have a limited length, and end between characters.
  @Test func aLineWithoutAnEndIsHandedOutInPieces() {
    var page = String(repeating: "é", count: 200_000)
    var (count, longest) = (0, 0)
    page.withUTF8 {
      HTMLText.read($0) { line in
        count += line.bytes.count
        longest = max(longest, line.bytes.count)
        return String(validating: line.bytes, as: UTF8.self) != nil
      }
    }
    #expect(count == 400_000)
    #expect(longest <= PageLines.pieceLimit)
  }

  @Test func longAttributesAreCut() {
    let words = String(repeating: "a ", count: 200_000)
    #expect(self.words("<p class=\"\(words)\" style=\"\(words)\" id=\"\(words)\">x") == "x")
    let names = (0..<100_000).map { " a\($0)=b" }.joined()
    #expect(self.words("<p\(names)>x") == "x")
  }

  // MARK: Style sheets and colors

  @Test(arguments: [
    ".a{display:none}", "p.a { display : none }", "#i{visibility:hidden}", "p{display:none}",
    ".b.a{display:none}", "p#i.a{font-size:0}", "*{opacity:0}", "<!-- .a{display:none} -->",
    ".x, .a{display:none}", "/* } */.a{display:none}", ".\\61{display:none}", ".a{d\\69splay:none}",
    ".a{display:/**/none}", "@media screen{.a{display:none}}", "@import 'x'; .a{display:none}",
    "@font-face{src:url(x)}.a{display:none}", ".a{content:'}'; display:none}",
    ".a{display:block!important}#i{display:none!important}", ".a{display:block}.a{display:none}",
    "p{display:block}.a{display:none}", ".a{display:none}p{display:block}", ".a{color:#fff}",
    ".a{background:#000;color:black}", ".a{background-color:rgb(1,2,3);color:#010203}",
    ".a{color:transparent}", ".a{color:rgba(0,0,0,0)}", ".a{position:absolute;clip:rect(0,0,0,0)}",
    ".a{position:absolute;clip:rect(0 0 0 0)}", ".a{clip-path:inset(100%)}",
    ".a{clip-path:inset(50%)}",
    ".a{clip-path:circle(0)}", ".a{transform:scale(0)}", ".a{transform:rotate(3deg) scale( 0 )}",
    ".a{filter:opacity(0)}", ".a{filter:opacity(0%)}", ".a{content-visibility:hidden}",
    ".a{max-height:0;overflow:hidden}", ".a{text-indent:-9999px}",
    ".a{position:relative;left:-9999px}",
  ])
  func aRuleHides(rule: String) {
    let page = "<style>\(rule)</style><body><p class='a b' id=i>hidden</p><div>shown</div>"
    let isForAll = rule.hasPrefix("*")
    #expect(words(page) == (isForAll ? "" : "shown"), "\(rule)")
  }

  @Test(arguments: [
    ".a{display:none}", "div .a{display:none}", ".a:hover{display:none}",
    "[title]{display:none}", "@media print{.a{display:none}}",
    "@media (max-width:600px){p{display:none}}",
    ".a.c{display:none}", "span{display:none}", "/*.p{display:none}*/", "x'.p{display:none}'",
    ".p{display:none}.p{display:block}", "p{display:none}.p{display:inline}",
    "p{display:none}div .p{display:block}", ".p{color:#fff}div .p{background:#000}",
    ".p{color:#fff;background:#000}", ".p{color:#fff;background:url(x)}", ".p{color:#fffffe}",
    "body{background:red}.p{color:white}", ".p{clip:rect(0,0,0,0)}", ".p{transform:scale(0.5)}",
    ".p{height:0;overflow:hidden}.p{height:auto}", ".p{visibility:hidden}#q{visibility:visible}",
    "@supports(x:y){.p{display:none}}", ".p{left:-9999px}", ".p{position:static;top:-9999px}",
  ])
  func aRuleThatHidesOtherTextHidesNothing(rule: String) {
    #expect(
      words("<style>\(rule)</style><body><div><p class=p id=q>shown</p></div>") == "shown",
      "\(rule)"
    )
  }

  /// Pairs: a selector that chooses the page's second word, and a similar one that chooses nothing.
  @Test(arguments: [
    ("div p", "p p"), ("div>p", "body>p"), ("body .p", "body>.p"), ("html div .p", ".p html"),
    ("#d p", "p > #d"), (".x .p", ".y .p"), (".x p.p", ".x p.q"), ("div div p", "div div div p"),
    (".x>.z>.p", ".x>.p"), ("div p#q", "#q p"), ("body>div p", "html>div p"), ("* p", "p *"),
    (".x.w .p", ".x.y .p"), ("div\n p", "span\n p"), ("body *.p", "table p"),
  ])
  func whatIsAroundAnElementChoosesIt(chooses: String, does: String) {
    let page = "<body><div class='w x' id=d><div class=z>a<p class=p id=q>b</p></div></div>"
    #expect(words("<style>\(chooses){display:none}</style>\(page)") == "a", "\(chooses)")
    #expect(words("<style>\(does){display:none}</style>\(page)") == "a b", "\(does)")
  }

  /// Pairs: a selector that chooses the page's second word, and a similar one that chooses nothing.
  @Test(arguments: [
    ("[title]", "[titles]"), ("p[title=two]", "p[title=tw]"), ("[class~=two]", "[class~=tw]"),
    ("[CLASS~='two' ]", "[class='two']"), ("[ lang|=\"de\"]", "[lang|=d]"),
    ("[lang^=de]", "[lang^=CH]"), ("[lang$=CH]", "[lang$=de]"), ("[class*=on]", "[class*='']"),
    ("[title=TWO i]", "[title=TWO]"), ("[type=X]", "[title=Two]"), ("[style*=color]", "[style=x]"),
    ("[data-x='1,2]']", "[data-x=1]"), ("[title='two&']", "[title='two&amp;']"),
    ("b + br + p", "p + p"), ("i~p", "p ~ i"), ("i + b ~ p", "b + i ~ p"),
    ("div > i ~ p", "div i + p"),
    ("u + .box p", "i + .box p"), ("br+p", "i+br"), ("p:not(.none)", "p:not(.one)"),
    ("p:not(.none, [hidden])", "p:not(.none, [title])"), ("p:not(:not(p))", "p:not(p)"),
    ("div:not(.x) > p", "div:not(.box) p"), ("p:is(.one, .four)", "p:is(.four)"),
    (":where(p).one", "p:hover"), ("p:first-of-type,p", "p::before"), (":root p", "p:root"),
    ("p:not(:first-child)", "p:first-child"), ("div i:first-child ~ p", "b:first-child ~ p"),
    ("p:nth-child(4)", "p:nth-child(3)"),
    ("p:nth-child(even)", "p:nth-child(odd)"), ("p:nth-child( -n + 4 )", "p:nth-child(-n+3)"),
    ("p:nth-child(3n+1)", "p:nth-child(3n)"), (".x::selection, p", "p::selection"),
  ])
  func conditionsChooseAnElement(chooses: String, does: String) {
    let page = """
      <body><u></u><div class=box><i></i><b>a</b><br>\
      <p class="one two" title="two&amp;" lang=de-CH type=x style="color:red" data-x="1,2]">b</p></div>
      """
    let plain = page.replacing("two&amp;", with: chooses.contains("&") ? "two&amp;" : "two")
    #expect(words("<style>\(chooses){display:none}</style>\(plain)") == "a", "\(chooses)")
    #expect(words("<style>\(does){display:none}</style>\(page)") == "a b", "\(does)")
  }

  /// Pairs: a rule that hides the page's second word, and a similar one that hides nothing.
  @Test(arguments: [
    (".sm\\:p{display:none}", ".sm:p{display:none}"),
    (".\\31 x{display:none}", ".1x{display:none}"),
    (".w-1\\/2{display:none}", ".w-1\\/3{display:none}"),
    ("@supports (display:grid){p{display:none}}", "@supports not (display:grid){p{display:none}}"),
    ("@layer a{p{display:none}}", "@layer a;@font-face{p{display:none}}"),
  ])
  func namesAndConditionsAreReadAsInABrowser(hides: String, does: String) {
    let page = "<b>a</b><p class='sm:p 1x w-1/2'>b</p>"
    #expect(words("<style>\(hides)</style>\(page)") == "a", "\(hides)")
    #expect(words("<style>\(does)</style>\(page)") == "a b", "\(does)")
  }

  /// The weaker rule comes last.
  @Test(arguments: [
    ("[title]{display:block}", "p{display:none}"), ("p.x{display:block}", "[title]{display:none}"),
    ("p:not(#y){display:block}", ".x.x{display:none}"),
    ("p:is(#y, .x){display:block}", "p.x.x{display:none}"),
    (".x{display:block}", ":where(#z) p{display:none}"),
    ("p{display:block!important}", "#z{display:none}"), ("i + p{display:block}", "p{display:none}"),
    (".x:nth-last-child(2){display:block}", "p{display:none}"),
  ])
  func theMoreSpecificRuleCounts(strong: String, weak: String) {
    let page = "<i></i><p class=x id=z title=t>shown</p>"
    #expect(words("<style>\(strong)\(weak)</style>\(page)") == "shown", "\(strong) \(weak)")
  }

  @Test(arguments: [
    "p:nth-last-child(2)", "p:not(div p)", "p, q:foo", "} p", "p, ::foo", "p:nth-child(x)", "p:foo",
    "p, .1x", "p, ", "p >", "> p", "p[", "p[x", "p:",
    "p.",
    "p[=x]", "p:not(", "p##x", "p!", "@page p",
  ])
  func aSelectorThatIsNotUnderstoodHidesNothing(selector: String) {
    #expect(words("<style>\(selector){display:none}</style><i></i><p>shown</p>") == "shown")
  }

  @Test(arguments: [
    ("screen, print", false), ("not print", false), ("only screen and (min-width:480px)", false),
    ("(min-width: 600px)", false), ("print", true), ("(max-width:600px)", true),
    ("screen and (min-width:1400px)", true), ("(prefers-color-scheme:dark)", true),
  ])
  func aRuleForAWindowOfADesktopCounts(media: String, isShown: Bool) {
    let shown = isShown ? "a b" : "a"
    #expect(words("<style>@media \(media){p{display:none}}</style>a<p>b</p>") == shown)
    #expect(words("<style media='\(media)'>p{display:none}</style>a<p>b</p>") == shown)
  }

  /// The elements before a style sheet are counted, but not known.
  @Test func elementsBeforeASheetAreNotFirst() {
    let page = "<div><i></i><style>p:first-child{display:none}</style><p>a</p></div>"
    #expect(words(page) == "a")
  }

  @Test func aSheetCutAnywhereEnds() {
    let sheet =
      "@media (min-width:1px){i + .x>p:not([a|=\"b\" i], :is(#c)):nth-child(-2n + 1)::before ~ q{}}"
    for count in 0...sheet.count {
      let page = "<style>\(sheet.prefix(count))</style><i></i><p>a</p>"
      #expect(words(page) == "a", "\(count)")
    }
  }

  @Test(arguments: [
    ".y ~ b ~ i", String(repeating: ".x", count: 100_000),
    "i" + String(repeating: ":not(.y)", count: 50),
    ":not(\(String(repeating: ":not(.x,.y,.z),", count: 60)).x)",
    ":nth-child(n-9223372036854775808)",
    ":nth-child(9223372036854775807n+9223372036854775807)",
  ])
  func costlySelectorsTakeLimitedWork(selector: String) {
    let page = String(repeating: "<i class=x></i>", count: 50_000)
    #expect(words("<style>\(selector){display:none}</style>\(page)a") == "a")
  }

  @Test(arguments: [
    "td small{font-size:0}", "table small{display:none}", "tr>td>small{display:none}",
    "small{display:block}td small{display:none}", "td small{display:none}small{display:block}",
  ])
  func aCellsFinePrintIsHidden(rule: String) {
    let page = "<table><tr><td>a<small>b</small></td></tr></table><small>c</small>"
    #expect(words("<style>\(rule)</style>\(page)") == "a c", "\(rule)")
  }

  @Test func aRuleKnowsWhatIsAroundItsSheet() {
    let rules = ".y{display:none}.x .y{display:block}"
    #expect(words("<div class=x>a<style>\(rules)</style><p class=y>b</p></div>") == "a b")
  }

  @Test(arguments: [
    "<i class=x>a</i><p>b</p>", "<p class=x>a<p>b", "<table class=x><tr><td>a</table><p>b",
    "<b class=x>a</b><b><p>b</p></b>",
  ])
  func whatHasEndedIsNotAround(page: String) {
    #expect(words("<style>.x p, .x b{display:none}</style>\(page)") == "a b", "\(page)")
  }

  @Test(arguments: [
    "<font color=white>hidden</font>",
    "<table bgcolor=#123><tr><td style='color:#112233'>hidden</table>",
    "<p style='d\\69splay:none'>hidden</p>", "<p style='display:/* */none'>hidden</p>",
    "<p popover>hidden</p>", "<body bgcolor=black>hidden",
    "<style media=screen>p{display:none}</style><p>hidden</p>",
  ])
  func attributesHide(page: String) { #expect(words("a " + page) == "a") }

  @Test(arguments: [
    "<font color=white style='background:black'>shown</font>",
    "<table background=x.png><tr><td style='color:#fff'>shown</table>",
    "<table bgcolor=#000><tr><td><font color=#fff>shown</table>",
    "<body bgcolor=black text=white>shown",
    "<style media=print>p{display:none}</style><p>shown</p>",
    "<p style='color:white'><b style='color:red'>shown</b></p>",
    "<style>td:nth-child(1){color:#fff}</style><table bgcolor=#000><tr><td>shown</table>",
  ])
  func textInAnotherColorThanItsGroundIsRead(page: String) { #expect(words(page) == "shown") }

  // MARK: What browsers add

  @Test(arguments: [
    ("He said <q>Yes</q>.", "He said “Yes”."), ("<q>a <q>b</q> c</q>", "“a ‘b’ c”"),
    ("<q hidden>a</q>b", "b"), ("<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>", "漢(かん)字(じ)"),
    ("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>", "漢(かん)"), ("<ruby>漢<rt>かん</ruby>", "漢(かん)"),
  ])
  func marksAreAdded(page: String, text: String) { #expect(words(page) == text) }
}
