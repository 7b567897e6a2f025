/// A FETCH response; nil for values that are missing or unreadable.
public struct FetchedMessage: Sendable, Hashable {
  public let sequenceNumber: UInt32
  public var uid: UInt32?
  /// The flags as the server writes them, such as `\Seen`.
  public var flags: [String]?
  /// When the message arrived, in seconds since 1970.
  public var internalDate: Int64?
  /// The size of the whole message in bytes, as counted by the server, which may be wrong.
  public var size: UInt32?
  /// The body structure; if it is missing or unreadable, the whole message must be fetched.
  public var structure: BodyStructure?
  /// The bytes of each section; nil if the server has none (`NIL`, or no value at all).
  public var sections: [Section: [UInt8]?] = [:]

  public init(sequenceNumber: UInt32) { self.sequenceNumber = sequenceNumber }

  /// The bytes of a section; nil if it is missing, or if the server has none.
  public func bytes(of section: Section) -> [UInt8]? {
    sections[section] ?? nil
  }
}

/// A section of a message, as in `BODY[1.2.MIME]`. Sections in a response are matched with the
/// requested ones by kind, since servers write the names of header fields in various ways. The
/// offset of a range is not kept: the client knows which range it has requested.
public struct Section: Sendable, Hashable, CustomStringConvertible {
  /// The raw values are IMAP's own words.
  public enum Kind: String, Sendable, Hashable {
    /// The whole message, or the body of the part.
    case whole = ""
    case header = "HEADER"
    /// Some fields of the header: HEADER.FIELDS or HEADER.FIELDS.NOT.
    case headerFields = "HEADER.FIELDS"
    case text = "TEXT"
    /// The header of the part itself.
    case mime = "MIME"
  }

  /// The part's number, as `[1, 2]`; empty for the message.
  public let part: [Int]
  public let kind: Kind

  public init(part: [Int] = [], _ kind: Kind) { (self.part, self.kind) = (part, kind) }

  /// The section as in brackets: `1.2.MIME`.
  public var description: String {
    (part.map(String.init) + (kind == .whole ? [] : [kind.rawValue])).joined(separator: ".")
  }
}

/// Reads the items of a FETCH response. Unknown items are skipped, and an unreadable item does not
/// affect the others.
struct FetchReader {
  private var tokens: Tokens
  private let limits: ResponseLimits

  /// - Parameter tokens: the tokens after `FETCH`.
  init(_ tokens: Tokens, limits: ResponseLimits) {
    self.tokens = tokens
    self.limits = limits
  }

  mutating func read(sequenceNumber: UInt32) -> FetchedMessage {
    var message = FetchedMessage(sequenceNumber: sequenceNumber)
    guard tokens.peekToken() == UInt8(ascii: "(") else { return message }
    tokens.skip()
    while let byte = tokens.peekToken(), byte != UInt8(ascii: ")") {
      let name = itemName()
      if name.isEmpty {
        // Skips the rest of an unknown item.
        tokens.skipValue()
      } else if tokens.peek == UInt8(ascii: "[") || isSpacedSection(name) {
        readSection(name, into: &message)
      } else if hasValue() {
        readItem(name, into: &message)
      }
    }
    return message
  }

  /// Reads a name up to a bracket: the `BODY` of `BODY[]`. Empty if no name follows.
  private mutating func itemName() -> Range<Int> {
    guard let byte = tokens.peek, byte.uppercased >= UInt8(ascii: "A"),
      byte.uppercased <= UInt8(ascii: "Z")
    else { return tokens.index..<tokens.index }
    return tokens.word(endingAt: UInt8(ascii: "["))
  }

  /// Whether a value follows, not the next item's name or the end.
  private mutating func hasValue() -> Bool {
    switch tokens.peekToken() {
    case nil, UInt8(ascii: ")"): return false
    case UInt8(ascii: "("), .quote: return true
    default: break
    }
    var ahead = tokens
    let word = ahead.word(endingAt: UInt8(ascii: "["))
    return !Self.names.contains { ahead.matches(word, $0) }
  }

