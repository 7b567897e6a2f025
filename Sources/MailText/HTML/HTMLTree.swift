/// Follows the open elements of a page. Handles tags as in the HTML Living Standard (13.2.6) as far
/// as visible text depends on them: which tags end which elements, and which tags are ignored.
///
/// Builds no tree of all elements, only a ``PageOutline``. Handles each tag in a limited time,
/// however many elements are open.
struct HTMLTree {
  private var open = HTMLOpenElements()
  private let outline = PageOutline(hasMarkup: true)
  private var lines: PageLines
  /// The number of quotes that extend to the end of the page: Outlook marks only the start of the
  /// quoted message.
  private var quotesForGood = 0
  /// Whether the page begins with a doctype; without one it is shown in quirks mode.
  private var isStandard = false
  /// Whether a line break at this position is ignored, as directly after `<pre>`.
  private var ignoresLineBreak = false
  /// The open `<select>`.
  private var choice: HTMLChoice?
  private var sheet = HTMLStyleSheet()
  /// The address of `<base>`, to which the page's links are relative.
  private var base: String?
  private var quotations = 0
  /// The number of items in the next list, if it counts down to 1.
  private var itemCount: Int?
  /// The number of lists whose items may still be counted ahead.
  private var countsLeft = 64

  init(_ consume: @escaping (TextLine) -> Bool) { lines = PageLines(in: outline, consume) }

  var isDone: Bool { lines.isDone }
  /// Whether the position is in SVG or MathML.
  var isForeign: Bool { open.foreign != nil }
  var attributes: Set<HTMLName> { sheet.attributes }

  mutating func addDoctype() { isStandard = isStandard || open.count == 0 }

  mutating func finish() {
    endChoice()
    lines.endLine()
  }

  mutating func add(styleSheet text: Bytes) { sheet.add(text) }

  /// Counts the items of a list that counts down to 1.
  mutating func countItems(_ count: () -> Int) {
    itemCount = countsLeft > 0 ? count() : nil
    countsLeft -= 1
  }

  // MARK: Text

  /// - Parameter isResolved: whether ampersands are plain characters, not character references.
  mutating func add(_ text: Bytes, isResolved: Bool) {
    if choice != nil, open.lastName == "option" { choice?.add(text) }
    let state = open.state
    guard state.isShown else { return }
    use(state)
    var rest = text
    if ignoresLineBreak {
      let breaks = rest.starts(with: [13, 10]) ? 2 : rest.first == 10 || rest.first == 13 ? 1 : 0
      rest = Bytes(rebasing: rest.dropFirst(breaks))
      ignoresLineBreak = false
    }
    if state.lines.place.style.contains(.superscript), lines.isBehindDigit,
      let raised = Self.raised(rest)
    {
      lines.surroundings.place.style.remove(.superscript)
      raised.withUnsafeBufferPointer { lines.append($0) }
    } else if isResolved {
      lines.append(rest)
    } else {
      lines.append(resolving: rest)
    }
  }

  /// Returns a raised number in Unicode's raised digits, since plain text has no others: 10⁶ is not
  /// 106. Nil for other text.
  private static func raised(_ text: Bytes) -> [UInt8]? {
    let digits = text.trimmed.prefix(12).map { Self.raisedDigits[$0] }
    guard !digits.isEmpty, digits.count == text.trimmed.count, !digits.contains(nil) else {
      return nil
    }
    return digits.flatMap { Array(($0 ?? "").utf8) }
  }

