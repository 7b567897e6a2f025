/// An element's effect on its text.
struct HTMLEffect: Equatable {
  /// Whether the element hides all its content; inner elements cannot undo this.
  var hides = false
  /// Whether the content is visible; nil to inherit. Inner elements may override this.
  var isVisible: Bool?
  /// Whether the letters are too small to be read; nil to inherit.
  var isTiny: Bool?
  /// Whether the content is drawn; nil to inherit. SVG draws only some of its elements.
  var isDrawn: Bool?
  var isPreformatted: Bool?
  var isQuote = false
  /// Whether the element is only a quote up to the end of a `<blockquote>` directly in it: Gmail
  /// writes answers below the quote into the same element.
  var endsWithBlockquote = false
  /// Whether the element is an indented block that may be a quote.
  var isIndent = false
  var isDefinition = false
  /// Whether the element begins a quote that extends to the end of the page.
  var isQuoteForGood = false
  var isSignature = false
  var isLink = false
  /// Whether the text is the preview text at the top of a page, or the label of a form control.
  var isTeaser = false
  /// Whether the element is at most a pixel wide or high, as pictures that track the reader are.
  var isPixel = false
  var style: TextStyle = []
  var unstyled: TextStyle = []
  /// The number of the element's link; 0 for none.
  var link: Int32 = 0
  /// The index of the element's node in the ``PageOutline``; nil for none.
  var node: Int32?
  /// Whether the element is a list without numbers and bullets.
  var isUnmarked = false
  /// The marks that a style gives to the items of a list, or to one item.
  var listStyle: ListMarks.Style?
  /// The letters' color; nil to inherit.
  var color: CSSColor?
  /// The color behind the letters; nil to inherit.
  var ground: CSSColor?

  /// Sets the colors by the values of CSS or HTML; an empty value changes nothing.
  mutating func add(color: Bytes, ground: Bytes, picture: Bytes = .none) {
    if !color.isEmpty { self.color = CSSColor(color) }
    if !ground.isEmpty {
      let words = ground.split(separator: 0x20).map { CSSColor(Bytes(rebasing: $0)) }
      let known = CSSColor(ground)
      let found = known == .unknown ? words.first { $0 != .unknown } ?? .unknown : known
      if HTMLName(ground) != "none", found != .transparent { self.ground = found }
    }
    // Letters may be on a picture of any color.
    if Self.pictures.isIn(picture) { self.ground = .unknown }
  }

  private static let pictures = PlainPhrases(["url(", "gradient", "image"])

  var mayHide: Bool { hides || isVisible == false || isTiny == true || color == .transparent }

  var isNone: Bool { self == HTMLEffect() }

  /// Whether the only effect is to add styles or colors.
  var isOnlyStyle: Bool {
    var other = self
    (other.style, other.color, other.ground) = ([], nil, nil)
    return other.isNone
  }
}

extension HTMLElement {
  /// Adds the effect of a tag's attributes. SVG and MathML have no `hidden` attribute.
  mutating func add(
    _ tag: HTMLTag,
    isForeign: Bool,
    in open: HTMLOpenElements,
    _ sheet: inout HTMLStyleSheet
  ) {
    if (tag.has("hidden") || tag.has("popover")) && !isForeign
      || tag.name == "dialog" && !tag.has("open")
    {
      effect.hides = true
    }
    if tag.name == "a", tag.has("href") { effect.color = .unknown }
    if tag.name == "font" || tag.name == "body" {
      effect.add(color: tag[tag.name == "font" ? "color" : "text"], ground: .none)
    }
    effect.add(color: .none, ground: tag["bgcolor"])
    if tag.has("background") { effect.ground = .unknown }
    if tag.name == "font", tag.has("size") { effect.isTiny = false }
    let isCited = tag.has("cite") || HTMLName(tag["type"]) == "cite"
    if tag.has("data-o-mail-quote") || effect.isIndent && isCited { effect.isQuote = true }
    if tag.has("data-signature-widget") { effect.isSignature = true }
    HTMLMarks.add(tag, to: &effect)
    labels = HTMLLabels(tag, sheet.attributes)
    labels.number = open.childCount + 1
    add(declarations: tag["style"], tag, in: open, &sheet)
    if sheet.hasUnknownColors {
      effect.color = effect.color ?? .unknown
      effect.ground = effect.ground ?? .unknown
    }
    if effect.isQuote { effect.isIndent = false }
    let isMarked = effect.isQuote || effect.isSignature || effect.isQuoteForGood
    if isMarked, layout == .inline || layout == .cell { layout = .block }
  }

