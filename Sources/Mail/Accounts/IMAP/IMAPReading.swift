import IMAP
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

  public func messages(
    holding words: String,
    among messages: [MessageKey],
    in folder: FolderID
  ) async throws -> [MessageKey]? {
    guard let first = try messages.first?.place(in: folder) else { return [] }
    let uids = NumberSet(try messages.map { try $0.place(in: folder).uid })
    let search = try Command.uidSearch([.uid(uids), .phrase(words)])
    let answers = try await serving {
      try await self.read { session in
        let isOpen = await session.folder?.name == folder.text
        return try await session.run(Flight([search], in: folder.text, isOpen: isOpen))
      }
    }
    guard answers.folder?.uidValidity == first.uidValidity else {
      throw MailError.messageGone(path: folder.text)
    }
    let last = answers.completions.count - 1
    // A server may send nothing if it finds nothing.
    if answers.completions[last].kind == .ok, answers.searches[last] == nil { return [] }
    let found = try await serving { try answers.found(at: last) }
    return messages.filter { $0.server.map { found.contains($0.uid) } ?? false }
  }

  private func read<Value: Sendable>(
    isFollowed: Bool = false,
    _ body: @Sendable (IMAPSession) async throws -> Value
  ) async throws -> Value {
    let isWatched = state.withLock { $0.listening != nil }
    return try await reading.use(isFollowed: isFollowed, staysOpen: isWatched, body)
  }
}

extension SearchCriterion {
  /// The highest number of spaces in a phrase that may also match a line break.
  private static let breakLimit = 8

  /// Messages that have words in this order, on one line or with a line break between two of them.
  /// A server compares characters, so a space alone would not match a line break.
  fileprivate static func phrase(_ words: String) -> SearchCriterion {
    let gaps = words.indices.filter { words[$0] == " " }.prefix(breakLimit)
    return gaps.reduce(.text(words)) { criterion, gap in
      ["\n", "\r\n"].reduce(criterion) {
        .or($0, .text(words[..<gap] + $1 + words[words.index(after: gap)...]))
      }
    }
  }
}
