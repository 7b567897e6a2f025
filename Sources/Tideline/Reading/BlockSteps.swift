import Mail

nonisolated enum BlockStep: Equatable {
  /// Opens a container, in which the next steps are drawn until it is closed.
  case open(BlockContainer)
  case close
  case text(BlockText)
  case picture(MessagePicture)
  case rule

  /// The estimated layout time, given as the length in bytes of prose that takes as long.
  var cost: Int {
    switch self {
    case .text(let text): text.piece.cost
    case .open, .picture, .rule: Self.widgetCost
    case .close: 0
    }
  }

  /// The part of a batch that the step fills, in bytes; see ``TextPieces/batchLength``.
  var length: Int {
    switch self {
    case .text(let text): text.piece.length + Self.widgetCost
    case .open, .picture, .rule: Self.widgetCost
    case .close: 0
    }
  }

  private static let widgetCost = 128
}

nonisolated struct BlockText: Equatable {
  enum Kind: Equatable {
    case paragraph
    case heading(level: Int)
    case preformatted
  }

  let piece: TextPiece
  let kind: Kind
  /// The separator before the piece in copied text: line feeds, a tab or an item's mark.
  let lead: String
  /// Whether the piece continues a text that another label has begun.
  let isContinued: Bool
}

nonisolated enum BlockContainer: Equatable {
  case quote
  case list
  /// An item of a list, with its bullet or number.
  case item(mark: String)
  case table
  case row
  case cell(isHeader: Bool, columns: Int, rows: Int)
  /// Lines that scroll horizontally together.
  case preformatted
}

