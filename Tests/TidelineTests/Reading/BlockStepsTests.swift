import MailTesting
import Testing

@testable import Mail
@testable import MailText
@testable import Tideline

/// Blocks are taken apart in order, in pieces of limited length, and copied as they are read.
@MainActor
struct BlockStepsTests {
  private func steps(_ blocks: [MessageBlock]) -> [BlockStep] {
    var steps = BlockSteps(blocks)
    var all: [BlockStep] = []
    while let step = steps.next() { all.append(step) }
    #expect(steps.isEmpty)
    return all
  }

  private func copy(_ blocks: [MessageBlock]) -> String {
    steps(blocks).map { step in
      if case .text(let text) = step { text.lead + text.piece.text } else { "" }
    }.joined()
  }

  private func paragraph(_ text: String) -> MessageBlock { .paragraph(StyledText(text)) }

  private func cell(_ text: String) -> TableCell {
    TableCell(blocks: text.isEmpty ? [] : [paragraph(text)])
  }

  @Test func paragraphsShareALabel() {
    let bold = StyleRun(range: 0..<3, style: .bold)
    let blocks = ["One", "Two"].map { MessageBlock.paragraph(StyledText($0, runs: [bold])) }
    guard case .text(let text)? = steps(blocks).first else { return #expect(Bool(false)) }
    #expect(text.piece.text == "One\n\nTwo")
    #expect(text.piece.runs.map(\.range) == [0..<3, 5..<8])
  }

  @Test func aCopyHasTheMarksOfListsAndTheColumnsOfTables() {
    let inner = MessageBlock.numbered(from: 3, items: [[paragraph("x")], [paragraph("y")]])
    let blocks: [MessageBlock] = [
      .heading(level: 1, StyledText("Title")),
      paragraph("Text"),
      .numbered(from: nil, items: [[paragraph("a"), inner], [], [paragraph("b")]]),
      .table([[cell("1"), cell(""), cell("3")], [cell("4"), cell("5"), cell("6")]]),
      .rule,
      paragraph("End"),
    ]
    #expect(
      copy(blocks) == "Title\n\nText\n\n• a\n3. x\n4. y\n• b\n\n1\t\t3\n4\t5\t6\n\nEnd"
    )
  }

  @Test func whatIsOpenedIsClosed() {
    var block = paragraph("deep")
    for depth in 0..<1_000 {
      block =
        depth.isMultiple(of: 3)
        ? .quote([block])
        : depth % 3 == 1
          ? .numbered(from: nil, items: [[block]]) : .table([[TableCell(blocks: [block])]])
    }
    var (depth, deepest) = (0, 0)
    for step in steps([block]) {
      if case .open = step { depth += 1 }
      if step == .close { depth -= 1 }
      deepest = max(deepest, depth)
      #expect(depth >= 0)
    }
    #expect(depth == 0)
    #expect(deepest == BlockSteps.mostContainers)
    #expect(copy([block]).hasSuffix("deep"))
  }

  @Test func aTableInATableIsDrawnAsItsText() {
    let inner = MessageBlock.table([[cell("in"), cell("side")]])
    let steps = steps([.table([[TableCell(blocks: [inner])]])])
    #expect(steps.count { $0 == .open(.table) } == 1)
    #expect(steps.count { if case .text = $0 { true } else { false } } == 1)
  }

  @Test func aTableThatIsTooWideIsDrawnAsItsText() {
    let row = (0...TableCell.spanLimit).map { cell("\($0)") }
    #expect(!steps([.table([row])]).contains(.open(.table)))
  }

  @Test func aBatchIsBounded() {
    let blocks = (0..<100_000).map { number -> MessageBlock in
      number.isMultiple(of: 2) ? paragraph("\(number)") : .rule
    }
    var steps = BlockSteps(blocks)
    #expect(steps.nextBatch().count < 1_000)
    #expect(!steps.isEmpty)
  }

  @Test func stylesAreCutWithTheText() {
    let text = String(repeating: "word ", count: 5_000)
    let run = StyleRun(range: 100..<20_000, style: .italic, link: "https://a.example")
    var found: [String] = []
    for step in steps([.preformatted(StyledText(text, runs: [run]))]) {
      guard case .text(let shown) = step else { continue }
      for run in shown.piece.runs {
        #expect(run.style == .italic && run.link == "https://a.example")
        found.append(String(decoding: Array(shown.piece.text.utf8)[run.range], as: UTF8.self))
      }
    }
    #expect(found.count > 1)
    #expect(found.joined() == String(decoding: Array(text.utf8)[run.range], as: UTF8.self))
  }
}
