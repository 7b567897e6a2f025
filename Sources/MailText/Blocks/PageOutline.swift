/// The structure of an HTML page or plain text: which headings, lists and so on contain its text.
/// It is built while the page is read. Each part of a line refers to its innermost node.
final class PageOutline {
  enum Kind: Equatable {
    case page
    case heading(Int)
    case quote
    case list
    /// A list whose items have neither numbers nor bullets, as in menus.
    case plainList
    /// - mark: the item's number, letter or bullet; empty for none.
    case item(mark: String)
    /// - isLayout: whether the page declares that the table is only layout.
    /// - isData: whether the page declares that the table holds data, or draws its lines.
    case table(isLayout: Bool, isData: Bool)
    case row
    case cell(isHeader: Bool, columns: Int16, rows: Int16)
    case preformatted
  }

  struct Node {
    let kind: Kind
    /// The parent's index. The root is its own parent.
    let parent: Int32
    let depth: Int32
  }

  private struct Link {
    let address: String
    var hasWords = false
    var hasPicture = false
  }

  /// Whether the text has markup. In plain text, ``TextColumns`` looks for columns.
  let hasMarkup: Bool
  private(set) var nodes = [Node(kind: .page, parent: 0, depth: 0)]
  /// The links; the first one stands for all text outside of links.
  private var links = [Link(address: "")]
  /// The links' numbers by their addresses.
  private var linkNumbers: [String: Int32] = [:]
  /// The marks of the lists' next items, by the list's node.
  private var marks: [Int32: ListMarks] = [:]
  /// The rows added for cells that are directly in a table, by the table's node.
  private var impliedRows: [Int32: Int32] = [:]
  /// Whether the page has more nodes than the limit, so that not all of its structure is known.
  private(set) var isFull = false

  static let page: Int32 = 0
  /// The limit of nodes; a page with more is shown without structure.
  private static let limit = 50_000
  /// The limit of nested nodes. Text in deeper elements belongs to the deepest node around it.
  /// Newsletters have about 40 levels, three for each table in a table.
  private static let depthLimit = 96

  init(hasMarkup: Bool) { self.hasMarkup = hasMarkup }

  subscript(node: Int32) -> Node { nodes[Int(node)] }

  /// - Returns: the index of the new node, or of its parent if a limit is reached.
  func add(_ kind: Kind, in parent: Int32) -> Int32 {
    guard case .table = self[parent].kind else { return append(kind, in: parent) }
    switch kind {
    case .row: impliedRows[parent] = nil
    case .cell:
      let row = impliedRows[parent] ?? append(.row, in: parent)
      impliedRows[parent] = row
      return append(kind, in: row)
    default: break
    }
    return append(kind, in: parent)
  }

  private func append(_ kind: Kind, in parent: Int32) -> Int32 {
    guard self[parent].depth < Self.depthLimit else { return parent }
    guard nodes.count < Self.limit else {
      isFull = true
      return parent
    }
    nodes.append(Node(kind: kind, parent: parent, depth: self[parent].depth + 1))
    return Int32(nodes.count - 1)
  }

  /// Adds the node of an element, with its mark if it is an item.
  ///
  /// - Parameter itemCount: the number of items, for a list that counts down to 1.
  /// - Returns: nil for an element without a role in the structure.
  func add(
    _ tag: HTMLTag,
    _ name: HTMLName,
    _ effect: HTMLEffect,
    _ itemCount: Int?,
    in parent: Int32
  ) -> Int32? {
    guard var kind = Kind(name, tag, effect) else { return nil }
    if name == "li" { kind = .item(mark: mark(of: tag, style: effect.listStyle, in: parent)) }
    let node = add(kind, in: parent)
    if kind == .list, self[node].kind == .list {
      let (isOrdered, style) = (name == "ol", effect.listStyle)
      marks[node] = ListMarks(tag, isOrdered: isOrdered, style: style, count: itemCount)
    }
    return node
  }

  /// Returns the mark of the next item directly in a node, a bullet outside of lists.
  private func mark(of item: HTMLTag, style: ListMarks.Style?, in node: Int32) -> String {
    var list = node
    while list != Self.page {
      switch self[list].kind {
      case .list: return marks[list]?.mark(of: item, style: style) ?? ListMarks.bullet
      case .plainList: return ""
      case .item, .cell, .quote: return ListMarks.bullet
      default: list = self[list].parent
      }
    }
    return ListMarks.bullet
  }

