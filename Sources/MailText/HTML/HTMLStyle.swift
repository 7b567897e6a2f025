/// The declarations for an element that decide what is visible and how letters look, from its
/// `style` attribute and from the page's style sheets.
struct HTMLStyle {
  private var display = Property()
  private var visibility = Property()
  private var opacity = Property()
  private var fontSize = Property()
  private var overflow = Property()
  private var whiteSpace = Property()
  private var weight = Property()
  private var slant = Property()
  private var decoration = Property()
  private var listStyle = Property()
  private var sizes = [Property](repeating: Property(), count: sizeNames.count)
  private var offsets = [Property](repeating: Property(), count: offsetNames.count)
  private var color = Property()
  private var ground = Property()
  private var groundPicture = Property()
  private var position = Property()
  private var clip = Property()
  private var clipPath = Property()
  private var transform = Property()
  private var filter = Property()
  private var contentVisibility = Property()
  /// Whether the element has a border that only Outlook draws, above a quoted message's header.
  private var isOutlookHeader = false
  /// Whether the element has the border that only Outlook draws, beside a quote.
  private var isOutlookQuote = false

  private struct Property {
    var value = Bytes.none
    var isImportant = false
  }

  /// Adds declarations that override those before, except important ones.
  ///
  /// - Parameter text: declarations with character references resolved, and without comments and
  ///   escapes; valid as long as the style is used.
  mutating func add(_ text: Bytes) {
    var rest = text
    while !rest.isEmpty {
      let length = Self.lengthOfDeclaration(rest)
      if let colon = rest.prefix(length).firstIndex(of: UInt8(ascii: ":")) {
        add(
          HTMLName(Bytes(rebasing: rest[..<colon]).trimmed),
          Bytes(rebasing: rest[(colon + 1)..<length]).trimmed
        )
      }
      rest = Bytes(rebasing: rest.dropFirst(length + 1))
    }
  }

