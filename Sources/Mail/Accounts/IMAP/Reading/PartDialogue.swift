import CGMime
import IMAP

/// Fetches the content of one part of a message in pieces, so that others can use the connection in
/// between, and the user can cancel at any time.
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
  private let uid: UInt32
  private let uidValidity: UInt32
  private let folder: String
  /// The content so far, before decoding.
  private var content: [UInt8] = []

  /// In bytes. The first piece is enough for most files, and the later ones cost few round trips.
  static let firstPiece = 256 << 10
  static let laterPiece = 1 << 20
  /// Some servers send slightly more than was asked for.
  private static let tolerance = 4096

  /// - Parameters:
  ///   - part: the part.
  ///   - uid: its message's UID.
  ///   - uidValidity: the UIDVALIDITY to which the UID belongs.
  ///   - folder: its encoded name.
  init(_ part: MessagePart, of uid: UInt32, _ uidValidity: UInt32, in folder: String) {
    (self.part, self.uid, self.uidValidity, self.folder) = (part, uid, uidValidity, folder)
  }

  private var section: Section { Section(part: part.number, .whole) }
  private var pieceLength: Int { content.isEmpty ? Self.firstPiece : Self.laterPiece }

  /// The approximate number of decoded bytes received so far.
  var unpackedCount: Int64 {
    let count = Int64(content.count)
    return part.encoding == GMIME_CONTENT_ENCODING_BASE64 ? count / 78 * 57 : count
  }

  /// Asks for the next piece.
  ///
  /// - Parameter isOpen: whether the folder is open.
  func flight(isOpen: Bool) throws -> Flight {
    let range = content.count..<content.count + pieceLength
    let fetch = try Command.uidFetch(NumberSet(uid...uid), [.uid, .section(section, range: range)])
    return Flight(
      isOpen ? [fetch] : [try .examine(folder), fetch],
      opening: isOpen ? nil : folder,
      literalLimit: pieceLength + Self.tolerance
    )
  }

  /// Takes the answers to the flight.
  ///
  /// - Throws: ``DialogueFailure`` or ``MailError/messageGone(path:)``.
  mutating func take(_ answers: FlightAnswers) throws -> Step {
    if answers.completions.count > 1 { try answers.requireFirst(of: [.examine(folder)]) }
    guard answers.folder?.uidValidity == uidValidity else {
      throw MailError.messageGone(path: folder)
    }
    guard let status = answers.completions.last, status.kind == .ok else {
      guard content.isEmpty else {
        let reason = answers.completions.last?.text ?? ""
        throw DialogueFailure(kind: .refused, step: "UID FETCH", reason: reason)
      }
      return .absent
    }
    let messages = answers.messages.filter { $0.uid == uid }
    guard !messages.isEmpty else { throw MailError.messageGone(path: folder) }
    let asked = pieceLength
    let piece =
      messages.lazy.flatMap(\.sections)
      .first { $0.key.part == part.number && $0.key.kind == .whole }?.value ?? []
    if content.isEmpty, piece.isEmpty { return .absent }
    content += piece
    guard content.count < FoundMessage.limit else { return .tooLarge }
    return piece.count < asked ? .found(part.decode(content)) : .more
  }
}
