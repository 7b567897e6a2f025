/// The declarations for an element that decide what is visible and how letters look, from its
/// `style` attribute and from the page's style sheets.
struct HTMLStyle {
  /// A few, so that a search through all of them is faster than a dictionary.
  private var properties: [Property] = []
  /// Whether the element has a border that only Outlook draws, above a quoted message's header.
  private var isOutlookHeader = false
  /// Whether the element has the border that only Outlook draws, beside a quote.
  private var isOutlookQuote = false

  private struct Property {
    let name: HTMLName
    let value: Bytes
    let isImportant: Bool
  }

  private subscript(name: HTMLName) -> Bytes {
    properties.first { $0.name == name }?.value ?? .none
  }

  /// Adds declarations that override those before, except important ones.
  ///
  /// - Parameter text: declarations with character references resolved, and without comments and
  ///   escapes; valid as long as the style is used.
  mutating func add(_ text: Bytes) {
    var rest = text
    while !rest.isEmpty {
      let length = rest.end(from: 0) { $0 == UInt8(ascii: ";") }
      if let colon = rest.prefix(length).firstIndex(of: UInt8(ascii: ":")) {
        add(
          HTMLName(Bytes(rebasing: rest[..<colon]).trimmed),
          Bytes(rebasing: rest[(colon + 1)..<length]).trimmed
        )
      }
      rest = Bytes(rebasing: rest.dropFirst(length + 1))
    }
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
    func set(_ name: HTMLName, _ value: Bytes) {
      let property = Property(name: name, value: value, isImportant: isImportant)
      guard let place = properties.firstIndex(where: { $0.name == name }) else {
        return properties.append(property)
      }
      if isImportant || !properties[place].isImportant { properties[place] = property }
    }
    switch name {
    case "display" where !Self.displays.contains(HTMLName(value)): break
    case "font-size" where !Self.isFontSize(value): break
    case "background":
      set("background-color", value)
      set("background-image", value)
    case "font":
      let words = value.split(separator: 0x20).lazy.map { Bytes(rebasing: $0) }
      for word in words {
        if Self.isBold(word) != nil { set("font-weight", word) }
        if Self.slants.contains(HTMLName(word)) { set("font-style", word) }
      }
      if let size = words.first(where: { CSSLength($0)?.isSize == true }) {
        set("font-size", size)
      }
    case "border-top":
      isOutlookHeader = Self.headers.contains(HTMLName(value))
    case "border-left": isOutlookQuote = HTMLName(value) == "solid blue 1.5pt"
    default:
      let name = Self.otherNames[name] ?? name
      if Self.names.contains(name) { set(name, value) }
    }
  }

  private static func isFontSize(_ value: Bytes) -> Bool {
    CSSLength(value) != nil || value.contains(UInt8(ascii: "("))
      || fontSizes.contains(HTMLName(value)) || relativeSizes.contains(HTMLName(value))
  }

  private static let sizes: [HTMLName] = ["height", "max-height", "width", "max-width"]
  private static let offsets: [HTMLName] = [
    "left", "right", "top", "text-indent", "margin-left", "margin-top",
  ]
  private static let names = Set(sizes + offsets).union(
    Set(
      names: """
        display visibility opacity font-size overflow white-space font-weight font-style \
        text-decoration list-style position color background-color background-image clip clip-path \
        transform filter content-visibility
        """
    )
  )
  private static let otherNames: [HTMLName: HTMLName] = [
    "text-decoration-line": "text-decoration", "list-style-type": "list-style",
    "-webkit-text-fill-color": "color", "-webkit-clip-path": "clip-path",
    "-webkit-transform": "transform", "scale": "transform", "-webkit-filter": "filter",
  ]

  /// The offsets that move the element or its text: the first three only move what is positioned.
  private var movedOffsets: ArraySlice<HTMLName> {
    let isMoved = !self["position"].isEmpty && HTMLName(self["position"]) != "static"
    return isMoved ? Self.offsets[...] : Self.offsets[3...]
  }

  /// Outlook's borders above the header of a quoted message: from 2007 on, and from 2013 on.
  private static let headers: [HTMLName] = ["solid #b5c4df 1.0pt", "solid #e1e1e1 1.0pt"]