  /// Returns the marks of the items that begin at a node, indented by the lists around them.
  ///
  /// - Parameter last: the last item that began; becomes the innermost item that begins here.
  func marks(ofItemsAt node: Int32, after last: inout Int32) -> String {
    var (marks, lists, inner, innermost) = ([String](), 0, node, last)
    while inner != Self.page {
      if case .item(let mark) = self[inner].kind {
        innermost = max(innermost, inner)
        if inner > last, !mark.isEmpty { marks.append(mark) } else { lists += mark.isEmpty ? 0 : 1 }
      }
      inner = self[inner].parent
    }
    last = innermost
    guard !marks.isEmpty else { return "" }
    return String(repeating: "  ", count: min(lists, 16))
      + marks.reversed().map { "\($0) " }.joined()
  }

  /// - Returns: the number of the link, from 1. Links to one address have one number, since a picture
  ///   beside a link's words often leads to the same page.
  func add(link: String) -> Int32 {
    if let number = linkNumbers[link] { return number }
    links.append(Link(address: link))
    linkNumbers[link] = Int32(links.count - 1)
    return Int32(links.count - 1)
  }

  func link(_ number: Int32) -> String? { number > 0 ? links[Int(number)].address : nil }

  func addWords(toLink number: Int32) { if number > 0 { links[Int(number)].hasWords = true } }

  /// - Returns: whether this is the link's first picture without a text.
  func addPicture(toLink number: Int32) -> Bool {
    defer { links[Int(number)].hasPicture = true }
    return !links[Int(number)].hasPicture
  }

  /// Returns the address of a link without words; empty for all others.
  func name(of place: TextPlace) -> String {
    links[Int(place.link)].hasWords ? "" : links[Int(place.link)].address
  }

  /// Returns the descendants of a node, in the page's order.
  func nodes(in node: Int32) -> Range<Int32> {
    let first = node + 1
    let depth = self[node].depth
    let end = nodes[Int(first)...].firstIndex { $0.depth <= depth } ?? nodes.count
    return first..<Int32(end)
  }
}

extension PageOutline.Kind {
  /// - Returns: nil for an element without a role in the structure.
  init?(_ name: HTMLName, _ tag: HTMLTag, _ effect: HTMLEffect) {
    guard Self.named.contains(name) else { return nil }
    let role = HTMLName(tag["role"])
    let isLayout = role == "presentation" || role == "none"
    switch name {
    // A definition of a term is indented, too.
    case "blockquote", "dd": self = .quote
    case "ol", "ul", "menu", "dir":
      self = effect.isUnmarked || isLayout ? .plainList : .list
    case "li": self = .item(mark: ListMarks.bullet)
    case "table":
      // A border attribute without a number draws lines, too.
      let isDrawn = tag.has("border") && tag.number("border") ?? 1 > 0
      let isData = isDrawn || role == "table" || role == "grid"
      self = .table(isLayout: isLayout, isData: isData)
    case "tr": self = .row
    case "td", "th":
      let (columns, rows) = (tag.span("colspan"), tag.span("rowspan"))
      self = .cell(isHeader: name == "th", columns: columns, rows: rows)
    default:
      let level = HTMLElement.headings.firstIndex(of: name)
      self = level.map { .heading($0 + 1) } ?? .preformatted
    }
  }

  private static let named = Set(
    names: """
      h1 h2 h3 h4 h5 h6 blockquote dd ol ul menu dir li table tr td th pre listing xmp plaintext
      """
  )
}

struct QuoteOutline {
  let outline = PageOutline(hasMarkup: false)
  /// The quotes around the last line, the outermost first.
  private var open: [Int32] = []

  /// The limit of nested quotes.
  private static let limit = 64

  mutating func node(ofDepth depth: Int) -> Int32 {
    open.removeLast(max(0, open.count - depth))
    while open.count < min(depth, Self.limit) {
      open.append(outline.add(.quote, in: open.last ?? PageOutline.page))
    }
    return open.last ?? PageOutline.page
  }
}

/// The position of a part of a line in a page, and the style of that part.
struct TextPlace: Equatable {
  /// The index of the node in ``PageOutline``.
  var node = PageOutline.page
  /// The number of a link; 0 for none.
  var link: Int32 = 0
  var style: TextStyle = []
}

/// The start and the content of a part of a text. The part extends to the next span.
struct TextSpan {
  enum Content: Equatable {
    case text(TextPlace)
    /// The `>` marks of a quoted line. Blocks show them as ``MessageBlock/quote(_:)``.
    case marks
    /// A ``PassageText/Item`` between the lines, by its index.
    case item(Int)
    /// A picture within a line, by its index.
    case picture(Int, TextPlace)
  }

  /// The index of the part's first byte.
  var start: Int
  var content: Content
}
