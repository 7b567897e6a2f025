import MailTextTesting
import Testing

@testable import MailText

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
