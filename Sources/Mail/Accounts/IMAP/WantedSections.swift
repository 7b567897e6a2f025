import IMAP

/// The sections to fetch for reading a message, besides its header: the shown texts, and the
/// headers of all parts, but not the contents of files and pictures.
struct WantedSections: Hashable, Sendable {
  /// Sections of one part.
  struct Item: Hashable, Sendable {
    /// The raw value follows the part's number in ``WantedSections/text``.
    enum Kind: String, Hashable, Sendable {
      /// The header and the content of a part.
      case part = ""
      /// The header of a part whose content is not shown.
      case file = "f"
      /// The header of a message inside the message.
      case message = "m"
      /// Everything below the header of a message.
      case text = "t"
    }

    /// Empty for the message itself.
    let number: [Int]
    let kind: Kind

    var sections: [Section] {
      switch kind {
      case .part: [Section(part: number, .mime), Section(part: number, .whole)]
      case .file: [Section(part: number, .mime)]
      case .message: [Section(part: number, .header)]
      case .text: [Section(part: number, .text)]
      }
    }
  }

  private(set) var items: [Item] = []

  /// The limit of each text in bytes; no more is shown.
  static let textLimit = ReadMessage.textLimit
  /// The limit of texts: all together stay below the limit of a flight.
  static let textCountLimit = 24
  /// The limit of file headers; names of further files are taken from the structure.
  static let fileLimit = 40

  /// - Returns: nil where the message has so many texts that it is best fetched as a whole.
  init?(_ structure: BodyStructure) {
    addMessage(structure, number: [])
    guard items.count(where: { $0.kind != .file }) <= Self.textCountLimit else { return nil }
    var files = 0
    items.removeAll { item in
      files += item.kind == .file ? 1 : 0
      return item.kind == .file && files > Self.fileLimit
    }
  }

  /// In the order of the message.
  var sections: [Section] { items.flatMap(\.sections) }

  // MARK: Text form

  /// A short form for the store, such as `1.1,1.2,2f`.
  var text: String {
    items.map { $0.number.map(String.init).joined(separator: ".") + $0.kind.rawValue }
      .joined(separator: ",")
  }

  /// Parses the short form; nil for any other text.
  init?(text: String) {
    for word in text.split(separator: ",", omittingEmptySubsequences: false) where text != "" {
      let digits = word.prefix { $0 == "." || $0.isNumber }
      let number = digits.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
      guard let kind = Item.Kind(rawValue: String(word[digits.endIndex...])) else { return nil }
      let known = digits.isEmpty ? [] : number.compactMap(\.self)
      guard digits.isEmpty || known.count == number.count, known.allSatisfy({ $0 > 0 }),
        kind == .text || !known.isEmpty
      else { return nil }
      items.append(Item(number: known, kind: kind))
    }
    guard items.count <= Self.textCountLimit + Self.fileLimit else { return nil }
  }

  // MARK: Selection

  private mutating func add(_ kind: Item.Kind, _ number: [Int]) {
    items.append(Item(number: number, kind: kind))
  }

  /// - Parameter number: the number of a message inside the fetched one.
  private mutating func addMessage(
    _ structure: BodyStructure,
    number: [Int],
    isOtherwiseRead: Bool = false
  ) {
    switch structure {
    case .multipart(let multipart, let children) where structure.holdsParts:
      addChildren(multipart, children, number, isOtherwiseRead)
    case .message(let part, let nested) where part.isPlainMessage:
      add(.message, number + [1])
      addMessage(nested, number: number + [1], isOtherwiseRead: isOtherwiseRead)
    case .part(let part), .message(let part, _):
      if part.isShown, !isOtherwiseRead { add(.text, number) }
    case .multipart:
      if !isOtherwiseRead { add(.text, number) }
    }
  }

  private mutating func addPart(
    _ structure: BodyStructure,
    number: [Int],
    isOtherwiseRead: Bool
  ) {
    switch structure {
    case .multipart(let multipart, let children) where structure.holdsParts:
      addChildren(multipart, children, number, isOtherwiseRead)
    case .message(let part, let nested) where part.isPlainMessage:
      add(.message, number)
      addMessage(nested, number: number, isOtherwiseRead: isOtherwiseRead)
    case .part(let part), .message(let part, _):
      if !part.isShown { add(.file, number) } else if !isOtherwiseRead { add(.part, number) }
    case .multipart:
      // A multipart that has no parts according to the server may be text.
      if !isOtherwiseRead { add(.part, number) }
    }
  }

  /// Adds the parts of a multipart that are read, by the same rules as in ``MessageContent``.
  private mutating func addChildren(
    _ multipart: Multipart,
    _ children: [BodyStructure],
    _ number: [Int],
    _ isOtherwiseRead: Bool
  ) {
    guard multipart.subtype != "encrypted" else { return }
    var read = Set(children.indices)
    if multipart.subtype == "alternative" {
      let kinds = children.map { TextKind(firstIn: $0) }
      let ranking = TextKind.ranking(kinds)
      read = [ranking.first ?? children.count - 1]
      // A plain text may only refer to the HTML version.
      if kinds.contains(.plain), ranking.count > 1 { read.insert(ranking[1]) }
    }
    for (index, child) in children.enumerated() {
      addPart(
        child,
        number: number + [index + 1],
        isOtherwiseRead: isOtherwiseRead || !read.contains(index)
      )
    }
  }
}
