import Mail
import TidelineGtk
import TidelineProgram

/// A label with a part of a message's text.
struct TextLeaf {
  let label: Label
  /// The separator before this leaf in copied text.
  let lead: String
}

/// Blocks of text that can be selected and copied. A very long text shows its beginning, and a
/// button for more. Each frame lays out only a part.
///
/// CSS: `box.text`, with a `.block` for each block; some kinds have `.heading`, `.block-quote`,
/// `.item`, `.cell` or `.preformatted`.
final class BlockView {
  let widget = Box(.vertical, spacing: 0)
  /// The leaves that are laid out, in order.
  private(set) var leaves: [TextLeaf] = []
  /// Called with the index of each new leaf.
  var onLeaf: ((Int) -> Void)?
  private var steps: BlockSteps
  /// Steps of the batch that are not drawn yet.
  private var waiting: ArraySlice<BlockStep>
  private var isFilling = false
  private let blocks = Box.inSight(spacing: 0)
  private let more = Button(label: tr("Show More"))
  private let isWhole: Bool
  private let picture: (MessagePicture) -> Widget?
  private var open: [Container]

  /// The length in bytes from which the accessible name of a row or a cell gets no further text.
  private static let longestName = 200

  private struct Container {
    let content: Box
    let whole: Widget
    /// The direction of the first text in it that has one. Bullets and columns follow it, and texts
    /// without letters.
    var direction: TextDirection?
    var undirected: [Label] = []
    var isCell = false
    /// The text of a row or a cell so far, as its accessible label; nil for other containers.
    var spoken: String?

    mutating func direct(_ direction: TextDirection) {
      self.direction = direction
      for label in undirected { label.setDirection(direction) }
      undirected = []
      // Not only the outer widget: one inside it without a direction has the window's.
      for widget in sequence(first: content.asWidget, next: \.parent) {
        widget.setDirection(direction)
        if widget.pointer == whole.pointer { break }
      }
    }
  }

  /// - Parameters:
  ///   - isWhole: whether the next frames and a button lay out the blocks that do not fit into one
  ///     frame. If not, these blocks are not shown.
  ///   - picture: makes the widget of a picture in the message; nil if the picture is not shown.
  init(
    _ blocks: [MessageBlock],
    isWhole: Bool = true,
    picture: @escaping (MessagePicture) -> Widget? = { _ in nil }
  ) {
    self.isWhole = isWhole
    steps = BlockSteps(blocks)
    self.picture = picture
    waiting = steps.nextBatch()[...]
    open = [Container(content: self.blocks, whole: self.blocks.asWidget)]
    widget.addStyleClass("text")
    widget.append(self.blocks)
    fill()
    guard isWhole, !steps.isEmpty else { return }
    more.setAlign(horizontal: .start)
    more.connect("clicked") { [weak self] in self?.showMore() }
    widget.append(more)
  }

  /// Lays out the text up to and including a leaf. This may take several frames.
  func reach(_ number: Int) {
    var coming = leaves.count + waiting.count(where: \.isText)
    while coming <= number, !steps.isEmpty {
      let batch = steps.nextBatch()
      waiting += batch
      coming += batch.count(where: \.isText)
    }
    more.isVisible = !steps.isEmpty
    fill()
  }

  private func showMore() {
    let count = leaves.count
    waiting += steps.nextBatch()
    while leaves.count == count, !waiting.isEmpty { drawNext() }
    fill()
    guard steps.isEmpty else { return }
    if leaves.count > count { leaves[count].label.grabFocus() }
    more.isVisible = false
  }

  /// Draws as much as this frame's ``LayoutBudget`` allows, and continues in the next frames.
  private func fill() {
    while let next = waiting.first, LayoutBudget.shared.take(next.cost) { drawNext() }
    guard isWhole, !waiting.isEmpty, !isFilling else { return }
    isFilling = true
    var isPainted = false
    widget.addTickCallback { [weak self] time in
      guard let self else { return false }
      LayoutBudget.shared.begin(frame: time)
      // Skips the first frame, in which GTK lays out the widgets that were added before.
      guard isPainted else {
        isPainted = true
        return true
      }
      let place = ReadingPlace(behind: widget.asWidget)
      fill()
      place?.keep()
      isFilling = !waiting.isEmpty
      return isFilling
    }
  }

  // MARK: Drawing

