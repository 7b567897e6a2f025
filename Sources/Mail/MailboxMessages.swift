import Glibc

extension Mailbox {
  /// The messages of a conversation, oldest first, as the last refresh saw them; none when it is
  /// gone. A message that lies in several folders is one.
  ///
  /// - Parameter conversation: its id, or that of one that went into it.
  public func messages(in conversation: Int64) async throws -> [MessageStub] {
    try await stored([]) { try MessageQuery.messages($0, $1, in: conversation) }
  }

  /// Looking through a large mbox takes some seconds. What a message is made of takes at most one or
  /// two: more than this is a disk or a server that does not answer.
  private static let patience = Duration.seconds(20)

  /// Reads a message from where it lies now, and changes nothing there.
  ///
  /// It runs on threads of the mailbox's own, and may take as long as looking through an mbox does,
  /// but no longer than 20 s: then it is given up, and so is one that found all threads taken by
  /// others that do not end. When the task is cancelled it ends at once.
  ///
  /// - Throws: ``MailError/messageGone(path:)``, ``MailError/messageUnreadable(path:reason:)``,
  ///   ``MailError/messageSlow(path:seconds:)`` and others of ``MailError``, or `CancellationError`.
  public func message(_ stub: MessageStub) async throws -> ReadMessage {
    try await message(stub, within: Self.patience)
  }

  func message(_ stub: MessageStub, within limit: Duration) async throws -> ReadMessage {
    try await found(stub, within: limit) { MessageReader.read($0, now: Int64(time(nil))) }
  }

  /// Reads a message's bytes, and makes something of them on the same threads.
  func found<Value: Sendable>(
    _ stub: MessageStub,
    within limit: Duration = patience,
    _ make: @escaping @Sendable (consuming FoundMessage) throws -> Value
  ) async throws -> Value {
    let late = MailError.messageSlow(
      path: stub.folder.description,
      seconds: Int(limit.components.seconds)
    )
    return try await messageThreads.value(within: limit, orThrow: late) {
      let found = try await self.find(stub)
      try Task.checkCancellation()
      let value = try make(consume found)
      try Task.checkCancellation()
      return value
    }
  }

  private func find(_ stub: MessageStub) async throws -> FoundMessage {
    var failure: MailError?
    // Where one copy is gone, another may be left.
    for place in stub.places {
      do {
        return try await account.message(place.message, in: place.source)
      } catch let error as MailError {
        failure = failure ?? error
      }
    }
    throw failure ?? MailError.messageGone(path: title)
  }
}
