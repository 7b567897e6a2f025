/// Arranges a passage's text in blocks, in order: each part refers to its node in a
/// ``PageOutline``. Keeps open the containers around the position, such as quotes, lists and
/// tables.
struct BlockBuilder {
  private let outline: PageOutline
  private var frames = [Frame(node: PageOutline.page, kind: .page)]
  /// The paragraph being collected, in the innermost container.
  private var text: [UInt8] = []
  private var runs: [StyleRun] = []
  /// The number of line breaks before the next word.
  private var lineBreaks = 0
  private var isInLine = false
  /// Whether a space belongs before the next part, because a picture's text ends or begins there.
  private var endsWord = false

  fileprivate struct Frame {
    let node: Int32
    let kind: PageOutline.Kind
    var blocks: [MessageBlock] = []
    var items: [ListItem] = []
    var table = TableShape()
    /// The number of levels of quotes and lists inside this container.
    var height = 0
  }

  /// The limit of nested quotes and lists. In deeper nesting, only the innermost levels are shown.
  private static let heightLimit = 16
  /// The limit of a heading in bytes. A longer one probably lacks its end tag; it is a paragraph.
  fileprivate static let headingLimit = 1_000
  fileprivate static let headingBlocks = 4
  /// The limit of blocks in a passage; a text with more is shown without structure.
  private static let limit = 20_000
  private var count = 0
  private var isFull: Bool { count > Self.limit }

  init(_ outline: PageOutline) { self.outline = outline }

  // MARK: Text

  mutating func add(word: String, in place: TextPlace) {
    guard !word.isEmpty else { return }
    endsWord = true
    add(word.utf8, in: place)
    endsWord = true
  }

  mutating func add(_ part: some Collection<UInt8>, in place: TextPlace) {
    guard !isFull else { return }
    move(to: place.node)
    if !text.isEmpty { text += repeatElement(10, count: lineBreaks) }
    if endsWord, let last = text.last, let first = part.first, last.isParted(from: first) {
      text.append(0x20)
    }
    (lineBreaks, isInLine, endsWord) = (0, true, false)
    let start = text.count
    text += part
    guard !place.style.isEmpty || place.link > 0, outline[place.node].kind != .preformatted else {
      return
    }
    let link = outline.link(place.link)
    if let last = runs.last, last.range.upperBound == start, last.style == place.style,
      last.link == link
    {
      runs[runs.count - 1].range = last.range.lowerBound..<text.count
    } else if text.count > start {
      runs.append(StyleRun(range: start..<text.count, style: place.style, link: link))
    }
  }

  mutating func endLine() {
    if isInLine || frames.last?.kind == .preformatted { lineBreaks += 1 } else { endParagraph() }
    isInLine = false
  }

  /// Adds a rule, a picture, or a picture's text in a block of its own.
  mutating func add(_ item: PassageText.Item) {
    guard !isFull, let block = item.block else { return }
    move(to: item.place.node)
    endParagraph()
    count += 1
    append(block)
  }

  private mutating func endParagraph() {
    lineBreaks = 0
    text.dropTrailingBlanks()
    guard !text.isEmpty else {
      runs = []
      return
    }
    var styled = StyledText(String(decoding: text, as: UTF8.self))
    if styled.text.utf8.count == text.count { styled.runs = runs.clipped(to: text.count) }
    text.removeAll(keepingCapacity: true)
    runs = []
    count += 1
    if frames.last?.kind == .preformatted {
      append(.preformatted(styled))
    } else if outline.hasMarkup {
      append(.paragraph(styled))
    } else {
      append(TextColumns.blocks(of: styled.text))
    }
  }

  // MARK: Containers

  /// Closes and opens containers until the node is the innermost open container.
  private mutating func move(to node: Int32) {
    guard frames[frames.count - 1].node != node else { return }
    endParagraph()
    var entered: [Int32] = []
    var around = node
    while !isOpen(around) {
      entered.append(around)
      around = outline[around].parent
    }
    while frames[frames.count - 1].node != around { close() }
    for node in entered.reversed() {
      frames.append(Frame(node: node, kind: outline[node].kind))
    }
  }

  /// Open containers are a path from the root, so a node's depth is its index in `frames`.
  private func isOpen(_ node: Int32) -> Bool {
    let depth = Int(outline[node].depth)
    return depth < frames.count && frames[depth].node == node
  }

  private mutating func append(_ block: MessageBlock) { append([block]) }