  private func drawNext() {
    guard let step = waiting.popFirst() else { return }
    switch step {
    case .open(let container): open.append(draw(container))
    case .close: if open.count > 1 { open.removeLast() }
    case .text(let text): draw(text)
    case .rule: append(Separator(.horizontal))
    case .picture(let picture): if let drawn = self.picture(picture) { append(drawn) }
    }
  }

  private func append(_ child: some WidgetConvertible, _ styleClass: String = "block") {
    child.asWidget.addStyleClass(styleClass)
    open.last?.content.append(child)
  }

  private func draw(_ text: BlockText) {
    let (label, widget) = TextLabel.make(text, isInCell: open.last?.isCell == true)
    direct(label, TextDirection(of: text.piece.text))
    for index in open.indices {
      guard let spoken = open[index].spoken, spoken.utf8.count < Self.longestName else { continue }
      open[index].spoken = spoken.isEmpty ? label.text : spoken + ", " + label.text
      open[index].content.setAccessibleLabel(open[index].spoken ?? "")
    }
    append(widget, text.isContinued ? "continued" : "block")
    leaves.append(TextLeaf(label: label, lead: text.lead))
    onLeaf?(leaves.count - 1)
  }

  /// - Parameter own: the direction of the label's text; nil if it has no letters.
  private func direct(_ label: Label, _ own: TextDirection?) {
    if let direction = own ?? open.last(where: { $0.direction != nil })?.direction {
      label.setDirection(direction)
    } else if open.count > 1 {
      open[1].undirected.append(label)
    }
    guard let own else { return }
    for index in open.indices.dropFirst() where open[index].direction == nil {
      open[index].direct(own)
    }
  }

  private func draw(_ container: BlockContainer) -> Container {
    let content: Box
    var whole: Widget?
    switch container {
    case .quote:
      content = Box(.vertical, spacing: 0)
      content.addStyleClass("block-quote")
    case .list:
      content = Box(.vertical, spacing: 0, role: .list)
      content.setAccessibleLabel(tr("List"))
    case .item(let mark):
      content = Box(.vertical, spacing: 0)
      content.setExpand(horizontal: true)
      let item = Box(.horizontal, spacing: 8, role: .listItem)
      let label = Label(mark)
      label.setAlign(vertical: .start)
      item.append(label)
      item.append(content)
      append(item, "item")
      return Container(content: content, whole: item.asWidget)
    case .table:
      content = Box.table()
      content.setAccessibleLabel(tr("Table"))
      whole = Box.wide(content).asWidget
    case .row:
      content = Box.tableRow()
      append(content, "row")
      return Container(content: content, whole: content.asWidget, spoken: "")
    case .cell(let isHeader, let columns, let rows):
      content = Box.tableCell(isHeader: isHeader, columns: columns, rows: rows)
      if isHeader { content.addStyleClass("header") }
      append(content, "cell")
      return Container(content: content, whole: content.asWidget, isCell: true, spoken: "")
    case .preformatted:
      content = Box(.vertical, spacing: 0)
      content.addStyleClass("preformatted")
      whole = Box.wide(content).asWidget
    }
    append(whole ?? content.asWidget)
    return Container(content: content, whole: whole ?? content.asWidget)
  }
}

extension BlockStep {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}

enum TextLabel {
  /// The least width of a short text in a cell, in characters. Without it, GTK may give the text
  /// no width at all.
  private static let leastCellChars = 4

  /// - Returns: the label, and the widget that contains it and its links.
  static func make(_ text: BlockText, isInCell: Bool) -> (label: Label, widget: Widget) {
    let piece = text.piece
    let links = LinkMarkup(piece.text, piece.runs)
    let label: Label
    let widget: Widget
    if case .heading(let level) = text.kind {
      label = Label(role: .heading)
      label.setHeadingLevel(level)
      widget = label.setMarkup(links.markup)
      widget.addStyleClass("heading")
      widget.addStyleClass("level-\(level)")
    } else {
      label = Label(nil)
      widget = label.setMarkup(links.markup)
    }
    LinkQuestion.add(to: label, links.contradictions)
    label.isSelectable = true
    label.xalign = 0
    guard text.kind != .preformatted else { return (label, widget) }
    label.wrapAnywhere()
    if isInCell, piece.text.utf8.count < leastLabelChars {
      label.setLeastWidth(chars: max(leastCellChars, piece.text.count))
    }
    return (label, widget)
  }
}
