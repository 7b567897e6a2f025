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