  private mutating func append(_ blocks: [MessageBlock]) {
    let last = frames.count - 1
    // A list may contain blocks without an item around them: they belong to the item above.
    if case .list = frames[last].kind {
      if frames[last].items.isEmpty {
        frames[last].items.append(ListItem(mark: ListMarks.bullet, blocks: []))
      }
      frames[last].items[frames[last].items.count - 1].blocks += blocks
    } else if frames[last].blocks.isEmpty {
      frames[last].blocks = blocks
    } else {
      frames[last].blocks += blocks
    }
  }

  private mutating func close() {
    endParagraph()
    let frame = frames.removeLast()
    let around = frames[frames.count - 1].kind
    var height = frame.height
    switch frame.kind {
    case .heading(let level): append(frame.headings(level))
    case .quote where !frame.blocks.isEmpty && height < Self.heightLimit:
      height += 1
      append(.quote(frame.blocks))
    case .list where !frame.items.isEmpty && height < Self.heightLimit:
      height += 1
      append(.list(frame.items))
    case .list: append(frame.items.flatMap(\.blocks))
    case .item(let mark) where !frame.blocks.isEmpty && around != .plainList:
      close(ListItem(mark: mark, blocks: frame.blocks))
    case .cell where around == .row:
      frames[frames.count - 1].table.cells.append((frame.node, frame.blocks))
    case .row where around.isTable:
      append(frame.blocks)
      frames[frames.count - 1].table.rows.append(frame.table.cells)
    case .table: append(frame.blocks + frame.table.blocks(of: frame.node, in: outline))
    default: append(frame.blocks)
    }
    let last = frames.count - 1
    frames[last].height = max(frames[last].height, height)
    if frame.kind.isTable || frame.table.holdsTable { frames[last].table.holdsTable = true }
  }

  /// Adds an item to the list around it. An item outside of lists continues an unordered list
  /// directly above it, or starts a list.
  private mutating func close(_ item: ListItem) {
    let last = frames.count - 1
    if case .list = frames[last].kind { return frames[last].items.append(item) }
    guard case .list(var items) = frames[last].blocks.last, items[0].mark == ListMarks.bullet else {
      return append(.list([item]))
    }
    // Leaves only one reference to the items, so that they are not copied.
    frames[last].blocks.removeLast()
    items.append(item)
    append(.list(items))
  }

  /// - Returns: the blocks; nil if the page has too many nodes, or the passage too many blocks.
  mutating func finish() -> [MessageBlock]? {
    guard !outline.isFull, !isFull else { return nil }
    while frames.count > 1 { close() }
    endParagraph()
    return frames[0].blocks.withoutNeedlessRules
  }
}

extension BlockBuilder.Frame {
  /// Turns the blocks into headings if they are few, all short paragraphs, and not from a table.
  fileprivate func headings(_ level: Int) -> [MessageBlock] {
    guard !table.holdsTable, blocks.count <= BlockBuilder.headingBlocks else { return blocks }
    let headings = blocks.map { block -> MessageBlock in
      guard case .paragraph(let styled) = block,
        styled.text.utf8.count <= BlockBuilder.headingLimit
      else { return block }
      return .heading(level: level, styled)
    }
    return headings.allSatisfy(\.isHeading) ? headings : blocks
  }
}

extension PageOutline.Kind {
  fileprivate var isTable: Bool { if case .table = self { true } else { false } }
}

extension MessageBlock {
  fileprivate var isHeading: Bool { if case .heading = self { true } else { false } }
}

extension [UInt8] {
  /// Drops spaces, tabs, line breaks and no-break spaces at the end.
  fileprivate mutating func dropTrailingBlanks() {
    while let last {
      if last <= 0x20 {
        removeLast()
      } else if last == 0xA0, count > 1, self[count - 2] == 0xC2 {
        removeLast(2)
      } else {
        return
      }
    }
  }
}

extension [StyleRun] {
  /// Returns the runs without the parts beyond the text's end.
  fileprivate func clipped(to end: Int) -> [StyleRun] {
    var runs = self
    while let last = runs.last, last.range.upperBound > end {
      runs.removeLast()
      guard last.range.lowerBound < end else { continue }
      runs.append(last)
      runs[runs.count - 1].range = last.range.lowerBound..<end
      break
    }
    return runs
  }
}

extension [MessageBlock] {
  /// The blocks without rules that separate nothing: at the ends, or directly below another rule.
  fileprivate var withoutNeedlessRules: [MessageBlock] {
    var kept: [MessageBlock] = []
    for block in self where block != .rule || !kept.isEmpty && kept.last != .rule {
      kept.append(block)
    }
    if kept.last == .rule { kept.removeLast() }
    return kept
  }
}
