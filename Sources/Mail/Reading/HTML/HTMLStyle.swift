/// The parts of an element's `style` attribute that decide what is visible and how letters look.
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
  /// Whether the element's height or width is zero.
  private var isFlat = false

  private var isPixel = false
  /// Whether the element is moved far off the page.
  private var isOffPage = false
  /// Whether the element has a border that only Outlook draws, above a quoted message's header.
  private var isOutlookHeader = false
  /// Whether the element has the border that only Outlook draws, beside a quote.
  private var isOutlookQuote = false

  private struct Property {
    var value = Bytes.none
    var isImportant = false
  }

  /// - Parameter text: the attribute's value, with character references resolved.
  init(_ text: Bytes) {
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
    case "font-size": set(&fontSize)
    case "overflow": set(&overflow)
    case "white-space": set(&whiteSpace)
    case "font-weight": set(&weight)
    case "font-style": set(&slant)
    case "text-decoration", "text-decoration-line": set(&decoration)
    case "list-style", "list-style-type": set(&listStyle)
    case "height", "max-height", "width", "max-width":
      guard let length = CSSLength(value) else { return }
      if length.isNothing { isFlat = true }
      if length.isPixel { isPixel = true }
    case "left", "right", "top", "text-indent", "margin-left", "margin-top":
      if let length = CSSLength(value), length.value <= -999 { isOffPage = true }
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
    default: break
    }
  }

  /// Outlook's borders above the header of a quoted message: from 2007 on, and from 2013 on.
  private static let headers: [HTMLName] = ["solid #b5c4df 1.0pt", "solid #e1e1e1 1.0pt"]

  func apply(to element: inout HTMLElement) {
    if isPixel { element.effect.isPixel = true }
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
    if isOffPage { element.effect.hides = true }
    // Inline text and tables grow to the height that they need, so they are not hidden.
    if isFlat, !overflow.value.isEmpty, HTMLName(overflow.value) != "visible",
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
    } else if Self.sizes.contains(HTMLName(fontSize.value)) {
      element.effect.isTiny = false
    }
    applyLetters(to: &element.effect)
    if HTMLName(listStyle.value) == "none" { element.effect.isUnmarked = true }
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
  private static let sizes = Set(
    names: "xx-small x-small small medium large x-large xx-large xxx-large initial"
  )
}

/// A number with its unit, in CSS or HTML.
struct CSSLength {
  let value: Double
  let unit: HTMLName

  init?(_ text: Bytes) {
    let digits = text.prefix { $0.isDigit || "+-.".utf8.contains($0) }
    guard digits.contains(where: \.isDigit), digits.count < 20,
      let value = Double(String(decoding: digits, as: UTF8.self))
    else { return nil }
    self.value = value
    let rest = text[digits.endIndex...]
    unit = HTMLName(Bytes(rebasing: rest.prefix { $0 != UInt8(ascii: "/") && $0 > 0x20 }))
  }

  /// Whether a picture of this width or height shows nothing.
  var isPixel: Bool { isNothing || value <= 1 && (unit == "" || unit == "px" || unit == "pt") }
  fileprivate var isNothing: Bool { value <= 0 && unit != "%" }
  /// Whether the value can be a font size.
  fileprivate var isSize: Bool { value == 0 || unit != "" }
  fileprivate var isTiny: Bool { value == 0 || value <= 1 && (unit == "px" || unit == "pt") }
  fileprivate var isAbsolute: Bool {
    ["px", "pt", "rem", "pc", "in", "cm", "mm", "q", "vw", "vh"].contains(unit)
  }
}
