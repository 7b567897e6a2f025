/// What an element of HTML does to the text in it, and which of the open elements its tags end
/// (HTML Living Standard, 13.2.6 and 15.3).
struct HTMLElement {
  var layout = PageLines.Layout.inline
  var content = Content.elements
  var start = Start.plain
  var end = End.ordinary
  var barriers: Barriers = []
  var effect = HTMLEffect()

  /// What may stand in it.
  enum Content {
    case elements
    /// Nothing; it has no end tag.
    case nothing
    /// Text with character references, and no tags.
    case text
    /// Text as it is.
    case plainText
    /// What is not to be read.
    case skipped
    /// All that follows.
    case rest
  }

  /// What its start tag ends.
  enum Start {
    case plain
    /// A paragraph.
    case block
    case heading
    case item
    case definition
    case button
    /// The one that it stands in: links and `<nobr>`.
    case formatting
    /// The one right around it.
    case option
    case ruby
    case form
    case table
    case tablePart
    case tableRow
    case tableCell
    /// Counts once, at the beginning.
    case page
  }

  /// Which open element its end tag ends, and where it stops looking.
  enum End {
    /// The innermost of its name, unless a special element stands in between.
    case ordinary
    case block
    case paragraph
    case item
    case heading
    case tablePart
    case template
    /// Only itself, and none of those in it.
    case form
    case formatting
    case none
  }

  /// What an end tag does not reach beyond.
  struct Barriers: OptionSet {
    let rawValue: UInt8
    static let scope = Barriers(rawValue: 1)
    static let list = Barriers(rawValue: 2)
    static let button = Barriers(rawValue: 4)
    static let table = Barriers(rawValue: 8)
    /// For the start of another list item.
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

  /// Whether it holds parts of a table only: what else stands right in it is shown before that.
  var holdsPartsOnly: Bool {
    start == .table || isPartOfTable && !barriers.contains(.scope)
  }

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
    set("button") { ($0.start, $0.end) = (.button, .block) }
    set("object applet marquee select") { $0.end = .block }
    set("rb rt rp rtc") { $0.start = .ruby }
    set("template") { $0.end = .template }
    set(formatting) { $0.end = .formatting }
    set("a nobr") { $0.start = .formatting }

    set("table") { $0 = $0.laidOut(.paragraph, start: .table, end: .tablePart) }
    set("caption tbody tfoot thead") {
      $0 = $0.laidOut(.block, start: .tablePart, end: .tablePart)
    }
    // Nothing in it is shown there.
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
    set("signature") { $0.effect.isSignature = true }
    set("label legend") { ($0.layout, $0.effect.isTeaser) = (.block, true) }
    set("a button") { $0.effect.isLink = true }
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
  /// A form cannot be filled in here.
  private static let hidden: StaticString = "area datalist rp select title"
  /// In their place, browsers show something else, or nothing.
  private static let undrawn: StaticString = "audio canvas math meter progress svg template video"
}
