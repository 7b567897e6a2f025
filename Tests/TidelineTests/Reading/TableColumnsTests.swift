import Testing

@testable import Tideline

/// The columns of a printed table.
struct TableColumnsTests {
  private func places(_ rows: [[TableColumns.Cell]]) -> [[TableColumns.Place]] {
    TableColumns(rows).places
  }

  private func cell(_ text: String, columns: Int = 1, rows: Int = 1) -> TableColumns.Cell {
    TableColumns.Cell(columns: columns, rows: rows, texts: [text])
  }

  @Test func aTableIsNotWiderThanItsText() {
    let found = places([[cell("Port"), cell("06:10")]])
    #expect(found[0][1].start == found[0][0].width)
    #expect(found[0][1].start + found[0][1].width < 0.3)
  }

  @Test(arguments: [2, 5, 20, 100])
  func aTableIsNeverWiderThanThePage(columns: Int) {
    let row = (0..<columns).map { cell("\($0) some longer words and a verylongwordindeed") }
    let found = places([row])
    let last = found[0][columns - 1]
    #expect(last.start + last.width <= 1.000_001)
    #expect(found[0].allSatisfy { $0.width > 0 })
  }

  @Test func aNarrowColumnKeepsItsWordsBesideAWideOne() {
    let found = places([[cell("Petrel"), cell(String(repeating: "words ", count: 100))]])
    #expect(found[0][0].width > 7.0 / 84)
    #expect(found[0][1].width > found[0][0].width)
  }

  @Test func cellsTakeSeveralColumnsAndRows() {
    let found = places([
      [cell("a", rows: 2), cell("bb"), cell("cc")],
      [cell("d"), cell("e")],
      [cell("both", columns: 2), cell("f")],
    ])
    #expect(found[1][0].start == found[0][1].start)
    #expect(found[1][1].start == found[0][2].start)
    #expect(found[2][0].start == 0)
    #expect(found[2][1].start == found[0][2].start)
  }

  @Test func nothingIsATable() {
    #expect(places([]).isEmpty)
    #expect(places([[], []]) == [[], []])
  }
}
