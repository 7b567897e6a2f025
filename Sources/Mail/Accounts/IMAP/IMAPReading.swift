import Synchronization

/// Reads messages and attachments of an account.
extension IMAPAccount {
  public func message(_ message: KnownMessage, in folder: FolderID) async throws -> FoundMessage {
    let place = try message.key.place(in: folder)
    return try await serving {
      try await self.read { try await $0.message(at: place, message.hint) }
    }
  }

  public func messages(
    _ messages: [KnownMessage],
    in folder: FolderID
  ) async throws -> [MessageKey: FoundMessage] {
    try await serving {
      try await self.read { try await $0.messages(messages, in: folder.text) }
    }
  }

  public func content(
    of attachment: Attachment,
    in message: KnownMessage,
    in folder: FolderID,
    progress: @escaping @Sendable (Int64) -> Void
  ) async throws -> [UInt8] {
    guard let part = attachment.part else { throw MailError.messageGone(path: folder.text) }
    var dialogue = PartDialogue(part, of: try message.key.place(in: folder))
    // Uses the connection once more at the end, which resumes the wait for changes: `isFollowed`
    // suspends the wait after each piece.
    defer { Task { [shared] in try? await shared.useIfOpen { _ in } } }
    while true {
      // Releases the connection after each piece, so that no other use waits for a large file.
      let answers = try await serving {
        try await self.read(isFollowed: true) { [dialogue] session in
          let isOpen = await session.folder?.name == folder.text
          return try await session.run(dialogue.flight(isOpen: isOpen))
        }
      }
      try Task.checkCancellation()
      switch try await serving({ try dialogue.take(answers) }) {
      case .more: progress(dialogue.unpackedCount)
      case .found(let content): return content
      case .tooLarge: throw MailError.attachmentTooLarge(name: attachment.title)
      case .absent:
        // Reads the whole message, since the server does not have this part.
        var whole = message
        whole.hint = ReadingPlan.whole.hint
        return try await contentInWhole(attachment, whole, folder)
      }
    }
  }

  private func read<Value: Sendable>(
    isFollowed: Bool = false,
    _ body: @Sendable (IMAPSession) async throws -> Value
  ) async throws -> Value {
    let isWatched = state.withLock { $0.listening != nil }
    return try await reading.use(isFollowed: isFollowed, staysOpen: isWatched, body)
  }
}
