/// A start tag, with the attributes that matter for the text. The values are the page's own bytes,
/// with character references unresolved.
struct HTMLTag {
  let name: HTMLName
  /// Whether the tag ends with `/>`, which matters only in SVG and MathML.
  var isClosed = false
  private var attributes: [(name: HTMLName, value: Bytes)] = []

  init(name: HTMLName) { self.name = name }

  subscript(_ name: HTMLName) -> Bytes { attributes.first { $0.name == name }?.value ?? .none }

  func has(_ name: HTMLName) -> Bool { attributes.contains { $0.name == name } }

  /// Adds an attribute, if it matters for the text or is one of the further ones, and the tag has
  /// none of that name.
  mutating func add(_ name: Bytes, _ value: Bytes, _ further: Set<HTMLName>) {
    let name = HTMLName(Bytes(rebasing: name.prefix(Self.limit)))
    guard Self.known.contains(name) || further.contains(name), !has(name) else { return }
    attributes.append((name, Bytes(rebasing: value.prefix(Self.limit))))
  }

  /// The limit of a name, and of a value, in bytes; the rest is ignored.
  private static let limit = 4_096

  /// The attributes to read. Programs mark quotes by `name`, `data-marker` or their own attributes.
  private static let known = Set(
    names: """
      alt background bgcolor border charset checked cite class color colspan content data-marker \
      data-o-mail-quote data-signature-widget face height hidden href http-equiv id media name open \
      placeholder popover reversed role rowspan selected size src start style text type value width
      """
  )

  // MARK: Numbers

  /// Returns the number in an attribute; nil if there is none.
  func number(_ name: HTMLName) -> Int? {
    let digits = self[name].trimmed.prefix(6).prefix { $0.isDigit || $0 == 0x2D }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// Returns the number of columns or rows that a cell takes.
  func span(_ name: HTMLName) -> Int16 {
    Int16(min(max(1, number(name) ?? 1), TableCell.spanLimit))
  }
}

extension HTMLTag {
  /// Whether the tag ends the SVG or MathML around it (13.2.6.5).
  var breaksOutOfForeign: Bool {
    Self.breakingOut.contains(name)
      || name == "font" && (has("size") || has("color") || has("face"))
  }

  private static let breakingOut = Set(
    names: """
      b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img \
      li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var
      """
  )

  /// Elements that may contain HTML elements.
  static let htmlHoldersInSVG = Set(names: "foreignobject desc title")
  static let htmlHoldersInMath = Set(names: "mi mo mn ms mtext")
}

/// A name in a page's markup, ignoring case. Takes two machine words, so that names are compared
/// quickly and allocate no memory.
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

  /// Appends a byte. If the name has more than 16 bytes, its first bytes are mixed into the others.
  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    high = (high << 8 | low >> 56) &+ (high >> 56) &* 0x9E37_79B9_7F4A_7C15
    low = low << 8 | UInt64(byte.lowercased)
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
