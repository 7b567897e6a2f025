/// The cells of a table, and whether they are data to compare or only lay out a page.
struct TableShape {
  typealias Cell = (node: Int32, blocks: [MessageBlock])
  var rows: [[Cell]] = []
  var cells: [Cell] = []
  var holdsTable = false

  /// The limit of cells; a larger table is shown row by row.
  private static let cellLimit = 2_000
  private static let columnLimit = 64

  /// Returns the table, or the text of its cells in reading order.
  func blocks(of table: Int32, in outline: PageOutline) -> [MessageBlock] {
    if let grid = grid(of: table, in: outline) { return [.table(grid)] }
    return rows.flatMap { row in
      let filled = row.map(\.blocks).filter { !$0.isEmpty }
      return filled.onOneLine.map { [.paragraph($0)] } ?? Array(filled.joined())
    }
  }

  // MARK: Data

  private struct Placed {
    var cell: TableCell
    var column: Int
    var isFilled: Bool { !cell.blocks.isEmpty }
  }

  private func grid(of table: Int32, in outline: PageOutline) -> [[TableCell]]? {
    guard case .table(let isLayout, let isData) = outline[table].kind, !holdsTable, rows.count > 1,
      let placed = placed(in: table, outline)
    else { return nil }
    let rows = placed.filter { $0.contains(where: \.isFilled) }
    let columns = Set(rows.joined().filter(\.isFilled).map(\.column))
    guard rows.count > 1, columns.count > 1 else { return nil }
    let cells = rows.joined().filter(\.isFilled).map(\.cell)
    let isHeaded = cells.contains(where: \.isHeader) && !cells.allSatisfy(\.isHeader)
    let isPlain = cells.allSatisfy { $0.blocks.areOfData }
    let isTable =
      !isLayout && (isHeaded || isData && isPlain) || isPlain && Self.readsLikeData(rows, columns)
    guard isTable else { return nil }
    return rows.map { row in
      row.compactMap { placed in
        let kept = columns.count {
          (placed.column..<placed.column + placed.cell.columns).contains($0)
        }
        guard kept > 0 else { return nil }
        var cell = placed.cell
        cell.columns = kept
        return cell
      }
    }
  }

  /// Returns all cells, also empty ones, with their columns; nil for too many cells or columns.
  private func placed(in table: Int32, _ outline: PageOutline) -> [[Placed]]? {
    // In broken markup, text may return to a cell that has ended, so a cell can have two contents.
    let filled = Dictionary(
      rows.joined().map { ($0.node, $0.blocks) },
      uniquingKeysWith: +
    )
    var rows: [[Placed]] = []
    var count = 0
    // For each column, the number of rows that a cell takes from the current row on; 0 if free.
    var taken: [Int] = []
    for node in outline.nodes(in: table) {
      switch outline[node].kind {
      case .row where outline[node].parent == table:
        rows.append([])
        taken = taken.map { max(0, $0 - 1) }
      case .cell(let isHeader, let columns, let rowSpan) where !rows.isEmpty:
        count += 1
        var column = rows[rows.count - 1].last.map { $0.column + $0.cell.columns } ?? 0
        while column < taken.count, taken[column] > 0 { column += 1 }
        guard count <= Self.cellLimit, column + Int(columns) <= Self.columnLimit else { return nil }
        let cell = TableCell(
          isHeader: isHeader,
          columns: Int(columns),
          rows: Int(rowSpan),
          blocks: filled[node] ?? []
        )
        let end = column + cell.columns
        if taken.count < end { taken += repeatElement(0, count: end - taken.count) }
        for index in column..<end { taken[index] = cell.rows }
        rows[rows.count - 1].append(Placed(cell: cell, column: column))
      default: break
      }
    }
    return rows
  }

  /// Whether rows read like data: a column after the first has numbers, or the first column has
  /// labels with colons, or there are at least three columns and every row fills them all.
  private static func readsLikeData(_ rows: [[Placed]], _ columns: Set<Int>) -> Bool {
    let compared = rows.map { $0.filter { $0.isFilled && $0.cell.columns == 1 } }
      .filter { $0.count > 1 }
    guard compared.count > 1, let first = columns.min() else { return false }
    if compared.allSatisfy({ $0.first?.column == first && $0[0].cell.blocks.areLabel }) {
      return true
    }
    if columns.count > 2, compared.count == rows.count,
      compared.allSatisfy({ $0.count == columns.count })
    {
      return true
    }
    return columns.contains { column in
      let texts = compared.compactMap { $0.first { $0.column == column }?.cell.blocks }
      let numbers = texts.count { $0.holdNumber }
      // One row may lack a number, since the first row may name the columns.
      return column != first && numbers > 1 && numbers >= compared.count - 1
    }
  }
}

extension [MessageBlock] {
  /// The limit of a data cell's text, in bytes.
  private static let cellLimit = 200

  /// The paragraphs' texts, if all other blocks are pictures; else nil.
  private var texts: [String]? {
    let texts = compactMap { if case .paragraph(let styled) = $0 { styled.text } else { nil } }
    let pictures = count { if case .picture = $0 { true } else { false } }
    return texts.count + pictures == count ? texts : nil
  }

  /// Whether the blocks are short and plain enough for a table of data.
  fileprivate var areOfData: Bool {
    guard count <= 3, let texts else { return false }
    return texts.map(\.utf8.count).reduce(0, +) <= Self.cellLimit
  }

  fileprivate var areLabel: Bool { texts?.last?.last == ":" }
  fileprivate var holdNumber: Bool { texts?.last?.contains(where: \.isNumber) == true }
}

extension [[MessageBlock]] {
  /// The limit of each text on a common line, in bytes; longer texts are shown one below the other.
  private static let lineLimit = 80

  /// The cells on one line, if they are short, such as an item and its price; else nil.
  fileprivate var onOneLine: StyledText? {
    guard count > 1 else { return nil }
    var line = StyledText("")
    for blocks in self {
      guard blocks.count == 1, case .paragraph(let styled) = blocks[0],
        styled.text.utf8.count <= Self.lineLimit, !styled.text.utf8.contains(10)
      else { return nil }
      if !line.text.isEmpty { line.text += " " }
      let start = line.text.utf8.count
      line.text += styled.text
      line.runs += styled.runs.map { run in
        var run = run
        run.range = run.range.lowerBound + start..<run.range.upperBound + start
        return run
      }
    }
    return line
  }
}
