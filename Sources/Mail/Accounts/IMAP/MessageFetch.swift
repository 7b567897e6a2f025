import IMAP

/// Reads the current messages of a folder.
extension IMAPSession {
  /// Reads one message.
  ///
  /// - Parameters:
  ///   - uid: its UID.
  ///   - uidValidity: the UIDVALIDITY to which the UID belongs.
  ///   - name: the folder's encoded name.
  ///   - hint: the hint that was stored when the message was listed.
  /// - Throws: ``MailError/messageGone(path:)``, and the errors of a flight.
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
  ///   - messages: the messages as the store knows them.
  ///   - name: the folder's encoded name.
  /// - Returns: the messages that could be read.
  /// - Throws: the errors of a flight.
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
