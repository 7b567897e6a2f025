import IMAP

/// The first request for reading a message.
enum ReadingPlan: Hashable, Sendable {
  /// Fetches the whole message.
  case whole
  /// Fetches the texts at their places as of the listing, and the structure, which shows whether
  /// these are the right ones.
  case sections(WantedSections)

  /// The size in bytes below which a message costs less than another round trip.
  private static let smallMessage = 32 << 10

  /// - Parameters:
  ///   - structure: the message's structure; nil where it is unknown.
  ///   - size: the size of the whole message in bytes, as counted by the server.
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