/// Breaks blocks down into the steps of drawing them, in order and on demand.
nonisolated struct BlockSteps {
  private enum Part {
    case blocks(ArraySlice<MessageBlock>)
    case items(ArraySlice<ListItem>)
    case rows(ArraySlice<[TableCell]>)
    case cells(ArraySlice<TableCell>)
    case text(TextPieces, BlockText.Kind, isContinued: Bool)
    case end(BlockContainer, isOpen: Bool, isEmpty: Bool)
  }

  /// The deepest nesting of containers. A deeper container is not drawn, only its content: lines
  /// would be too narrow, and layout slow, since GTK asks each level for its size several times.
  static let mostContainers = 12

  private var parts: [Part]
  private var containers = 0
  private var items = 0
  /// Whether a table is open: a table within an open table is drawn as the blocks of its cells.
  private var isInTable = false
  /// Copied text gets this separator before the next piece, followed by ``marks``.
  private var separator = ""
  private var marks = ""

  init(_ blocks: [MessageBlock]) { parts = [.blocks(blocks[...])] }

  var isEmpty: Bool {
    parts.allSatisfy { part in
      switch part {
      case .blocks(let blocks): blocks.isEmpty
      case .items(let items): items.isEmpty
      case .rows(let rows): rows.isEmpty
      case .cells(let cells): cells.isEmpty
      case .text(let pieces, _, _): pieces.isEmpty
      case .end: true
      }
    }
  }

  mutating func nextBatch() -> [BlockStep] {
    var length = 0
    var steps: [BlockStep] = []
    while length < TextPieces.batchLength, let step = next() {
      length += step.length
      steps.append(step)
    }
    return steps
  }

  mutating func next() -> BlockStep? {
    while let part = parts.popLast() {
      if let step = step(of: part) { return step }
    }
    return nil
  }

  private mutating func step(of part: Part) -> BlockStep? {
    switch part {
    case .blocks(let blocks): return step(of: blocks)
    case .items(var items):
      guard let item = items.popFirst() else { return nil }
      parts.append(.items(items))
      marks += item.mark + " "
      return open(.item(mark: item.mark), .blocks(item.blocks[...]))
    case .rows(var rows):
      guard let row = rows.popFirst() else { return nil }
      parts.append(.rows(rows))
      return open(.row, .cells(row[...]))
    case .cells(var cells):
      guard let cell = cells.popFirst() else { return nil }
      parts.append(.cells(cells))
      let (columns, rows) = (cell.columns, cell.rows)
      return open(
        .cell(isHeader: cell.isHeader, columns: columns, rows: rows),
        .blocks(cell.blocks[...]),
        isEmpty: cell.blocks.isEmpty
      )
    case .text(var pieces, let kind, let isContinued):
      guard let piece = pieces.next() else { return nil }
      let lead = separator + marks
      marks = ""
      separator = !pieces.isEmpty ? piece.endsLine ? "\n" : "" : "\n\n"
      if !pieces.isEmpty { parts.append(.text(pieces, kind, isContinued: true)) }
      return .text(BlockText(piece: piece, kind: kind, lead: lead, isContinued: isContinued))
    case .end(let container, let isOpen, let isEmpty):
      leave(container, isEmpty: isEmpty)
      guard isOpen else { return nil }
      containers -= 1
      return .close
    }
  }

  private mutating func step(of blocks: ArraySlice<MessageBlock>) -> BlockStep? {
    var blocks = blocks
    guard let block = blocks.popFirst() else { return nil }
    if case .paragraph(let text) = block {
      let joined = Self.join(text, &blocks)
      parts.append(.blocks(blocks))
      parts.append(.text(TextPieces(joined), .paragraph, isContinued: false))
      return nil
    }
    parts.append(.blocks(blocks))
    switch block {
    case .paragraph: return nil
    case .heading(let level, let text):
      parts.append(.text(TextPieces(text), .heading(level: level), isContinued: false))
      return nil
    case .preformatted(let text):
      return open(.preformatted, .text(TextPieces(text), .preformatted, isContinued: false))
    case .quote(let blocks): return open(.quote, .blocks(blocks[...]))
    case .list(let items):
      if self.items > 0 { separator = "\n" }
      return open(.list, .items(items[...]))
    case .table(let rows): return step(ofTable: rows)
    case .picture(let picture): return .picture(picture)
    case .rule: return .rule
    }
  }

  private mutating func step(ofTable rows: [[TableCell]]) -> BlockStep? {
    let isWide = rows.contains { $0.reduce(0) { $0 + $1.columns } > TableCell.spanLimit }
    // Three containers: the table, its rows and their cells.
    guard !isInTable, !isWide, containers + 3 <= Self.mostContainers else {
      parts.append(.blocks(rows.flatMap { $0.flatMap(\.blocks) }[...]))
      return nil
    }
    isInTable = true
    return open(.table, .rows(rows[...]))
  }

  /// Joins successive paragraphs to share a label, since each label takes time, however short.
  private static func join(
    _ first: StyledText,
    _ blocks: inout ArraySlice<MessageBlock>
  ) -> StyledText {
    var joined = first
    while joined.text.utf8.count < TextPieces.batchLength, case .paragraph(let next)? = blocks.first
    {
      blocks.removeFirst()
      let start = joined.text.utf8.count + 2
      joined.text += "\n\n" + next.text
      joined.runs += next.runs.map { run in
        var run = run
        run.range = run.range.lowerBound + start..<run.range.upperBound + start
        return run
      }
    }
    return joined
  }

  private mutating func open(
    _ container: BlockContainer,
    _ content: Part,
    isEmpty: Bool = false
  ) -> BlockStep? {
    let isOpen = containers < Self.mostContainers
    parts.append(.end(container, isOpen: isOpen, isEmpty: isEmpty))
    parts.append(content)
    if case .item = container { items += 1 }
    guard isOpen else { return nil }
    containers += 1
    return .open(container)
  }

  /// Sets the separator between this container's text and the next text.
  private mutating func leave(_ container: BlockContainer, isEmpty: Bool) {
    switch container {
    case .item:
      items -= 1
      (separator, marks) = (separator.isEmpty ? "" : "\n", "")
    case .row: (separator, marks) = (separator.isEmpty ? "" : "\n", "")
    // In copied text, a tab for an empty cell keeps the next cells in their columns.
    case .cell where isEmpty: marks += "\t"
    case .cell: separator = "\t"
    case .table:
      isInTable = false
      separator = separator.isEmpty ? "" : "\n\n"
    case .list where items > 0: separator = separator.isEmpty ? "" : "\n"
    case .list, .quote, .preformatted: separator = separator.isEmpty ? "" : "\n\n"
    }
  }
}

/// Limits the text laid out in one frame, in all messages together: a long layout would delay the
/// frame, and the window would not respond.
///
/// Text beyond the limit is laid out in the next frames. A ``BlockStep`` may begin while any of the
/// budget is left, so each frame has at least one step.
final class LayoutBudget {
  static let shared = LayoutBudget()

  /// The sum of ``BlockStep/cost`` from which a frame begins no further step.
  static let limit = 4_096

  private var frame = Duration.zero
  private var left = limit

  /// - Parameter time: the frame's time. Only the first call in a frame restores the budget.
  func begin(frame time: Duration) {
    guard time != frame else { return }
    (frame, left) = (time, Self.limit)
  }

  /// Restores the whole budget in the middle of a frame. Called to show the first screen of a long
  /// message at once, and again for the whole message, which replaces this screen.
  func restore() { left = Self.limit }

  /// Takes a step's cost from the budget, if any budget is left.
  ///
  /// - Returns: whether this frame may carry out the step.
  func take(_ cost: Int) -> Bool {
    guard left > 0 else { return false }
    left -= cost
    return true
  }
}