  private static let raisedDigits = [UInt8: String](
    uniqueKeysWithValues: zip("0123456789+-n".utf8, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ".map(String.init))
  )

  private mutating func add(pictureOf tag: HTMLTag, _ element: HTMLElement, _ state: HTMLState) {
    guard state.isShown, !element.effect.isPixel,
      !(CSSLength(tag["width"])?.isPixel ?? false), !(CSSLength(tag["height"])?.isPixel ?? false)
    else { return }
    use(state)
    lines.append(picture: HTMLEntity.resolved(tag["alt"]), source: tag["src"])
  }

  /// Adds a form control's text. Rows treat this text as boilerplate, since it is not the writer's.
  private mutating func add(control text: String, _ state: HTMLState) {
    guard state.isShown, !text.isEmpty else { return }
    use(state)
    (lines.surroundings.isLink, lines.surroundings.isTeaser) = (true, true)
    lines.lay(out: .cell)
    var text = text
    text.withUTF8 { lines.append($0) }
    lines.lay(out: .cell)
  }

  private mutating func endChoice() {
    guard let choice else { return }
    self.choice = nil
    add(control: choice.text, choice.state)
  }

  private mutating func add(mark: StaticString, _ state: HTMLState) {
    guard state.isShown else { return }
    use(state)
    mark.withUTF8Buffer { lines.append($0) }
  }

  private mutating func use(_ state: HTMLState) {
    lines.surroundings = state.lines
    lines.surroundings.quotes += quotesForGood
  }

  // MARK: Start tags

  mutating func begin(_ tag: HTMLTag) -> HTMLElement.Content {
    if isForeign {
      guard tag.breaksOutOfForeign else { return beginForeign(tag) }
      while isForeign { pop() }
    }
    let name: HTMLName = tag.name == "image" ? "img" : tag.name
    var element = HTMLElement.named(name)
    let standsInTable = open.holdsPartsOnly
    guard endOthers(element, name) else { return .elements }
    let state = element.isPartOfTable ? open.lastState : open.state
    if name == "table", !isStandard {
      (element.effect.isTiny, element.effect.unstyled) = (false, [.bold, .italic])
    }
    let isForeign = name == "svg" || name == "math"
    element.add(tag, isForeign: isForeign, in: open, &sheet)
    open.addChild(name, element.labels, isKept: sheet.needsSiblings)
    if name == "base" { base = base ?? PageLink.address(tag["href"]) }
    if !state.isHidden, !element.effect.hides {
      if name == "a" || name == "area", let address = PageLink.address(tag["href"], base: base) {
        element.effect.link = outline.add(link: address)
      }
      let node = state.lines.place.node
      element.effect.node = outline.add(tag, name, element.effect, itemCount, in: node)
    }
    if name == "select", !state.isHidden {
      // The text of one option is shown instead.
      choice = HTMLChoice(state: state.with(element.effect))
      element.effect.hides = true
    }
    if name == "option" { choice?.begin(tag) }
    let inner = state.with(element.effect)
    ignoresLineBreak = element.effect.isPreformatted == true
    if !inner.isHidden {
      use(state)
      lines.lay(out: element.layout)
      if name == "br" { lines.breakLine() }
      if name == "hr", inner.isShown { lines.addRule() }
      if name == "img" || HTMLControl.isPicture(tag) { add(pictureOf: tag, element, inner) }
      if name == "input" { add(control: HTMLControl.text(of: tag), inner) }
      if name == "area" { add(control: HTMLEntity.resolved(tag["alt"]), inner) }
    }
    if element.effect.isQuoteForGood { quotesForGood += 1 }
    if element.start == .form, standsInTable { return .elements }
    if element.content != .nothing {
      makeRoom()
      open.push(name, element, inner, foreign: isForeign ? open.count : nil)
      if let marks = HTMLElement.marks(of: name, depth: quotations) {
        add(mark: marks.start, inner)
      }
      if name == "q" { quotations += 1 }
      if isForeign, tag.isClosed { pop() }
    }
    return element.content
  }

  private mutating func beginForeign(_ tag: HTMLTag) -> HTMLElement.Content {
    let foreign = open.foreign
    let isMath = foreign.map { open[$0].name } == "math"
    let holdsHTML = (isMath ? HTMLTag.htmlHoldersInMath : HTMLTag.htmlHoldersInSVG).contains(
      tag.name
    )
    var element = HTMLElement.foreign(tag.name, holdsHTML: holdsHTML)
    element.add(tag, isForeign: true, in: open, &sheet)
    open.addChild(tag.name, element.labels, isKept: sheet.needsSiblings)
    let state = open.state.with(element.effect)
    if !state.isHidden {
      use(open.state)
      lines.lay(out: element.layout)
    }
    makeRoom()
    open.push(tag.name, element, state, foreign: holdsHTML ? nil : foreign)
    if tag.isClosed { pop() }
    return .elements
  }

  /// Ends the elements that a start tag ends implicitly, and returns whether the tag counts.
  private mutating func endOthers(_ element: HTMLElement, _ name: HTMLName) -> Bool {
    let barriers = open.barriers
    switch element.start {
    case .plain: break
    case .block: endParagraph()
    case .heading:
      endParagraph()
      if open.lastStart == .heading { pop() }
    case .item:
      end("li", from: barriers.item)
      endParagraph()
    case .definition:
      end("dd", from: barriers.item)
      end("dt", from: barriers.item)
      endParagraph()
    case .button: end("button", from: barriers.scope)
    case .formatting: endFormatting(name)
    case .option:
      if open.lastName == "option" { pop() }
      if name == "optgroup", open.lastName == "optgroup" { pop() }
    case .ruby:
      if open.lastStart == .ruby { pop() }
    case .form:
      if open.place(of: "form") != nil { return false }
      endParagraph()
    case .table:
      if isStandard { endParagraph() }
      if open.holdsPartsOnly { end("table", from: barriers.table) }
    case .tablePart, .tableRow, .tableCell: return enterTable(element.start)
    case .page:
      return open.count == 0 || name == "body" && open.count == 1 && open[0].name == "html"
    }
    return true
  }

  private mutating func endParagraph() { end("p", from: open.barriers.button) }

  /// Ends open cells, rows and sections before a table's next part. Returns false outside a table.
  private mutating func enterTable(_ part: HTMLElement.Start) -> Bool {
    let table = open.barriers.table
    guard table >= 0, open[table].name == "table" else { return false }
    for name: HTMLName in ["td", "th", "caption"] { end(name, from: table) }
    while open.count - 1 > table, let inner = open.lastStart {
      if part == .tableCell, inner == .tableRow || inner == .tablePart { break }
      if part == .tableRow, inner == .tablePart { break }
      pop()
    }
    return true
  }

  // MARK: End tags

  mutating func end(_ name: HTMLName) {
    if let foreign = open.foreign {
      if name == "p" || name == "br" {
        while isForeign { pop() }
      } else if let place = open.place(of: name, from: foreign) {
        return pop(to: place)
      }
    }
    let barriers = open.barriers
    switch HTMLElement.named(name).end {
    case .ordinary: end(name, from: barriers.special)
    case .block: end(name, from: barriers.scope)
    case .paragraph:
      if !end("p", from: barriers.button), !open.state.isHidden {
        use(open.state)
        lines.lay(out: .paragraph)
      }
    case .item: end("li", from: barriers.list)
    case .heading:
      let headings = HTMLElement.headings
      let place = headings.compactMap { open.place(of: $0, from: barriers.scope) }.max()
      if let place { pop(to: place) }
    case .tablePart: end(name, from: barriers.table)
    case .template: end(name, from: -1)
    case .form:
      if let place = open.place(of: "form", from: barriers.scope) {
        // The elements in the form stay open.
        open.void(place)
        if !open.state.isHidden { lines.lay(out: .block) }
      }
    case .formatting: endFormatting(name)
    case .none:
      if name == "br", !open.state.isHidden { lines.breakLine() }
    }
  }

  /// Ends the innermost element of a name inside the barrier, with all elements in it.
  @discardableResult private mutating func end(_ name: HTMLName, from barrier: Int) -> Bool {
    guard let place = open.place(of: name, from: barrier) else { return false }
    pop(to: place)
    return true
  }

  /// Ends a formatting element, and all elements in it. But a block in it stays open, without
  /// that formatting.
  private mutating func endFormatting(_ name: HTMLName) {
    let barriers = open.barriers
    guard let place = open.place(of: name, from: barriers.scope) else { return }
    if barriers.special > place { open.unwrap(place) } else { pop(to: place) }
  }

  // MARK: The open elements

  private mutating func makeRoom() {
    if open.count >= HTMLOpenElements.depthLimit { pop() }
  }

  private mutating func pop() {
    if open.lastName == "select" { endChoice() }
    if open.lastName == "q" { quotations = max(0, quotations - 1) }
    if let name = open.lastName, let marks = HTMLElement.marks(of: name, depth: quotations) {
      add(mark: marks.end, open.lastState)
    }
    guard let ended = open.pop(), !ended.state.isHidden else { return }
    use(ended.state)
    lines.lay(out: ended.layout)
  }

  /// Ends the element at an index, and all elements in it. Formatting elements in it begin again.
  private mutating func pop(to place: Int) {
    let formatting = open.formatting(in: place)
    while open.count > place { pop() }
    for inner in formatting {
      makeRoom()
      open.push(inner.name, inner.element, open.state.with(inner.element.effect))
    }
  }
}

/// The text shown for a form control, since controls work only in a browser.
private enum HTMLControl {
  /// - Returns: a symbol for a check box or radio button, else the value or placeholder, if any.
  static func text(of tag: HTMLTag) -> String {
    let type = HTMLName(tag["type"])
    switch type {
    case "checkbox": return tag.has("checked") ? "☑" : "☐"
    case "radio": return tag.has("checked") ? "◉" : "○"
    default:
      guard !withoutText.contains(type) else { return "" }
      return line(tag["value"].isEmpty ? tag["placeholder"] : tag["value"])
    }
  }

  private static let withoutText = Set(names: "color file hidden image password range")

  static func isPicture(_ tag: HTMLTag) -> Bool {
    tag.name == "input" && HTMLName(tag["type"]) == "image"
  }

  /// Returns an attribute's or option's text on one line.
  fileprivate static func line(_ text: Bytes) -> String {
    oneLine(HTMLEntity.resolved(text).utf8, limit: PageLines.pictureLimit)
  }
}

/// The options of an open `<select>`. Only the selected option is shown, or else the first option.
struct HTMLChoice {
  /// The state of the `<select>`, in which the option is shown.
  let state: HTMLState
  private var bytes: [UInt8] = []
  private var hasOption = false
  private var takesText = false

  /// The limit of an option in bytes; the rest is not read.
  private static let limit = 4_096

  init(state: HTMLState) { self.state = state }

  var text: String { bytes.withUnsafeBufferPointer { HTMLControl.line($0) } }

  mutating func begin(_ tag: HTMLTag) {
    takesText = tag.has("selected") || !hasOption
    hasOption = true
    if takesText { bytes = [] }
  }

  mutating func add(_ text: Bytes) {
    if takesText { bytes += text.prefix(max(0, Self.limit - bytes.count)) }
  }
}
