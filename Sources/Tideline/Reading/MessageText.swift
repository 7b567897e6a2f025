import Mail
import TidelineGtk
import TidelineProgram

/// The text of a message: its passages, with the quoted ones folded. The passages are selected,
/// copied and searched as one text.
///
/// CSS: a `box.text` for each passage, with `.signature` or `.enclosed` for these kinds.
final class MessageText {
  let widget: Box
  private(set) lazy var selection = TextSelection(
    in: marked,
    leaves: { [weak self] in self?.leaves ?? [] },
    whole: { [weak self] in self?.whole ?? "" }
  )
  /// The match to go to, and the handler to call once the label of the match is laid out.
  private var wanted: (match: TextMatch, reach: (Label) -> Void)?
  private(set) lazy var searched = passages.map(\.pieces)
  private let passages: [Passage]
  /// The views of the first passages, as far as they are built.
  private var views: [View] = []
  /// Whether quotes are open at first, as in a message that is nothing but a quote.
  private let opensQuotes: Bool
  private let marked = MarkedText()
  private let more = Button(label: tr("Show More"))
  private let isWhole: Bool
  private let picture: (MessagePicture) -> Widget?
  private var matches: [TextMatch.Leaf: [TextMatch]] = [:]
  private var present: TextMatch?

  /// The most passages that are built at a time; a button shows more.
  private static let batch = 100

  private enum View {
    case text(BlockView)
    case fold(QuoteFold)

    /// The text; nil while the quote is folded.
    var shown: BlockView? {
      switch self {
      case .text(let block): block
      case .fold(let fold): fold.shown
      }
    }

    func open() -> BlockView {
      switch self {
      case .text(let block): block
      case .fold(let fold): fold.open()
      }
    }

    var widget: Widget {
      switch self {
      case .text(let block): block.widget.asWidget
      case .fold(let fold): fold.widget.asWidget
      }
    }
  }

  /// - Parameter isWhole: whether this is the whole text; if not, one screen of the beginning is
  ///   laid out.
  init(
    _ passages: [Passage],
    isWhole: Bool = true,
    picture: @escaping (MessagePicture) -> Widget?
  ) {
    self.passages = passages
    self.isWhole = isWhole
    self.picture = picture
    widget = marked.widget
    opensQuotes = !passages.contains { $0.kind == .written }
    addPassages()
    // Creates the lazy selection at once: its initializer adds the drag gesture.
    selection.clear()
    guard isWhole, views.count < passages.count else { return }
    more.setAlign(horizontal: .start)
    more.connect("clicked") { [weak self] in self?.showMore() }
    widget.append(more)
  }

  private func showMore() {
    let first = addPassages()
    guard views.count == passages.count else { return }
    first?.moveFocus(down: true)
    more.isVisible = false
  }

  @discardableResult
  private func addPassages() -> Widget? {
    let last = views.last?.widget
    let first = views.count
    var length = 0
    for number in first..<min(first + Self.batch, passages.count)
    where length < TextPieces.batchLength {
      let passage = passages[number]
      if passage.kind != .quoted { length += min(passage.text.utf8.count, TextPieces.batchLength) }
      let view = makeView(of: number)
      widget.place(view.widget, after: views.last?.widget ?? last)
      views.append(view)
    }
    return first < views.count ? views[first].widget : nil
  }

  private func makeView(of number: Int) -> View {
    let passage = passages[number]
    guard passage.kind != .quoted else {
      let direction = TextDirection(of: passage.text)
      let fold = QuoteFold(direction, isOpen: opensQuotes) { [weak self, picture] in
        self?.block(of: number) ?? BlockView(passage.blocks, picture: picture)
      }
      fold.onChange = { [weak self] in self?.selection.refresh() }
      return .fold(fold)
    }
    let block = block(of: number)
    if passage.kind != .written { block.widget.addStyleClass(passage.kind.rawValue) }
    return .text(block)
  }

  private func block(of number: Int) -> BlockView {
    let block = BlockView(passages[number].blocks, isWhole: isWhole, picture: picture)
    block.onLeaf = { [weak self, weak block] leaf in
      guard let self, let block else { return }
      let place = TextMatch.Leaf(passage: number, number: leaf)
      mark(place, block.leaves[leaf].label)
      selection.refresh()
      if wanted?.match.leaf == place { arrive(block.leaves[leaf].label) }
    }
    for (leaf, shown) in block.leaves.enumerated() {
      mark(TextMatch.Leaf(passage: number, number: leaf), shown.label)
    }
    return block
  }

  // MARK: Copying

