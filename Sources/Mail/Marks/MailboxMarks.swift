import GRDB
import Synchronization

/// The messages to mark in some conversations.
private enum MarkedPart {
  case all
  /// The newest message of each conversation; messages marked for deletion only if all are.
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
  ///   - ids: the messages to mark; nil for all messages of the conversations.
  ///   - writes: whether ``writeMarks(insistingOn:isRefreshed:)`` writes the marks into the
  ///     mailbox, too. Otherwise the account does not get them.
  /// - Returns: the messages that were changed. To undo the change, mark these messages as the
  ///   ``MessageMark/opposite``.
  /// - Throws: ``MailError`` if the marks cannot be stored; then nothing is marked.
  public func mark(
    _ mark: MessageMark,
    in conversations: [Int64],
    only ids: Set<MessageStub.ID>? = nil,
    writes: Bool = false
  ) async throws -> Set<MessageStub.ID> {
    let part = ids.map(MarkedPart.only) ?? .all
    return try await self.mark(mark, conversations, part, writes ? .waits : nil).changed
  }

  /// Marks conversations. Marks all of their messages as read or unstarred, but only the newest
  /// message of each as unread or starred; it skips messages marked for deletion, unless all are.
  ///
  /// - Parameters:
  ///   - writes: as in ``mark(_:in:only:writes:)``.
  ///   - insists: whether the marks are to be written even where they agree with the account's
  ///     known flags, which may be out of date. For marks that ``writeMarks(of:)`` writes.
  /// - Throws: as ``mark(_:in:only:writes:)``.
  public func markConversations(
    _ mark: MessageMark,
    _ conversations: [Int64],
    writes: Bool = false,
    insists: Bool = false
  ) async throws -> MarkedMessages {
    let isOfOne = mark == .unread || mark == .starred
    let wait: MarkFile.Wait? = writes ? insists ? .insists : .waits : nil
    return try await self.mark(mark, conversations, isOfOne ? .newest : .all, wait)
  }

  private func mark(
    _ mark: MessageMark,
    _ conversations: [Int64],
    _ part: MarkedPart,
    _ wait: MarkFile.Wait?
  ) async throws -> MarkedMessages {
    let (marks, store) = (store.marks, store)
    try Task.checkCancellation()
    // Not cancelled once it has begun: the store and the file of marks change together.
    let task = Task {
      // If the store's file was replaced, the ids are from the old file: looks them up there.
      let replaced = try await store.readReplaced { db in
        let all = try MarkedPart.all(db, conversations)
        return try part.messages(db, conversations).map(all.intersection) ?? all
      }
      return try await store.writeAndCommit { db in
        var (numbers, missing) = (conversations, Set<MessageStub.ID>())
        if let replaced {
          numbers = try replaced.compactMap {
            try MessageLookup.conversation(db, holding: $0.messageID)
          }
          numbers = Array(Set(numbers))
          // The next refresh applies the marks of messages that are not stored again yet.
          missing = replaced.subtracting(try MarkedPart.all(db, numbers))
        }
        let ids = try replaced ?? part.messages(db, numbers)
        let marked = try BatchWriter.mark(mark, in: numbers, only: ids, db) { ids, changed in
          let ids = missing.reduce(into: ids) { $0[$1] = true }
          try marks.save(mark, ids, changed: changed.union(missing), wait: wait, db)
        }
        return marked.with(missing)
      }
    }
    do {
      return try await task.value
    } catch is StoreWasRebuilt {
      throw store.wasDamaged
    }
  }
}
