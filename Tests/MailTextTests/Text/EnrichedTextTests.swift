import Foundation
import MailTextTesting
import Testing

@testable import MailText

struct EnrichedTextTests {
  private func read(_ text: Bytes, _ isRichtext: Bool, _ consume: (TextLine) -> Bool) {
    EnrichedText(text, isRichtext: isRichtext).page.withUnsafeBufferPointer {
      HTMLText.read($0, consume)
    }
  }

  private func lines(_ text: String, isRichtext: Bool = false) -> [String] {
    var lines: [String] = []
    var text = text
    text.withUTF8 {
      read($0, isRichtext) { line in
        let marks =
          String(repeating: ">", count: line.around.quotes) + (line.around.isSignature ? "~" : "")
        lines.append(marks + String(decoding: line.bytes, as: UTF8.self))
        return true
      }
    }
    return lines
  }

  @Test func commandsAreNoText() {
    #expect(lines("<bold>Big</bold> <color><param>red</param>news</color>") == ["Big news"])
    #expect(lines("a <<b> c") == ["a <b> c"])
    #expect(lines("1 < 2 and <3 <no command>") == ["1 < 2 and <3 <no command>"])
  }

  @Test func oneLineBreakIsASpaceAndMoreAreFewer() {
    #expect(lines("a\nb\r\n\r\nc\n\n\nd") == ["a b", "c", "", "d"])
    #expect(lines("x\n<nofill>a\n  b\n\nc</nofill>") == ["x", "a", "  b", "", "c"])
  }

  @Test func excerptsAreQuotes() {
    #expect(
      lines("<excerpt>old <excerpt>older</excerpt></excerpt>new") == [">old", ">>older", "new"]
    )
    #expect(lines("</excerpt>new") == ["new"])
  }

  @Test func richtextBreaksLinesByCommands() {
    #expect(lines("a\n\nb<nl>c <lt>d<np>e", isRichtext: true) == ["a b", "c <d", "", "e"])
    #expect(lines("a<comment>x<bold>y</bold></comment>b", isRichtext: true) == ["ab"])
    #expect(lines("a<signature>Bob</signature>", isRichtext: true) == ["a", "~Bob"])
    // `nl`, `lt` and `comment` exist only in text/richtext, `param` only in text/enriched.
    #expect(lines("a<nl>b<lt>c<comment>d") == ["abcd"])
    #expect(lines("a<param>b</param>c", isRichtext: true) == ["abc"])
  }

  @Test func commandsInCommandsTakeNoStack() {
    for command in ["<a>", "<excerpt>", "<param>", "<nofill>", "<", "\n"] {
      let text = String(repeating: command, count: 560_000)
      #expect(onASmallStack { lines(text).count } != nil, "\(command)")
    }
  }

  @Test func textCutAnywhereEnds() {
    let text = Array("<excerpt>é<<<param>x</param>\r\n\r\n<nofill> a</nofill><nl>".utf8)
    for count in text.indices {
      for isRichtext in [false, true] {
        text.withUnsafeBufferPointer {
          read(Bytes(rebasing: $0[..<count]), isRichtext) { _ in true }
        }
      }
    }
  }
}
