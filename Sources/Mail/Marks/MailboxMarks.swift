import GRDB
import Synchronization

/// The messages to mark in some conversations.
private enum MarkedPart {
  case all
  /// The newest message of each conversation that is not marked for deletion.
  case newest
  case only(Set<MessageStub.ID>)

  /// - Returns: nil for all.
  func messages(_ db: Database, _ conversations: [Int64]) throws -> Set<MessageStub.ID>? {
    switch self {
    case .all: nil
    case .only(let ids): ids
    case .newest:
      Set(
        try conversations.compactMap { conversation in
          let messages = try MessageQuery.messages(db, in: conversation)
          return (messages.last { !$0.isDeleted } ?? messages.last)?.id
        }
      )
    }
  }

  static func all(
    _ db: Database,
    _ conversations: some Sequence<Int64>
  ) throws -> Set<MessageStub.ID> {
    Set(try conversations.flatMap { try MessageQuery.messages(db, in: $0).map(\.id) })
  }
}

extension Mailbox {
  /// Marks messages. The marks count in this program at once; a later change of the flags by the
  /// account takes precedence. The marks outlive the store, and all programs that open the mailbox
  /// with the same ``MarkFile`` share them.
  ///
  /// - Parameters:
  ///   - conversations: the conversations of the messages.
  ///   - ids: the messages to mark; nil for all messages of the conversations.
  ///   - writes: whether ``writeMarks()`` writes the marks into the mailbox, too. Otherwise the
  ///     account does not get them.
  /// - Returns: the messages that were changed. To undo the change, mark these messages as the
  ///   ``MessageMark/opposite``.
  /// - Throws: ``MailError`` if the marks cannot be stored; then nothing is marked.
  public func mark(
    _ mark: MessageMark,
    in conversations: [Int64],
    only ids: Set<MessageStub.ID>? = nil,
    writes: Bool = false
  ) async throws -> Set<MessageStub.ID> {
    try await self.mark(mark, conversations, ids.map(MarkedPart.only) ?? .all, writes)
  }

  /// Marks conversations: all of their messages as read or unstarred, but only the newest message
  /// of each as unread or starred, of those that are not marked for deletion.
  ///
  /// - Returns: as ``mark(_:in:only:writes:)``.
  /// - Throws: as ``mark(_:in:only:writes:)``.
  public func markConversations(
    _ mark: MessageMark,
    _ conversations: [Int64],
    writes: Bool = false
  ) async throws -> Set<MessageStub.ID> {
    let isOfOne = mark == .unread || mark == .starred
    return try await self.mark(mark, conversations, isOfOne ? .newest : .all, writes)
  }

  private func mark(
    _ mark: MessageMark,
    _ conversations: [Int64],
    _ part: MarkedPart,
    _ writes: Bool
  ) async throws -> Set<MessageStub.ID> {
    let marks = store.marks
    @Sendable func save(_ ids: [MessageStub.ID: Bool], _ changed: Set<MessageStub.ID>) throws {
      try marks.file?.save(mark, ids, changed: changed, waits: writes, of: marks.account)
    }
    do {
      // If the store's file was replaced, the ids are from the old file: looks them up there.
      let replaced = try await store.readReplaced { db in
        let all = try MarkedPart.all(db, conversations)
        return try part.messages(db, conversations).map(all.intersection) ?? all
      }
      return try await store.write { db in
        var (numbers, missing) = (conversations, Set<MessageStub.ID>())
        if let replaced {
          numbers = try replaced.compactMap {
            try MessageLookup.conversation(db, holding: $0.messageID)
          }
          numbers = Array(Set(numbers))
          // The next refresh applies the marks of messages that are not stored again yet.
          missing = replaced.subtracting(try MarkedPart.all(db, numbers))
          try save(Dictionary(uniqueKeysWithValues: missing.map { ($0, true) }), missing)
        }
        let ids = try replaced ?? part.messages(db, numbers)
        return try BatchWriter.mark(mark, in: numbers, only: ids, db, save: save)
          .union(missing)
      }
    } catch is StoreWasRebuilt {
      throw MailError.storeUnusable(path: store.path, reason: "it was damaged, and is made anew")
    }
  }

  /// Writes the waiting marks into the mailbox; concurrent calls run one after the other. A message
  /// that cannot be marked in its folder stays marked in this program.
  ///
  /// - Throws: ``MailError`` if the account cannot be reached; the marks then still wait.
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
      // The marks of a missing message keep waiting, since the message may come back.
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
    for (folder, found) in written {
      let done = (changes[folder] ?? []).compactMap { change in
        found[change.message.key].map(change.done)
      }
      .filter { !$0.isEmpty }
      guard !done.isEmpty else { continue }
      try await store.write { db in
        guard let known = try StoreFolders.all(db).first(where: { $0.source == folder })
        else { return }
        var writer = try BatchWriter(db, folder: known.id)
        try writer.note(done) { marks.marks(of: $0) }
      }
    }
    // Marks keep waiting if their folder is to be tried again. They also wait if another program
    // has changed the flags: the next refresh decides which change counts. This program keeps any other
    // mark for itself.
    var (settled, done) = ([MessageStub.ID: MessageFlags](), [MessageStub.ID: MessageFlags]())
    for (id, places) in places {
      let wanted = waiting[id] ?? []
      (settled[id], done[id]) = (wanted, wanted)
      for place in places {
        guard let found = written[place.source] else {
          settled[id] = nil
          break
        }
        guard let change = FlagChange(place.message, wanted) else { continue }
        guard let flags = found[place.message.key] else {
          done[id] = []
          continue
        }
        settled[id]?.formIntersection(change.unless(changedTo: flags.before).marks)
        done[id]?.formIntersection(change.done(in: flags).marks)
      }
    }
    try await ReadingThreads.run { [settled, done] in
      try file.settle(settled, written: done, of: marks.account)
    }
  }
}
