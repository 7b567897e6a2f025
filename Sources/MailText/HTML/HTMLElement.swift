/// An HTML element's effect on the text in it, and the rules by which its tags end open elements
/// (HTML Living Standard, 13.2.6 and 15.3).
struct HTMLElement {
  var layout = PageLines.Layout.inline
  var content = Content.elements
  var start = Start.plain
  var end = End.ordinary
  var barriers: Barriers = []
  var effect = HTMLEffect()
  var labels = HTMLLabels.none

  /// The content that the element may have.
  enum Content {
    case elements
    /// Nothing; there is no end tag.
    case nothing
    /// Text with character references, and no tags.
    case text
    /// Text without character references.
    case plainText
    case skipped
    case rest
  }

  /// The open elements that a start tag ends.
  enum Start {
    case plain
    case block
    case heading
    case item
    case definition
    case button
    /// An open element of the same name: for links and `<nobr>`.
    case formatting
    /// An option directly around the new element.
    case option
    case ruby
    case form
    case table
    case tablePart
    case tableRow
    case tableCell
    /// None. The tag counts only if no element is open, or as `<body>` directly in `<html>`.
    case page
  }

  /// The open element that an end tag ends, and the barrier that stops the search for the element.
  enum End {
    /// The innermost element of the same name, unless a barrier of kind `special` is in between.
    case ordinary
    case block
    case paragraph
    case item
    case heading
    case tablePart
    case template
    /// The element itself, but not the elements in it.
    case form
    case formatting
    case none
  }

  /// Kinds of elements that stop the search for the open element that a tag ends.
  struct Barriers: OptionSet {
    let rawValue: UInt8
    static let scope = Barriers(rawValue: 1)
    static let list = Barriers(rawValue: 2)
    static let button = Barriers(rawValue: 4)
    static let table = Barriers(rawValue: 8)
    /// Stops the search for the last list item or definition when another starts.
    static let item = Barriers(rawValue: 16)
    static let special = Barriers(rawValue: 32)
    static let all: Barriers = [.scope, .list, .button, .table, .item, .special]
  }

  var isPartOfTable: Bool {
    switch start {
    case .table, .tablePart, .tableRow, .tableCell: true
    default: false
    }
  }

  /// Whether the element may contain only parts of a table. Other content directly in it is shown
  /// before the table.
  var holdsPartsOnly: Bool {
    start == .table || isPartOfTable && !barriers.contains(.scope)
  }

  static let headings: [HTMLName] = ["h1", "h2", "h3", "h4", "h5", "h6"]

  static func named(_ name: HTMLName) -> HTMLElement { known[name] ?? HTMLElement() }

