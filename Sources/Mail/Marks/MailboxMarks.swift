extension Mailbox {
  /// Marks messages in this program alone. The account is told nothing; what it says of a message
  /// later counts more. The marks last longer than the store, and are those of every program that
  /// opens the mailbox with the same ``MarkFile``.
  ///
  /// - Parameters:
  ///   - conversations: whose messages are marked.
  ///   - ids: only these of them; nil for all.
  /// - Returns: those that were changed: to take it back, mark these as the ``MessageMark/opposite``.
  /// - Throws: ``MailError`` where the marks cannot be kept; then nothing is marked.
  public func mark(
    _ mark: MessageMark,
    in conversations: [Int64],
    only ids: Set<MessageStub.ID>? = nil
  ) async throws -> Set<MessageStub.ID> {
    let marks = store.marks
    return try await store.write { db, mailbox in
      try BatchWriter.mark(mark, in: conversations, only: ids, db, mailbox: mailbox) {
        try marks.file?.save($0, of: marks.account)
      }
    }
  }
}

extension Mailbox {
  /// Marks conversations: all of their messages as read or unstarred, and the newest one as unread or
  /// starred, as a reader means it who says so of a row.
  ///
  /// - Returns: as ``mark(_:in:only:)``.
  /// - Throws: as there.
  public func markConversations(
    _ mark: MessageMark,
    _ conversations: [Int64]
  ) async throws -> Set<MessageStub.ID> {
    var newest: Set<MessageStub.ID>?
    if mark == .unread || mark == .starred {
      newest = []
      for id in conversations {
        if let last = try await messages(in: id).last { newest?.insert(last.id) }
      }
    }
    return try await self.mark(mark, in: conversations, only: newest)
  }
}
