import IMAP

/// Reading a message of a folder.
extension IMAPSession {
  /// Reads a message as it is on the server now.
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
      switch try dialogue.next(answers) {
      case .send(let flight): answers = try await run(flight)
      case .found(let message): return message
      }
    }
  }
}
