import IMAP

/// Reading the messages of a folder, as they are on the server now.
extension IMAPSession {
  /// Reads one message.
  ///
  /// - Parameters:
  ///   - uid: its number in the folder.
  ///   - uidValidity: the generation of the folder that the number is of.
  ///   - name: the folder, as the server writes it.
  ///   - hint: what the store has noted when the message was listed.
  /// - Throws: ``MailError/messageGone(path:)`` besides what a flight throws.
  func message(
    _ uid: UInt32,
    of uidValidity: UInt32,
    in name: String,
    _ hint: PlaceHint?
  ) async throws -> FoundMessage {
    let isOpen = folder?.name == name
    let plan = ReadingPlan(hint)
    var dialogue = MessageDialogue(uid, of: uidValidity, in: name, plan, isOpen: isOpen)
    var answers: FlightAnswers?
    while true {
      try Task.checkCancellation()
      switch try dialogue.next(answers) {
      case .send(let flight): answers = try await run(flight)
      case .found(let message): return message
      }
    }
  }

  /// Reads several messages in the same flights.
  ///
  /// - Parameters:
  ///   - messages: as the store knows them.
  ///   - name: the folder, as the server writes it.
  /// - Returns: those that could be read so.
  /// - Throws: what a flight throws.
  func messages(
    _ messages: [KnownMessage],
    in name: String
  ) async throws -> [MessageKey: FoundMessage] {
    var dialogue = GroupDialogue(messages, in: name, isOpen: folder?.name == name)
    var answers: FlightAnswers?
    while true {
      try Task.checkCancellation()
      switch dialogue.next(answers) {
      case .send(let flight): answers = try await run(flight)
      case .found(let messages): return messages
      }
    }
  }
}