  private static let known: [HTMLName: HTMLElement] = {
    var known: [HTMLName: HTMLElement] = [:]
    func set(_ names: StaticString, _ change: (inout HTMLElement) -> Void) {
      for name in Set(names: names) { change(&known[name, default: HTMLElement()]) }
    }
    set(special) { $0.barriers = [.special, .item] }
    set("address div p") { $0.barriers = .special }
    set(scopes) { $0.barriers.formUnion([.scope, .list, .button]) }
    set("table template html") { $0.barriers = .all }
    set("ul ol") { $0.barriers.insert(.list) }
    set("button") { $0.barriers.insert(.button) }

    set(blocks) { $0 = $0.laidOut(.block, start: .block, end: .block) }
    set("ul ol dl blockquote pre listing") { $0.layout = .paragraph }
    set("p") { $0 = $0.laidOut(.paragraph, start: .block, end: .paragraph) }
    set("h1 h2 h3 h4 h5 h6") { $0 = $0.laidOut(.paragraph, start: .heading, end: .heading) }
    set("li") { $0 = $0.laidOut(.block, start: .item, end: .item) }
    set("dd dt") { $0 = $0.laidOut(.block, start: .definition, end: .block) }
    set("form") { $0 = $0.laidOut(.block, start: .form, end: .form) }
    set("option optgroup") { $0 = $0.laidOut(.block, start: .option, end: .ordinary) }
    set("button") { $0 = $0.laidOut(.cell, start: .button, end: .block) }
    set("object applet marquee select") { $0.end = .block }
    set("rb rt rp rtc") { $0.start = .ruby }
    set("template") { $0.end = .template }
    set(formatting) { $0.end = .formatting }
    set("a nobr") { $0.start = .formatting }

    set("table") { $0 = $0.laidOut(.paragraph, start: .table, end: .tablePart) }
    set("caption tbody tfoot thead") {
      $0 = $0.laidOut(.block, start: .tablePart, end: .tablePart)
    }
    // A column group never becomes an open element, so its content is shown before the table.
    set("colgroup") { ($0.start, $0.content, $0.end) = (.tablePart, .nothing, .none) }
    set("tr") { $0 = $0.laidOut(.block, start: .tableRow, end: .tablePart) }
    set("td th") { $0 = $0.laidOut(.cell, start: .tableCell, end: .tablePart) }

    set("html body") { $0 = $0.laidOut(.block, start: .page, end: .none) }
    set("head frameset") { ($0.content, $0.end) = (.nothing, .none) }
    set(empty) { ($0.content, $0.end) = (.nothing, .none) }
    set("hr") { $0 = $0.laidOut(.paragraph, start: .block, end: .none) }
    set("script style iframe noembed noframes") { $0.content = .skipped }
    set("textarea") { $0.layout = .block }
    set("title textarea") { $0.content = .text }
    set("xmp") { $0.content = .plainText }
    set("plaintext") { $0.content = .rest }

    set(hidden) { $0.effect.hides = true }
    set("pre listing textarea xmp plaintext") { $0.effect.isPreformatted = true }
    set(undrawn) { $0.effect.isDrawn = false }
    set("includetail") { $0.effect.isQuote = true }
    set("blockquote") { $0.effect.isIndent = true }
    set("dt") { $0.effect.style = .bold }
    set("dd") { $0.effect.isDefinition = true }
    set("signature") { $0.effect.isSignature = true }
    set("label legend") { $0.effect.isTeaser = true }
    set("legend") { $0.layout = .block }
    set("a button") { $0.effect.isLink = true }
    set("b strong") { $0.effect.style = .bold }
    set("cite dfn em i var") { $0.effect.style = .italic }
    set("ins u") { $0.effect.style = .underline }
    set("del s strike") { $0.effect.style = .strikethrough }
    set("code kbd samp tt") { $0.effect.style = .code }
    set("sup") { $0.effect.style = .superscript }
    set("sub") { $0.effect.style = .subscript }
    return known
  }()

  private func laidOut(_ layout: PageLines.Layout, start: Start, end: End) -> HTMLElement {
    var element = self
    (element.layout, element.start, element.end) = (layout, start, end)
    return element
  }

  private static let special: StaticString = """
    applet article aside blockquote body button caption center colgroup dd details dir dl dt \
    fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup html li \
    listing main marquee menu nav noscript object ol plaintext pre search section select summary \
    table tbody td template tfoot th thead title textarea tr ul xmp
    """
  private static let scopes: StaticString = "applet caption td th marquee object select"
  private static let blocks: StaticString = """
    address article aside blockquote center details dialog dir div dl fieldset figcaption figure \
    footer header hgroup listing main menu nav ol plaintext pre search section summary ul xmp
    """
  private static let formatting: StaticString = """
    a b big code em font i nobr s small strike strong tt u
    """
  private static let empty: StaticString = """
    area base basefont bgsound br col embed frame hr img image input keygen link meta param source \
    track wbr
    """
  private static let hidden: StaticString = "datalist rp title"
  /// Elements for which browsers show something other than the content, or nothing.
  private static let undrawn: StaticString = "audio canvas math meter progress svg template video"
}
