import IMAP

/// Fetches several messages of one folder in the same flights: together they take as many round
/// trips as the slowest of them.
///
/// A ``MessageDialogue`` for each message decides what to ask for. A message that fails, or must be
/// read by itself, is left out and does not affect the others.
struct GroupDialogue {
  /// A message that has not been read yet.
  private struct Member {
    let key: MessageKey
    var dialogue: MessageDialogue
    /// The position of the message's command in the last flight sent.
    var position = 0
  }

  private let folder: String
  /// Whether the next flight opens the folder; while answers are read, whether the last flight did.
  private var opensFolder: Bool
  private var members: [Member]
  private var found: [MessageKey: FoundMessage] = [:]

  /// - Parameter folder: the folder's encoded name.
  init(_ messages: [KnownMessage], in folder: String, isOpen: Bool) {
    (self.folder, opensFolder) = (folder, !isOpen)
    members = messages.compactMap { message in
      guard let place = try? message.key.place(in: FolderID(folder)) else { return nil }
      let plan = ReadingPlan(message.hint)
      let dialogue = MessageDialogue(place, plan, isOpen: isOpen, isShared: true)
      return Member(key: message.key, dialogue: dialogue)
    }
  }

  /// - Parameter answers: the answers to the last flight returned; nil at first.
  mutating func next(_ answers: FlightAnswers?) -> ReadingStep<[MessageKey: FoundMessage]> {
    var commands: [Command] = []
    var literalLimit = 0
    var left: [Member] = []
    for var member in members {
      let own = answers.map { answersFor(member, of: $0) }
      switch try? member.dialogue.next(own) {
      case .send(let flight):
        // Only the first message's flight opens the folder.
        commands += commands.isEmpty ? flight.commands : flight.commands.suffix(1)
        member.position = commands.count - 1
        literalLimit = max(literalLimit, flight.literalLimit)
        left.append(member)
      case .found(let message): found[member.key] = message
      case nil: break
      }
    }
    members = left
    guard !members.isEmpty else { return .found(found) }
    opensFolder = opensFolder && answers == nil
    return .send(Flight(commands, opening: opensFolder ? folder : nil, literalLimit: literalLimit))
  }

  /// The answers that concern one message, as if it had been requested by itself.
  private func answersFor(_ member: Member, of answers: FlightAnswers) -> FlightAnswers {
    var own = answers
    let opening = opensFolder ? answers.completions.prefix(1) : []
    own.completions = opening + [answers.completions[member.position]]
    return own
  }
}

extension IMAPSession {
  /// Reads several messages in the same flights.
  ///
  /// - Parameter name: the folder's encoded name.
  /// - Returns: the messages that could be read.
  /// - Throws: the errors of a flight.
  func messages(
    _ messages: [KnownMessage],
    in name: String
  ) async throws -> [MessageKey: FoundMessage] {
    var dialogue = GroupDialogue(messages, in: name, isOpen: folder?.name == name)
    return try await runDialogue { dialogue.next($0) }
  }
}
