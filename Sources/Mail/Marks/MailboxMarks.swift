extension Mailbox {
  /// Marks messages. In this program they are marked at once; what the account says of them later
  /// counts more. The marks last longer than the store, and are those of every program that opens the
  /// mailbox with the same ``MarkFile``.
  ///
  /// - Parameters:
  ///   - conversations: whose messages are marked.
  ///   - ids: only these of them; nil for all.
  ///   - writes: whether the marks are written into the mailbox, too, by ``writeMarks()``. Otherwise the
  ///     account is told nothing.
  /// - Returns: those that were changed: to take it back, mark these as the ``MessageMark/opposite``.
  /// - Throws: ``MailError`` where the marks cannot be kept; then nothing is marked.
  public func mark(
    _ mark: MessageMark,
    in conversations: [Int64],
    only ids: Set<MessageStub.ID>? = nil,
    writes: Bool = false
  ) async throws -> Set<MessageStub.ID> {
    let marks = store.marks
    return try await store.write { db, mailbox in
      try BatchWriter.mark(mark, in: conversations, only: ids, db, mailbox: mailbox) {
        let waits: MessageFlags = writes ? .toBeWritten : []
        let kept = $0.mapValues { $0.isEmpty ? $0 : $0.union(waits) }
        try marks.file?.save(kept, of: marks.account)
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
    _ conversations: [Int64],
    writes: Bool = false
  ) async throws -> Set<MessageStub.ID> {
    var newest: Set<MessageStub.ID>?
    if mark == .unread || mark == .starred {
      newest = []
      for id in conversations {
        if let last = try await messages(in: id).last { newest?.insert(last.id) }
      }
    }
    return try await self.mark(mark, in: conversations, only: newest, writes: writes)
  }

  /// Writes into the mailbox what waits for it. A message that is gone, or that cannot be marked where it
  /// lies, stays marked in this program.
  ///
  /// - Throws: ``MailError`` where the account is not reached: it waits on.
  public func writeMarks() async throws {
    let marks = store.marks
    guard let file = marks.file, file.isThere else { return }
    let waiting = try await ReadingThreads.run { try file.waiting(in: marks.account) }
    guard !waiting.isEmpty else { return }
    var changes: [FolderID: [FlagChange]] = [:]
    for (id, flags) in waiting {
      guard let conversation = try await conversation(holding: id.messageID) else { continue }
      let stub = try await messages(in: conversation).first { $0.id == id }
      for place in stub?.places ?? [] {
        guard let change = FlagChange(place.message, flags) else { continue }
        changes[place.source, default: []].append(change)
      }
    }
    var left = waiting
    for (folder, changes) in changes {
      let written = try await account.write(changes, in: folder)
      guard !written.isEmpty else { continue }
      let over = try await store.write { db, mailbox in
        guard let known = try StoreFolders.all(db, mailbox).first(where: { $0.source == folder })
        else { return [MessageStub.ID: MessageFlags]() }
        var batch = MailBatch()
        batch.flagged = written
        var writer = try BatchWriter(db, mailbox: mailbox, folder: known.id)
        return try writer.apply(batch).marks
      }
      left.merge(over) { _, marks in marks }
    }
    // What could not be written stays as it is marked here; what was marked meanwhile waits on.
    try await ReadingThreads.run { [left] in
      let now = try file.waiting(in: marks.account)
      try file.save(left.filter { now[$0.key] == waiting[$0.key] }, of: marks.account)
    }
  }
}