  private mutating func add(
    declarations: Bytes,
    _ tag: HTMLTag,
    in open: HTMLOpenElements,
    _ sheet: inout HTMLStyleSheet
  ) {
    let isPlain = !declarations.contains { "&\\*".utf8.contains($0) }
    if sheet.isEmpty, declarations.isEmpty { return }
    var own: [UInt8] = []
    if !isPlain {
      var resolved = HTMLEntity.resolved(declarations)
      own = resolved.withUTF8 { CSSText.plain($0) }
    }
    own.withUnsafeBufferPointer { own in
      sheet.withDeclarations(for: tag, labels, index: open.childCount, in: open) { rules in
        guard !rules.isEmpty || !declarations.isEmpty else { return }
        var style = HTMLStyle()
        rules.forEach { style.add($0) }
        style.add(isPlain ? declarations : own)
        style.apply(to: &self)
      }
    }
  }

  /// An element of SVG or MathML.
  static func foreign(_ name: HTMLName, holdsHTML: Bool) -> HTMLElement {
    var element = HTMLElement()
    switch name {
    case "text", "foreignobject":
      element.layout = .block
      element.effect.isDrawn = true
    case "desc", "title", "metadata", "defs", "symbol", "annotation", "annotation-xml":
      element.effect.hides = true
    default:
      if holdsHTML { element.effect.isDrawn = true }
    }
    if holdsHTML { element.barriers = [.scope, .list, .button, .item, .special] }
    return element
  }

  /// The text that a browser shows before and after an element's content: quotation marks, and the
  /// parentheses around a reading of characters where it cannot stand above them.
  static func marks(of name: HTMLName, depth: Int) -> (start: StaticString, end: StaticString)? {
    switch name {
    case "q": depth % 2 == 0 ? ("“", "”") : ("‘", "’")
    case "rt": ("(", ")")
    default: nil
    }
  }
}

/// The combined effect of the open elements.
struct HTMLState {
  var lines = PageLines.Surroundings()
  private(set) var isHidden = false
  private var isInvisible = false
  private var isTiny = false
  private var isUndrawn = false
  private var color = CSSColor.opaque(0)
  /// The color behind the letters, white in a page that sets none.
  var ground = CSSColor.white

  var isShown: Bool {
    !isHidden && !isInvisible && !isTiny && !isUndrawn && color != .transparent
      && (color == .unknown || color != ground)
  }

  func with(_ effect: HTMLEffect) -> HTMLState {
    guard !effect.isNone else { return self }
    var state = self
    if effect.hides { state.isHidden = true }
    if let isVisible = effect.isVisible { state.isInvisible = !isVisible }
    if let isTiny = effect.isTiny { state.isTiny = isTiny }
    if let isDrawn = effect.isDrawn { state.isUndrawn = !isDrawn }
    if let color = effect.color { state.color = color }
    if let ground = effect.ground { state.ground = ground }
    if let isPreformatted = effect.isPreformatted { state.lines.isPreformatted = isPreformatted }
    if effect.isQuote { state.lines.quotes += 1 }
    if effect.isIndent { state.lines.indents += 1 }
    if effect.isDefinition { state.lines.definitions += 1 }
    if effect.isTeaser { state.lines.isTeaser = true }
    if effect.isSignature { state.lines.isSignature = true }
    if effect.isLink { state.lines.isLink = true }
    state.lines.place.style.subtract(effect.unstyled)
    state.lines.place.style.formUnion(effect.style)
    if effect.link > 0 { state.lines.place.link = effect.link }
    if let node = effect.node { state.lines.place.node = node }
    return state
  }
}
