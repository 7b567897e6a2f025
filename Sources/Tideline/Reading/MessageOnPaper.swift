import Mail
import TidelineGtk
import TidelineProgram

/// A printed message: its header, its whole text with all quotes, the pictures that the window
/// shows, and the names of the attachments.
struct MessageOnPaper {
  private let title: String
  private let parts: [PrintedPart]

  private static let subtle = 0.35

  init(_ message: ReadMessage, pictures: [Int: Paintable]) {
    title = message.subject
    var parts: [PrintedPart] = []
    if !message.subject.isEmpty { parts.append(.text(message.subject, font: "Sans Bold 14")) }
    parts.append(.text(Self.header(of: message).joined(separator: "\n"), font: "Sans 9"))
    parts += message.remarks.map {
      var part = PrintedPart.text(tr($0.sentence))
      part.gray = Self.subtle
      return part
    }
    var text = PrintedBlocks(pictures: pictures)
    for passage in message.passages {
      text.add(passage.blocks, gray: passage.kind == .written ? 0 : Self.subtle)
    }
    parts += text.parts
    parts += text.pictures.sorted { $0.key < $1.key }.map { .picture($0.value) }
    parts += message.attachments.map {
      .text(tr("Attached: %s", with: AttachmentText.line($0)), font: "Sans 9")
    }
    self.parts = parts
  }

  private static func header(of message: ReadMessage) -> [String] {
    var lines: [String] = []
    if !message.from.addresses.isEmpty { lines.append(tr("From: %s", with: message.from.text)) }
    if !message.to.addresses.isEmpty { lines.append(tr("To: %s", with: message.to.text)) }
    if !message.cc.addresses.isEmpty { lines.append(tr("Cc: %s", with: message.cc.text)) }
    return lines + [RelativeDate.exact(message.date)]
  }

  /// - Parameter end: called at the end, with the reason if nothing was printed.
  func print(
    over window: Window?,
    to pdf: String? = nil,
    end: @escaping (_ reason: String?) -> Void
  ) {
    PrintJob.print(
      parts,
      title: title.isEmpty ? tr("message") : title,
      over: window,
      to: pdf,
      footer: { tr("Page %s of %s", with: $0.grouped, $1.grouped) },
      end: end
    )
  }
}

/// Converts the blocks of a message's text into printed parts, laid out as in the window.
struct PrintedBlocks {
  private(set) var parts: [PrintedPart] = []
  /// The pictures that are not printed yet, by their indexes among the message's pictures.
  private(set) var pictures: [Int: Paintable]
  private var gray = 0.0
  private var containers: [BlockContainer] = []
  /// The marks of the open items that have no text yet.
  private var mark = ""
  /// The rows of the open table.
  private var rows: [[Cell]] = []

  private struct Cell {
    let isHeader: Bool
    let columns: Int
    let rows: Int
    var parts: [PrintedPart] = []
    var texts: [String] = []
  }

  /// The indentations and the gap, in points.
  private static let (quoteIndent, itemIndent, itemGap) = (12.0, 20.0, 3.0)
  /// The width of most letters, in points.
  private static let letter = 6.0

  init(pictures: [Int: Paintable]) { self.pictures = pictures }

  /// - Parameter gray: 0 for black, up to 1 for white.
  mutating func add(_ blocks: [MessageBlock], gray: Double) {
    self.gray = gray
    var steps = BlockSteps(blocks)
    while let step = steps.next() {
      switch step {
      case .open(let container): open(container)
      case .close: close()
      case .text(let text): add(text)
      case .rule: add(.rule)
      case .picture(let picture):
        if let paintable = pictures.removeValue(forKey: picture.index) {
          add(.picture(paintable))
        } else if !picture.alternative.isEmpty {
          add(.text(picture.alternative, font: "Sans Italic 10"), picture.alternative)
        }
      }
    }
  }

  private mutating func open(_ container: BlockContainer) {
    containers.append(container)
    switch container {
    case .item(let mark): self.mark += self.mark.isEmpty ? mark : " " + mark
    case .row: rows.append([])
    case .cell(let isHeader, let columns, let rows):
      self.rows[self.rows.count - 1].append(Cell(isHeader: isHeader, columns: columns, rows: rows))
    case .quote, .list, .table, .preformatted: break
    }
  }

  private mutating func close() {
    // Prints the mark of an item that has no text.
    if case .item = containers.last, !mark.isEmpty { add(.text("")) }
    guard case .table = containers.popLast() else { return }
    let columns = TableColumns(
      rows.map { row in
        row.map { TableColumns.Cell(columns: $0.columns, rows: $0.rows, texts: $0.texts) }
      }
    )
    let first = rows.lazy.joined().compactMap { $0.texts.lazy.compactMap(TextDirection.init).first }
    let isFromRight = first.first == .rightToLeft
    let table = zip(rows, columns.places).map { cells, places in
      zip(cells, places).map { cell, place in
        PrintedCell(start: place.start, width: place.width, parts: cell.parts)
      }
    }
    let heads = rows.map { $0.allSatisfy(\.isHeader) }
    rows = []
    for (number, row) in table.enumerated() {
      var part = PrintedPart.row(row)
      (part.isFromRight, part.keepsWithNext) = (isFromRight, heads[number])
      if number > 0 { part.gap = 0 }
      add(part)
    }
  }

  private mutating func add(_ text: BlockText) {
    var font = "Sans 10"
    if isInHeader { font = "Sans Bold 10" }
    if case .heading(let level) = text.kind { font = "Sans Bold \(max(10, 17 - 2 * level))" }
    if text.kind == .preformatted { font = "Monospace 9" }
    var part = PrintedPart.text(Markup(text.piece), font: font)
    if case .heading = text.kind { part.keepsWithNext = true }
    if text.isContinued { part.gap = 0 }
    add(part, text.piece.text)
  }

  private var isInHeader: Bool {
    containers.contains { if case .cell(true, _, _) = $0 { true } else { false } }
  }

  /// - Parameter text: the part's text, to find its direction and its width.
  private mutating func add(_ part: PrintedPart, _ text: String = "") {
    var part = part
    part.gray = gray
    if TextDirection(of: text) == .rightToLeft { part.isFromRight = true }
    let outer = containers.lastIndex { if case .cell = $0 { true } else { false } }
    for container in containers[(outer.map { $0 + 1 } ?? 0)...] {
      switch container {
      case .quote:
        part.bars.append(part.indent)
        part.indent += Self.quoteIndent
      case .item: part.indent += Self.itemIndent
      case .list, .table, .row, .cell, .preformatted: break
      }
    }
    if !mark.isEmpty {
      part.mark = mark
      part.gap = Self.itemGap
      mark = ""
    }
    guard outer != nil, let row = rows.indices.last, let cell = rows[row].indices.last else {
      return parts.append(part)
    }
    rows[row][cell].parts.append(part)
    let indent = String(repeating: "\u{A0}", count: Int(part.indent / Self.letter))
    rows[row][cell].texts.append(indent + text)
  }
}

extension Markup {
  /// A text with its styles; links are underlined.
  fileprivate init(_ piece: TextPiece) {
    self.init()
    let bytes = Array(piece.text.utf8)
    var end = 0
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    for run in piece.runs where run.range.lowerBound >= end && run.range.upperBound <= bytes.count {
      append(text(end..<run.range.lowerBound))
      let style = run.link == nil ? run.style : run.style.union(.underline)
      append(text(run.range), style.tags)
      end = run.range.upperBound
    }
    append(text(end..<bytes.count))
  }
}