  private var leaves: [TextLeaf] {
    var all: [TextLeaf] = []
    for leaves in views.lazy.compactMap({ $0.shown?.leaves }) {
      guard let first = leaves.first else { continue }
      all.append(all.isEmpty ? first : TextLeaf(label: first.label, lead: "\n\n" + first.lead))
      all += leaves.dropFirst()
    }
    return all
  }

  /// The text of all passages, without the folded quotes.
  private var whole: String {
    passages.indices.filter { number in
      number < views.count
        ? views[number].shown != nil : passages[number].kind != .quoted || opensQuotes
    }
    .map { passages[$0].plainText }.joined(separator: "\n\n")
  }

  // MARK: Searching

  /// Marks matches of a search.
  func show(_ matches: [TextMatch], present: TextMatch?) {
    let all = Dictionary(grouping: matches, by: \.leaf)
    let changed = Set(all.keys).union(self.matches.keys)
    (self.matches, self.present, wanted) = (all, present, nil)
    for place in changed {
      guard place.passage < views.count, let leaves = views[place.passage].shown?.leaves,
        place.number < leaves.count
      else { continue }
      mark(place, leaves[place.number].label)
    }
  }

  /// Opens the quote that hides a match, and lays out the text up to the match.
  ///
  /// - Parameter reach: called with the match's label, once it is laid out.
  func reveal(_ match: TextMatch, reach: @escaping (Label) -> Void) {
    wanted = (match, reach)
    while views.count <= match.leaf.passage { addPassages() }
    more.isVisible = views.count < passages.count
    let block = views[match.leaf.passage].open()
    if match.leaf.number < block.leaves.count {
      mark(match.leaf, block.leaves[match.leaf.number].label)
      arrive(block.leaves[match.leaf.number].label)
    } else {
      block.reach(match.leaf.number)
    }
  }

  private func arrive(_ label: Label) {
    guard let wanted else { return }
    self.wanted = nil
    wanted.reach(label)
  }

  private func mark(_ place: TextMatch.Leaf, _ label: Label) {
    let length = label.text.utf8.count
    let marks = matches[place, default: []].filter { $0.range.upperBound <= length }.map {
      LabelMark($0.range, $0 == present ? .presentMatch : .match)
    }
    marked.setFound(marks, in: label)
  }
}

extension Passage {
  private var texts: [BlockText] {
    var steps = BlockSteps(blocks)
    var texts: [BlockText] = []
    while let step = steps.next() {
      if case .text(let text) = step { texts.append(text) }
    }
    return texts
  }

  /// The texts of the labels, as they are shown.
  fileprivate var pieces: [String] { texts.map { ShownText.lines($0.piece.text) } }

  /// The text with the marks of list items, as it is copied.
  fileprivate var plainText: String { texts.map { $0.lead + $0.piece.text }.joined() }
}

/// A quoted passage behind a button with three dots.
///
/// CSS: `box.quote`, with a `button.fold` and, once opened, a `box.text`.
final class QuoteFold {
  let widget = Box(.vertical, spacing: 6)
  /// Called when the quote is opened or closed.
  var onChange: (() -> Void)?
  private let button = Button(label: "…")
  private let make: () -> BlockView
  private var block: BlockView?

  /// - Parameters:
  ///   - direction: the direction of the text; nil if it has no letters.
  ///   - isOpen: whether to begin open, as in a message that is nothing but a quote.
  init(_ direction: TextDirection?, isOpen: Bool, make: @escaping () -> BlockView) {
    self.make = make
    widget.addStyleClass("quote")
    button.addStyleClass("fold")
    button.setAlign(horizontal: .start)
    if let direction { button.setDirection(direction) }
    widget.append(button)
    button.connect("clicked") { [weak self] in
      guard let self else { return }
      setOpen(shown == nil)
    }
    setOpen(isOpen)
  }

  /// The text; nil while it is folded.
  var shown: BlockView? { block.flatMap { $0.widget.isVisible ? $0 : nil } }

  /// Opens the quote, if it is folded.
  func open() -> BlockView {
    let block = block ?? make()
    if self.block == nil { widget.append(block.widget) }
    self.block = block
    if !block.widget.isVisible { setOpen(true) }
    return block
  }

  private func setOpen(_ isOpen: Bool) {
    if isOpen, block == nil { _ = open() }
    block?.widget.isVisible = isOpen
    button.setName(isOpen ? tr("Hide quoted text") : tr("Show quoted text"))
    button.setAccessibleExpanded(isOpen)
    onChange?()
  }
}