  func apply(to element: inout HTMLElement) {
    let lengths = Self.sizes.compactMap { CSSLength(self[$0]) }
    if lengths.contains(where: \.isPixel) { element.effect.isPixel = true }
    if isOutlookHeader { element.effect.isQuoteForGood = true }
    if isOutlookQuote { element.effect.isQuote = true }
    let shown = HTMLName(self["display"])
    if shown == "none" {
      element.effect.hides = true
    } else if !self["display"].isEmpty {
      element.effect.hides = false
      let isInLine = element.layout == .inline || element.layout == .cell && !element.isPartOfTable
      if isInLine, Self.blocks.contains(shown) { element.layout = .block }
    }
    switch HTMLName(self["visibility"]) {
    case "hidden", "collapse": element.effect.isVisible = false
    case "visible": element.effect.isVisible = true
    default: break
    }
    switch HTMLName(self["white-space"]) {
    case "pre", "pre-wrap", "pre-line", "break-spaces": element.effect.isPreformatted = true
    case "normal", "nowrap": element.effect.isPreformatted = false
    default: break
    }
    if let opacity = CSSLength(self["opacity"]), opacity.value <= 0 { element.effect.hides = true }
    if movedOffsets.contains(where: { CSSLength(self[$0]).map { $0.value <= -999 } ?? false }) {
      element.effect.hides = true
    }
    if isClipped || HTMLName(self["content-visibility"]) == "hidden" { element.effect.hides = true }
    element.effect.add(
      color: self["color"],
      ground: self["background-color"],
      picture: self["background-image"]
    )
    // Inline text and tables grow to the height that they need, so they are not hidden.
    if lengths.contains(where: \.isNothing), !self["overflow"].isEmpty,
      HTMLName(self["overflow"]) != "visible",
      element.layout == .block || element.layout == .paragraph, !element.isPartOfTable
    {
      element.effect.hides = true
    }
    if let size = CSSLength(self["font-size"]) {
      if size.isTiny {
        element.effect.isTiny = true
      } else if size.isAbsolute {
        element.effect.isTiny = false
      }
    } else if Self.fontSizes.contains(HTMLName(self["font-size"])) {
      element.effect.isTiny = false
    }
    applyLetters(to: &element.effect)
    for word in self["list-style"].split(separator: 0x20) {
      let name = HTMLName(Bytes(rebasing: word))
      if name == "none" { element.effect.isUnmarked = true }
      if let style = ListMarks.Style(keyword: name) { element.effect.listStyle = style }
    }
  }

  /// Whether there is a declaration that hides or shows the element.
  var decidesVisibility: Bool {
    let names: [HTMLName] = [
      "display", "visibility", "opacity", "font-size", "clip", "clip-path", "transform", "filter",
      "color",
    ]
    return (names + Self.sizes).contains { !self[$0].isEmpty }
  }

  /// Whether nothing of the element remains: by its clip, its scale or its filter.
  private var isClipped: Bool {
    let place = HTMLName(self["position"])
    if place == "absolute" || place == "fixed",
      let rectangle = CSSFunction(self["clip"], "rect"), rectangle.lengths.count == 4
    {
      let edges = rectangle.lengths.map(\.value)
      if edges[2] - edges[0] <= 1 && edges[1] - edges[3] <= 1 { return true }
    }
    if let inset = CSSFunction(self["clip-path"], "inset")?.lengths.first, inset.unit == "%",
      inset.value >= 50
    {
      return true
    }
    for name: StaticString in ["circle", "ellipse"] {
      if let size = CSSFunction(self["clip-path"], name)?.lengths.first, size.value <= 0 {
        return true
      }
    }
    for name: StaticString in ["scale", "scalex", "scaley", "scale3d"] {
      if CSSFunction(self["transform"], name)?.lengths.contains(where: { $0.value == 0 }) == true {
        return true
      }
    }
    if let scale = CSSLength(self["transform"]), scale.value == 0 { return true }
    return CSSFunction(self["filter"], "opacity")?.lengths.first.map { $0.value <= 0 } ?? false
  }

  private func applyLetters(to effect: inout HTMLEffect) {
    func set(_ style: TextStyle, _ isSet: Bool) {
      effect.style.remove(style)
      if isSet { effect.style.insert(style) } else { effect.unstyled.insert(style) }
    }
    if let isBold = Self.isBold(self["font-weight"]) { set(.bold, isBold) }
    if Self.slants.contains(HTMLName(self["font-style"])) {
      set(.italic, true)
    } else if HTMLName(self["font-style"]) == "normal" {
      set(.italic, false)
    }
    for word in self["text-decoration"].split(separator: 0x20) {
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
