import IMAP

/// Fetches the content of one part of a message in pieces, so that other tasks can use the
/// connection in between, and the user can cancel at any time.
struct PartDialogue: Sendable {
  enum Step: Equatable {
    /// The next flight is to be sent.
    case more
    /// The complete content, decoded.
    case found([UInt8])
    /// The content exceeds the limit for a message.
    case tooLarge
    /// The server has no such part.
    case absent
  }

  private let part: MessagePart
  private let place: ServerPlace
  private let decoder: PartDecoder
  private var content: [UInt8] = []
  /// The number of bytes received, before decoding.
  private var received = 0

  /// The size of the first piece in bytes: enough for most files.
  static let firstPiece = 256 << 10
  /// The size of later pieces in bytes: large, so that they cost few round trips.
  static let laterPiece = 1 << 20
  /// The number of bytes beyond a request that are accepted: some servers send slightly more.
  private static let tolerance = 4096

  init(_ part: MessagePart, of place: ServerPlace) {
    (self.part, self.place, decoder) = (part, place, PartDecoder(part.encoding))
  }

  private var section: Section { Section(part: part.number, .whole) }
  private var pieceLength: Int { received == 0 ? Self.firstPiece : Self.laterPiece }

  /// The number of decoded bytes so far.
  var unpackedCount: Int64 { Int64(content.count) }

  /// Asks for the next piece.
  func flight(isOpen: Bool) throws -> Flight {
    let range = received..<received + pieceLength
    let items: [FetchItem] = [.uid, .section(section, range: range)]
    let fetch = try Command.uidFetch(NumberSet(place.uid...place.uid), items)
    let limit = pieceLength + Self.tolerance
    return try Flight([fetch], in: place.folder, isOpen: isOpen, literalLimit: limit)
  }

  /// Takes the answers to the flight.
  ///
  /// - Throws: ``DialogueFailure`` or ``MailError/messageGone(path:)``.
  mutating func take(_ answers: FlightAnswers) throws -> Step {
    if answers.completions.count > 1 { try answers.requireFirst(of: [.examine(place.folder)]) }
    guard answers.folder?.uidValidity == place.uidValidity else {
      throw MailError.messageGone(path: place.folder)
    }
    guard let status = answers.completions.last, status.kind == .ok else {
      guard received == 0 else {
        throw DialogueFailure(.refused, "UID FETCH", answers.completions.last?.text ?? "")
      }
      return .absent
    }
    let messages = answers.messages.filter { $0.uid == place.uid }
    guard !messages.isEmpty else { throw MailError.messageGone(path: place.folder) }
    let asked = pieceLength
    let piece =
      messages.lazy.flatMap(\.sections)
      .first { $0.key.part == part.number && $0.key.kind == .whole }?.value ?? []
    if received == 0, piece.isEmpty { return .absent }
    received += piece.count
    guard received < FoundMessage.limit else { return .tooLarge }
    // Reserves addresses, not memory, so that growing copies nothing.
    if content.isEmpty, piece.count >= asked { content.reserveCapacity(FoundMessage.limit) }
    piece.withUnsafeBufferPointer { decoder.add($0) { content += $0 } }
    if piece.count >= asked { return .more }
    decoder.finish { content += $0 }
    return .found(content)
  }
}
