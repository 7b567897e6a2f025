import Synchronization

extension Mailbox {
  /// Marks messages. The marks count in this program at once; a later change of the flags by the
  /// account takes precedence. The marks outlive the store, and all programs that open the mailbox
  /// with the same ``MarkFile`` share them.
  ///
  /// - Parameters:
  ///   - conversations: the conversations of the messages.
  ///   - ids: the messages to mark; nil for all of the conversations.
  ///   - writes: whether ``writeMarks()`` writes the marks into the mailbox, too. Otherwise the
  ///     account does not get them.
  /// - Returns: the messages that were changed. To undo it, mark these as the
  ///   ``MessageMark/opposite``.
  /// - Throws: ``MailError`` if the marks cannot be stored; then nothing is marked.
  public func mark(
    _ mark: MessageMark,
    in conversations: [Int64],
    only ids: Set<MessageStub.ID>? = nil,
    writes: Bool = false
  ) async throws -> Set<MessageStub.ID> {
    let marks = store.marks
    return try await store.write { db, mailbox in
      try BatchWriter.mark(mark, in: conversations, only: ids, db, mailbox: mailbox) {
        try marks.file?.save(mark, $0, changed: $1, waits: writes, of: marks.account)
      }
    }
  }
}

extension Mailbox {
  /// Marks conversations: all of their messages as read or unstarred, but only the newest as unread
  /// or starred. A reader who marks a row means it this way.
  ///
  /// - Returns: as ``mark(_:in:only:writes:)``.
  /// - Throws: as ``mark(_:in:only:writes:)``.
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

  /// Writes the waiting marks into the mailbox; concurrent calls run one after the other. A message
  /// that cannot be marked in its folder stays marked in this program.
  ///
  /// - Throws: ``MailError`` if the account is not reached; the marks then still wait.
  public func writeMarks() async throws {
    let task = writing.withLock { last in
      let task = Task { [before = last] in
        _ = await before?.result
        try await self.writeWaitingMarks()
      }
      last = task
      return task
    }
    try await task.value
  }

  private func writeWaitingMarks() async throws {
    let marks = store.marks
    guard let file = marks.file, file.isThere else { return }
    let waiting = try await ReadingThreads.run { try file.waiting(in: marks.account) }
    var changes: [FolderID: [FlagChange]] = [:]
    var places: [MessageStub.ID: [MessagePlace]] = [:]
    for (id, flags) in waiting {
      // A message that is not there now may come back.
      guard let conversation = try await conversation(holding: id.messageID),
        let stub = try await messages(in: conversation).first(where: { $0.id == id })
      else { continue }
      places[id] = stub.places
      for place in stub.places {
        guard let change = FlagChange(place.message, flags) else { continue }
        changes[place.source, default: []].append(change)
      }
    }
    guard !changes.isEmpty else { return }
    let written = try await account.write(changes)
    for (folder, written) in written.mapValues({ $0.filter { !$0.value.isEmpty } })
    where !written.isEmpty {
      try await store.write { db, mailbox in
        guard let known = try StoreFolders.all(db, mailbox).first(where: { $0.source == folder })
        else { return }
        var writer = try BatchWriter(db, mailbox: mailbox, folder: known.id)
        try writer.note(written) { marks.marks(of: $0) }
      }
    }
    // A mark waits on if its folder is to be tried again, or if another program has changed the
    // message: the next refresh tells which change counts.
    let tried = places.filter { id, places in
      places.allSatisfy { place in
        guard let written = written[place.source] else { return false }
        let wanted = waiting[id].flatMap { FlagChange(place.message, $0)?.marks }
        return written[place.message.key].map { $0.marks == wanted } ?? true
      }
    }
    let done = tried.mapValues { places in
      places.map { written[$0.source]?[$0.message.key]?.marks ?? [] }
        .reduce(MessageFlags.marks) { $0.intersection($1) }
    }
    try await ReadingThreads.run {
      try file.settle(
        waiting.filter { tried[$0.key] != nil },
        written: done,
        of: marks.account
      )
    }
  }
}
