import IMAP

/// What is asked for first when a message is read.
enum ReadingPlan: Hashable, Sendable {
  /// All of it.
  case whole
  /// The texts, where they stood when the message was listed, and how the message is made up: that
  /// decides whether these are the right ones.
  case sections(WantedSections)

  /// In bytes. A smaller message costs less than another round trip does.
  private static let smallMessage = 32 << 10

  /// - Parameters:
  ///   - structure: how the message is made up; nil where that is not known.
  ///   - size: of the whole message in bytes, by the server's count.
  init?(_ structure: BodyStructure?, size: UInt32?) {
    if let structure {
      self = WantedSections(structure).map { .sections($0) } ?? .whole
    } else if let size, size > 0, size <= Self.smallMessage {
      self = .whole
    } else {
      return nil
    }
  }

  /// As it was stored.
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
