import IMAP

/// Which sections of a message are fetched to read it, besides its header: the texts that are
/// shown, and the headers of all parts. The contents of files and pictures are not.
struct WantedSections: Hashable, Sendable {
  /// Sections of one part.
  struct Item: Hashable, Sendable {
    /// The raw value stands behind the part's number in ``WantedSections/text``.
    enum Kind: String, Hashable, Sendable {
      /// The header and the content of a part.
      case part = ""
      /// The header of a part whose content is not shown.
      case file = "f"
      /// The header of a message in the message.
      case message = "m"
      /// All that stands below the header of a message.
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

  /// Of each text, in bytes: no more than that is shown.
  static let textLimit = ReadMessage.textLimit
  /// All of them are less than the responses to a flight may be.
  static let textCountLimit = 24
  /// Names of more files are taken from the structure.
  static let fileLimit = 40

  /// - Returns: nil where the message has so many texts that it is best read whole.
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

  // MARK: As a text

  /// A short form to be stored, such as `1.1,1.2,2f`.
  var text: String {
    items.map { $0.number.map(String.init).joined(separator: ".") + $0.kind.rawValue }
      .joined(separator: ",")
  }

  /// Reads the short form; nil where it is none.
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

  // MARK: Of a structure

  private mutating func add(_ kind: Item.Kind, _ number: [Int]) {
    items.append(Item(number: number, kind: kind))
  }

  /// - Parameter number: of the message in the one that is fetched.
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
      // What a server takes for a multipart without parts may be text.
      if !isOtherwiseRead { add(.part, number) }
    }
  }

  /// The parts of a multipart that are looked at, as ``MessageContent`` looks at them.
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
      // A plain text may do no more than refer to a page.
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
