import MailTextTesting
import Testing

@testable import MailText

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