  private static let names: [StaticString] = [
    "UID", "FLAGS", "INTERNALDATE", "MODSEQ", "RFC822.SIZE", "BODYSTRUCTURE", "BODY",
  ]

  private mutating func readItem(_ name: Range<Int>, into message: inout FetchedMessage) {
    if tokens.matches(name, "UID") {
      message.uid = tokens.identifier()
    } else if tokens.matches(name, "FLAGS") {
      message.flags = tokens.list()
      if message.flags == nil { tokens.skipValue() }
    } else if tokens.matches(name, "INTERNALDATE") {
      message.internalDate = tokens.text().flatMap { InternalDate.seconds($0) }
    } else if tokens.matches(name, "RFC822.SIZE") {
      message.size = tokens.size()
    } else if tokens.matches(name, "BODYSTRUCTURE") || tokens.matches(name, "BODY") {
      message.structure = structure()
    } else {
      tokens.skipValue()
    }
  }

  /// Skips the structure first, so that reading the items after it does not depend on its contents.
  private mutating func structure() -> BodyStructure? {
    let start = tokens
    tokens.skipValue()
    var reader = BodyStructureReader(tokens.since(start), limits: limits)
    return reader.read()
  }
}

// MARK: Sections

extension FetchReader {
  /// Whether there is a space between `BODY` and its bracket.
  private mutating func isSpacedSection(_ name: Range<Int>) -> Bool {
    tokens.matches(name, "BODY") && tokens.peekToken() == UInt8(ascii: "[")
  }

  /// The highest number of sections read from one response: more than the client ever requests.
  private static let mostSections = 10_000

  private mutating func readSection(_ name: Range<Int>, into message: inout FetchedMessage) {
    tokens.skip()
    let specification = sectionSpecification()
    skipOffset()
    let isBody = tokens.matches(name, "BODY") || tokens.matches(name, "BODY.PEEK")
    let value = hasValue() ? tokens.string() : .null
    if case .missing = value { tokens.skipValue() }
    guard isBody, let (part, kind) = specification, message.sections.count < Self.mostSections
    else { return }
    let section = Section(part: part, kind)
    message.sections.updateValue(tokens.content(of: value), forKey: section)
  }

  /// Reads up to the closing bracket. Nil for a section that the client never requests.
  private mutating func sectionSpecification() -> ([Int], Section.Kind)? {
    tokens.skipSpaces()
    var name: [UInt8] = []
    while let byte = tokens.peek, byte != .space, byte != UInt8(ascii: "("),
      byte != UInt8(ascii: "]")
    {
      if byte != .quote { name.append(byte) }
      tokens.skip()
    }
    // Skips the names of fields.
    while let byte = tokens.peekToken(), !tokens.consume(UInt8(ascii: "]")) {
      if byte == UInt8(ascii: "(") { tokens.skipValue() } else { tokens.skip() }
    }
    return Self.specification(name[...])
  }

  private static func specification(_ name: ArraySlice<UInt8>) -> ([Int], Section.Kind)? {
    var part: [Int] = []
    var rest = name
    while let first = rest.first, first.isDigit {
      let digits = rest.prefix { $0.isDigit }
      let number = Tokens.literalLength(digits)
      guard number <= Int(UInt32.max), part.count < 1000 else { return nil }
      part.append(number)
      rest = rest.dropFirst(digits.count)
      if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst() }
    }
    return kind(rest).map { (part, $0) }
  }

  private static func kind(_ name: ArraySlice<UInt8>) -> Section.Kind? {
    let kinds: [(StaticString, Section.Kind)] = [
      ("", .whole), ("HEADER", .header), ("HEADER.FIELDS", .headerFields),
      ("HEADER.FIELDS.NOT", .headerFields), ("TEXT", .text), ("MIME", .mime),
    ]
    return kinds.first { $0.0.equals(name) }?.1
  }

  /// Skips an offset such as `<0>`.
  private mutating func skipOffset() {
    guard tokens.consume(UInt8(ascii: "<")) else { return }
    _ = tokens.word(endingAt: UInt8(ascii: ">"))
    _ = tokens.consume(UInt8(ascii: ">"))
  }
}