  /// Returns the length up to a semicolon outside quotes.
  private static func lengthOfDeclaration(_ text: Bytes) -> Int {
    var quote: UInt8 = 0
    for (index, byte) in text.enumerated() {
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ";") {
        return index
      }
    }
    return text.count
  }

  private mutating func add(_ name: HTMLName, _ whole: Bytes) {
    var value = whole
    var isImportant = false
    if let mark = value.lastIndex(of: UInt8(ascii: "!")),
      HTMLName(Bytes(rebasing: value[(mark + 1)...]).trimmed) == "important"
    {
      value = Bytes(rebasing: value[..<mark]).trimmed
      isImportant = true
    }
    func set(_ property: inout Property) {
      guard isImportant || !property.isImportant else { return }
      property = Property(value: value, isImportant: isImportant)
    }
    switch name {
    case "display":
      if Self.displays.contains(HTMLName(value)) { set(&display) }
    case "visibility": set(&visibility)
    case "opacity": set(&opacity)
    case "font-size":
      if CSSLength(value) != nil || value.contains(UInt8(ascii: "("))
        || Self.fontSizes.contains(HTMLName(value)) || Self.relativeSizes.contains(HTMLName(value))
      {
        set(&fontSize)
      }
    case "overflow": set(&overflow)
    case "white-space": set(&whiteSpace)
    case "font-weight": set(&weight)
    case "font-style": set(&slant)
    case "text-decoration", "text-decoration-line": set(&decoration)
    case "list-style", "list-style-type": set(&listStyle)
    case "position": set(&position)
    case "color", "-webkit-text-fill-color": set(&color)
    case "background-color": set(&ground)
    case "background-image": set(&groundPicture)
    case "background":
      set(&ground)
      set(&groundPicture)
    case "clip": set(&clip)
    case "clip-path", "-webkit-clip-path": set(&clipPath)
    case "transform", "-webkit-transform", "scale": set(&transform)
    case "filter", "-webkit-filter": set(&filter)
    case "content-visibility": set(&contentVisibility)
    case "font":
      let words = value.split(separator: 0x20).lazy.map { Bytes(rebasing: $0) }
      for word in words {
        value = word
        if Self.isBold(word) != nil { set(&weight) }
        if Self.slants.contains(HTMLName(word)) { set(&slant) }
      }
      if let size = words.first(where: { CSSLength($0)?.isSize == true }) {
        value = size
        set(&fontSize)
      }
    case "border-top":
      isOutlookHeader = Self.headers.contains(HTMLName(value))
    case "border-left": isOutlookQuote = HTMLName(value) == "solid blue 1.5pt"
    default:
      if let size = Self.sizeNames.firstIndex(of: name) { set(&sizes[size]) }
      if let offset = Self.offsetNames.firstIndex(of: name) { set(&offsets[offset]) }
    }
  }

  private static let sizeNames: [HTMLName] = ["height", "max-height", "width", "max-width"]
  private static let offsetNames: [HTMLName] = [
    "left", "right", "top", "text-indent", "margin-left", "margin-top",
  ]

  /// The offsets that move the element or its text: the first three only move what is positioned.
  private var movedOffsets: ArraySlice<Property> {
    let place = HTMLName(position.value)
    return position.value.isEmpty || place == "static" ? offsets[3...] : offsets[...]
  }

  /// Outlook's borders above the header of a quoted message: from 2007 on, and from 2013 on.
  private static let headers: [HTMLName] = ["solid #b5c4df 1.0pt", "solid #e1e1e1 1.0pt"]

  func apply(to element: inout HTMLElement) {
    let lengths = sizes.compactMap { CSSLength($0.value) }
    if lengths.contains(where: \.isPixel) { element.effect.isPixel = true }
    if isOutlookHeader { element.effect.isQuoteForGood = true }
    if isOutlookQuote { element.effect.isQuote = true }
    let shown = HTMLName(display.value)
    if shown == "none" {
      element.effect.hides = true
    } else if !display.value.isEmpty {
      element.effect.hides = false
      let isInLine = element.layout == .inline || element.layout == .cell && !element.isPartOfTable
      if isInLine, Self.blocks.contains(shown) { element.layout = .block }
    }
    switch HTMLName(visibility.value) {
    case "hidden", "collapse": element.effect.isVisible = false
    case "visible": element.effect.isVisible = true
    default: break
    }
    switch HTMLName(whiteSpace.value) {
    case "pre", "pre-wrap", "pre-line", "break-spaces": element.effect.isPreformatted = true
    case "normal", "nowrap": element.effect.isPreformatted = false
    default: break
    }
    if let opacity = CSSLength(opacity.value), opacity.value <= 0 { element.effect.hides = true }
    if movedOffsets.contains(where: { CSSLength($0.value).map { $0.value <= -999 } ?? false }) {
      element.effect.hides = true
    }
    if isClipped || HTMLName(contentVisibility.value) == "hidden" { element.effect.hides = true }
    element.effect.add(color: color.value, ground: ground.value, picture: groundPicture.value)
    // Inline text and tables grow to the height that they need, so they are not hidden.
    if lengths.contains(where: \.isNothing), !overflow.value.isEmpty,
      HTMLName(overflow.value) != "visible",
      element.layout == .block || element.layout == .paragraph, !element.isPartOfTable
    {
      element.effect.hides = true
    }
    if let size = CSSLength(fontSize.value) {
      if size.isTiny {
        element.effect.isTiny = true
      } else if size.isAbsolute {
        element.effect.isTiny = false
      }
    } else if Self.fontSizes.contains(HTMLName(fontSize.value)) {
      element.effect.isTiny = false
    }
    applyLetters(to: &element.effect)
    for word in listStyle.value.split(separator: 0x20) {
      let name = HTMLName(Bytes(rebasing: word))
      if name == "none" { element.effect.isUnmarked = true }
      if let style = ListMarks.Style(keyword: name) { element.effect.listStyle = style }
    }
  }

  /// Whether there is a declaration that hides or shows the element.
  var decidesVisibility: Bool {
    [display, visibility, opacity, fontSize, clip, clipPath, transform, filter, color]
      .contains { !$0.value.isEmpty } || sizes.contains { !$0.value.isEmpty }
  }

  /// Whether nothing of the element remains: by its clip, its scale or its filter.
  private var isClipped: Bool {
    let place = HTMLName(position.value)
    if place == "absolute" || place == "fixed",
      let rectangle = CSSFunction(clip.value, "rect"), rectangle.lengths.count == 4
    {
      let edges = rectangle.lengths.map(\.value)
      if edges[2] - edges[0] <= 1 && edges[1] - edges[3] <= 1 { return true }
    }
    if let inset = CSSFunction(clipPath.value, "inset")?.lengths.first, inset.unit == "%",
      inset.value >= 50
    {
      return true
    }
    for name: StaticString in ["circle", "ellipse"] {
      if let size = CSSFunction(clipPath.value, name)?.lengths.first, size.value <= 0 {
        return true
      }
    }
    for name: StaticString in ["scale", "scalex", "scaley", "scale3d"] {
      if CSSFunction(transform.value, name)?.lengths.contains(where: { $0.value == 0 }) == true {
        return true
      }
    }
    if let scale = CSSLength(transform.value), scale.value == 0 { return true }
    return CSSFunction(filter.value, "opacity")?.lengths.first.map { $0.value <= 0 } ?? false
  }

  private func applyLetters(to effect: inout HTMLEffect) {
    func set(_ style: TextStyle, _ isSet: Bool) {
      effect.style.remove(style)
      if isSet { effect.style.insert(style) } else { effect.unstyled.insert(style) }
    }
    if let isBold = Self.isBold(weight.value) { set(.bold, isBold) }
    if Self.slants.contains(HTMLName(slant.value)) {
      set(.italic, true)
    } else if HTMLName(slant.value) == "normal" {
      set(.italic, false)
    }
    for word in decoration.value.split(separator: 0x20) {
      switch HTMLName(Bytes(rebasing: word)) {
      case "underline": set(.underline, true)
      case "line-through": set(.strikethrough, true)
      // Lines drawn by the elements around this element stay.
      case "none": effect.style.subtract([.underline, .strikethrough])
      default: break
      }
    }
  }

  private static let slants = Set(names: "italic oblique")

  /// - Returns: nil for a value that is no weight.
  private static func isBold(_ value: Bytes) -> Bool? {
    switch HTMLName(value) {
    case "bold", "bolder", "600", "700", "800", "900": true
    case "normal", "lighter", "100", "200", "300", "400", "500": false
    default: nil
    }
  }

  private static let displays = blocks.union(
    Set(names: "none inline inline-block inline-flex inline-grid inline-table contents initial")
  )
  private static let blocks = Set(
    names: "block flex grid table list-item table-row table-cell flow-root"
  )
  private static let relativeSizes = Set(names: "larger smaller inherit unset revert")
  private static let fontSizes = Set(
    names: "xx-small x-small small medium large x-large xx-large xxx-large initial"
  )
}
