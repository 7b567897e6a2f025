import CGMime
import IMAP

/// Fetches the content of one part of a message, piece by piece, so that others use the connection
/// in between, and the user can give up at any time.
struct PartDialogue: Sendable {
  enum Step: Equatable {
    /// Send the next flight.
    case more
    /// All of it, unpacked.
    case found([UInt8])
    /// More than is read of a message.
    case tooLarge
    /// The server has no such part.
    case absent
  }

  private let part: MessagePart
  private let uid: UInt32
  private let uidValidity: UInt32
  private let folder: String
  /// As it was sent.
  private var content: [UInt8] = []

  /// In bytes. The first piece is all of most files, and the others cost few round trips.
  static let firstPiece = 256 << 10
  static let laterPiece = 1 << 20
  /// Some servers count a little more than was asked for.
  private static let tolerance = 4096

  /// - Parameters:
  ///   - part: of the message.
  ///   - uid: the message's number in the folder.
  ///   - uidValidity: the generation of the folder that the number is of.
  ///   - folder: as the server writes it.
  init(_ part: MessagePart, of uid: UInt32, _ uidValidity: UInt32, in folder: String) {
    (self.part, self.uid, self.uidValidity, self.folder) = (part, uid, uidValidity, folder)
  }

  private var section: Section { Section(part: part.number, .whole) }
  private var pieceLength: Int { content.isEmpty ? Self.firstPiece : Self.laterPiece }

  /// How much has come, in bytes of what it unpacks to, about.
  var unpackedCount: Int64 {
    let count = Int64(content.count)
    return part.encoding == GMIME_CONTENT_ENCODING_BASE64 ? count / 78 * 57 : count
  }

  /// Asks for the next piece.
  ///
  /// - Parameter isOpen: whether the folder is.
  func flight(isOpen: Bool) throws -> Flight {
    let range = content.count..<content.count + pieceLength
    let fetch = try Command.uidFetch(
      NumberSet(uid...uid),
      [.uid, .section(section, range: range)]
    )
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
