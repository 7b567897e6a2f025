/// A start tag, with the attributes that matter for its text. Their values are the page's own
/// bytes, with character references unresolved.
struct HTMLTag {
  let name: HTMLName
  /// Whether it ends in `/>`, which matters only in SVG and MathML.
  var isClosed = false

  private(set) var identifier = Bytes.none
  private(set) var classes = Bytes.none
  private(set) var style = Bytes.none
  /// An attribute of an anchor or a block, by which some programs mark quotes.
  private(set) var label = Bytes.none
  /// Zimbra's own attribute for this.
  private(set) var marker = Bytes.none
  private(set) var alternative = Bytes.none
  private(set) var source = Bytes.none
  private(set) var width = Bytes.none
  private(set) var height = Bytes.none
  /// For `<meta>`.
  private(set) var charset = Bytes.none
  private(set) var directive = Bytes.none
  private(set) var content = Bytes.none
  /// The target of a link.
  private(set) var target = Bytes.none
  private(set) var role = Bytes.none
  /// The number of a list's first item.
  private(set) var start: Int?
  /// The columns and rows that a cell takes.
  private(set) var columns = 1
  private(set) var rows = 1
  private(set) var flags: Flags = []

  struct Flags: OptionSet {
    let rawValue: UInt8
    static let hidden = Flags(rawValue: 1)
    static let open = Flags(rawValue: 2)
    static let quote = Flags(rawValue: 4)
    static let signature = Flags(rawValue: 8)
    /// A size, colour or face, with which a `<font>` belongs to HTML even in SVG.
    static let font = Flags(rawValue: 16)
    static let fontSize = Flags(rawValue: 32)
    /// For a `<blockquote>` that quotes mail.
    static let cite = Flags(rawValue: 64)
    /// For a table that draws its lines.
    static let border = Flags(rawValue: 128)
  }

  init(name: HTMLName) { self.name = name }

  /// The limit in bytes for reading a value.
  private static let limit = 4_096

  /// If a name occurs twice, the first attribute counts.
  mutating func add(_ name: Bytes, _ whole: Bytes) {
    let value = Bytes(rebasing: whole.prefix(Self.limit))
    func set(_ target: inout Bytes) {
      if target.baseAddress == nil { target = value }
    }
    switch HTMLName(Bytes(rebasing: name.prefix(Self.limit))) {
    case "id": set(&identifier)
    case "class": set(&classes)
    case "style": set(&style)
    case "name": set(&label)
    case "data-marker": set(&marker)
    case "alt": set(&alternative)
    case "src": set(&source)
    case "width": set(&width)
    case "height": set(&height)
    case "charset": set(&charset)
    case "http-equiv": set(&directive)
    case "content": set(&content)
    case "hidden": flags.insert(.hidden)
    case "open": flags.insert(.open)
    case "cite": flags.insert(.cite)
    case "type":
      if HTMLName(value) == "cite" { flags.insert(.cite) }
    case "data-o-mail-quote": flags.insert(.quote)
    case "data-signature-widget": flags.insert(.signature)
    case "size": flags.formUnion([.font, .fontSize])
    case "color", "face": flags.insert(.font)
    case "href": set(&target)
    case "role": set(&role)
    case "start": start = Self.number(value)
    case "colspan": columns = Self.span(value)
    case "rowspan": rows = Self.span(value)
    case "border": if Self.number(value) ?? 1 > 0 { flags.insert(.border) }
    default: break
    }
  }

  private static func number(_ value: Bytes) -> Int? {
    let digits = value.trimmed.prefix(6).prefix { $0.isDigit || $0 == 0x2D }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  private static func span(_ value: Bytes) -> Int {
    min(max(1, number(value) ?? 1), TableCell.spanLimit)
  }
}

/// A name in a page's markup, ignoring case: two machine words, which are compared at once and need
/// no memory of their own.
struct HTMLName: Hashable, ExpressibleByStringLiteral {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ name: Bytes) {
    for byte in name { append(byte) }
  }

  @inline(__always)
  init(stringLiteral name: StaticString) {
    for index in 0..<name.utf8CodeUnitCount { append(name.utf8Start[index]) }
  }

  @inline(__always)
  static func == (left: HTMLName, right: HTMLName) -> Bool {
    left.low == right.low && left.high == right.high
  }

  func hash(into hasher: inout Hasher) { hasher.combine(low ^ high &* 0x9E37_79B9_7F4A_7C15) }

  /// Bytes beyond 16 are mixed into the earlier ones.
  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    high = (high << 8 | low >> 56) &+ (high >> 56) &* 0x9E37_79B9_7F4A_7C15
    low = low << 8 | UInt64(byte.small)
  }
}

extension Set<HTMLName> {
  /// - Parameter names: names separated by single spaces.
  init(names: StaticString) {
    self = names.withUTF8Buffer {
      Set($0.split(separator: 0x20).map { HTMLName(Bytes(rebasing: $0)) })
    }
  }
}
