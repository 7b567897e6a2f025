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
  /// Whether the element is an indented block that may be a quote.
  var isIndent = false
  /// Whether the element is the definition of a term.
  var isDefinition = false
  /// Whether the element begins a quote that extends to the end of the page.
  var isQuoteForGood = false
  var isSignature = false
  var isLink = false
  /// Whether the text is the preview text at the top of a page, or the label of a form control.
  var isTeaser = false
  /// Whether the element is at most a pixel wide or high, as pictures that track the reader are.
  var isPixel = false
  /// The styles that the element adds to its text.
  var style: TextStyle = []
  /// The styles that the element removes from its text.
  var unstyled: TextStyle = []
  /// The number of the element's link; 0 for none.
  var link: Int32 = 0
  /// The index of the element's node in the ``PageOutline``; nil for none.
  var node: Int32?
  /// Whether the element is a list without numbers and bullets.
  var isUnmarked = false

  /// Whether there is no effect.
  var isNone: Bool { self == HTMLEffect() }

  /// Whether the only effect is to add styles.
  var isOnlyStyle: Bool {
    var other = self
    other.style = []
    return other.isNone
  }
}

extension HTMLElement {
  /// Adds the effect of a tag's attributes.
  ///
  /// - Parameter isForeign: whether the element belongs to SVG or MathML, which have no `hidden`
  ///   attribute.
  mutating func add(_ tag: HTMLTag, isForeign: Bool) {
    if tag.has("hidden") && !isForeign || tag.name == "dialog" && !tag.has("open") {
      effect.hides = true
    }
    if tag.name == "font", tag.has("size") { effect.isTiny = false }
    let isCited = tag.has("cite") || HTMLName(tag["type"]) == "cite"
    if tag.has("data-o-mail-quote") || effect.isIndent && isCited { effect.isQuote = true }
    if tag.has("data-signature-widget") { effect.isSignature = true }
    HTMLMarks.add(tag, to: &effect)
    let style = tag["style"]
    if style.contains(UInt8(ascii: "&")) {
      var resolved = HTMLEntity.resolved(style)
      resolved.withUTF8 { HTMLStyle($0).apply(to: &self) }
    } else if !style.isEmpty {
      HTMLStyle(style).apply(to: &self)
    }
    if effect.isQuote { effect.isIndent = false }
    let isMarked = effect.isQuote || effect.isSignature || effect.isQuoteForGood
    if isMarked, layout == .inline || layout == .cell { layout = .block }
  }
}

/// The combined effect of the open elements.
struct HTMLState {
  var lines = PageLines.Surroundings()
  private(set) var isHidden = false
  private var isInvisible = false
  private var isTiny = false
  private var isUndrawn = false

  /// Whether text is visible.
  var isShown: Bool { !isHidden && !isInvisible && !isTiny && !isUndrawn }

  func with(_ effect: HTMLEffect) -> HTMLState {
    guard !effect.isNone else { return self }
    var state = self
    if effect.hides { state.isHidden = true }
    if let isVisible = effect.isVisible { state.isInvisible = !isVisible }
    if let isTiny = effect.isTiny { state.isTiny = isTiny }
    if let isDrawn = effect.isDrawn { state.isUndrawn = !isDrawn }
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
