import IMAP

/// The first request for reading a message.
enum ReadingPlan: Hashable, Sendable {
  case whole
  /// Fetches the texts that the structure showed when the message was listed, and the structure
  /// again, to check that these are the right texts.
  case sections(WantedSections)

  /// The size in bytes up to which a message costs less than another round trip.
  private static let smallMessage = 32 << 10

  /// - Parameter size: the size of the whole message in bytes, as counted by the server.
  /// - Returns: nil if the structure is unknown, and the size unknown or large.
  init?(_ structure: BodyStructure?, size: UInt32?) {
    if let structure {
      self = PartTree(structure).flatMap { WantedSections($0) }.map { .sections($0) } ?? .whole
    } else if let size, size > 0, size <= Self.smallMessage {
      self = .whole
    } else {
      return nil
    }
  }

  /// Reads a stored plan.
  init?(_ hint: PlaceHint?) {
    guard case .structure(let text) = hint else { return nil }
    if text == Self.wholeText {
      self = .whole
    } else if let sections = WantedSections(text: text) {
      self = .sections(sections)
    } else {
      return nil
    }
  }

  var hint: PlaceHint {
    switch self {
    case .whole: .structure(Self.wholeText)
    case .sections(let sections): .structure(sections.text)
    }
  }

  private static let wholeText = "*"
}

/// The sections to fetch for reading a message, besides its header: the shown texts, and the
/// headers of parts and of messages inside, but not the contents of files and pictures.
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

    /// The part's number; empty for the message itself.
    let number: [Int]
    let kind: Kind

    fileprivate var sections: [Section] {
      let part = PartPlace(number: number, isMessage: kind == .text)
      return switch kind {
      case .part: [part.headerSection, part.bodySection]
      case .file: [part.headerSection]
      case .message: [PartPlace(number: number, isMessage: true).headerSection]
      case .text: [part.bodySection]
      }
    }
  }

  private(set) var items: [Item] = []

  /// The limit of each text in bytes; no more is shown.
  static let textLimit = ReadMessage.textLimit
  /// The highest number of texts and inner messages: all together stay below a flight's limit.
  static let textCountLimit = 24
  /// The highest number of file headers; names of further files are taken from the structure.
  static let fileLimit = 40

  /// - Returns: nil if the message has so many texts that it is best fetched as a whole.
  init?(_ tree: PartTree) {
    for selected in SelectedPart(tree).flattened { add(selected) }
    guard items.count(where: { $0.kind != .file }) <= Self.textCountLimit else { return nil }
    var files = 0
    items.removeAll { item in
      files += item.kind == .file ? 1 : 0
      return item.kind == .file && files > Self.fileLimit
    }
  }

  /// The sections, in the order of the message.
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

  private mutating func add(_ selected: SelectedPart) {
    switch selected {
    case .part(let part, .text, _), .part(let part, .note, _), .part(let part, .undivided, _):
      addWhole(part)
    case .part(let part, _, _) where part.header.mayHoldSignedData: addWhole(part)
    case .part(let part, let use, _):
      // The header of a whole message is always fetched.
      guard !part.place.isMessage, part.header.kind != .multipart else { return }
      if case .nothing = use, part.header.kind == .text { return }
      items.append(Item(number: part.number, kind: .file))
    case .message(let mail, _, content: .some):
      items.append(Item(number: mail.number, kind: .message))
    case .message(let mail, let use, content: nil): if use.isShown { addWhole(mail) }
    case .parts, .alternatives: break
    }
  }

  private mutating func addWhole(_ part: PartTree) {
    items.append(Item(number: part.place.number, kind: part.place.isMessage ? .text : .part))
  }
}
