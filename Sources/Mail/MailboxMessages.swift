import Glibc

extension Mailbox {
  /// The messages of a conversation, oldest first, as of the last refresh; empty when it is gone.
  /// Copies of a message, in one folder or several, count as one.
  ///
  /// - Parameters:
  ///   - conversation: the conversation's id, or the id of a conversation merged into it.
  ///   - withoutDeleted: whether to leave out messages marked for deletion, unless all are.
  public func messages(
    in conversation: Int64,
    withoutDeleted: Bool = false
  ) async throws -> [MessageStub] {
    let all = try await stored([]) { try MessageQuery.messages($0, in: conversation) }
    let living = withoutDeleted ? all.filter { !$0.isDeleted } : []
    return living.isEmpty ? all : living
  }

  /// The time limit for reading a message. Searching a large mbox takes some seconds, and parsing a
  /// message at most two: if both take 20 s, the disk does not answer. A server gets more time: a
  /// request may have to wait for others, and a connection notices by itself if it is dead.
  var patience: Duration {
    if case .server = id { Self.attachmentPatience } else { .seconds(20) }
  }

  /// Reads a message from its current place, and changes nothing there.
  ///
  /// Reading runs on the mailbox's own threads, and may take as long as searching an mbox does. The
  /// time limit is 20 s on a disk and 30 min on a server, including the wait for a free thread.
  /// Reading ends at once when the task is cancelled.
  ///
  /// - Throws: ``MailError/messageGone(path:)``, ``MailError/messageUnreadable(path:reason:)``,
  ///   ``MailError/messageSlow(path:seconds:)`` and other cases of ``MailError``, or
  ///   `CancellationError`.
  public func message(_ stub: MessageStub) async throws -> ReadMessage {
    try await message(stub, within: patience)
  }

  /// Reads messages as ``message(_:)`` does, one after the other. Messages of one folder on a
  /// server share round trips.
  ///
  /// - Parameters:
  ///   - showBeginning: called with the beginning of a long message, before the rest is read; on
  ///     any thread.
  ///   - show: called for each message, in order, as soon as it is read or has failed. An error
  ///     that it throws ends the reading.
  /// - Throws: the error of `show`, or `CancellationError` as soon as the task is cancelled.
  public func read(
    _ stubs: [MessageStub],
    beginning showBeginning: @escaping @Sendable (MessageStub, ReadMessage) -> Void = { _, _ in },
    isolation: isolated (any Actor)? = #isolation,
    _ show: (MessageStub, Result<ReadMessage, any Error>) throws -> Void
  ) async throws {
    var groups = MessageGroups(stubs)
    defer { groups.cancel() }
    for stub in stubs {
      let group = groups.next(in: account)
      let result: Result<ReadMessage, any Error>
      do {
        result = .success(
          try await message(stub, from: group, within: patience) { showBeginning(stub, $0) }
        )
      } catch {
        result = .failure(error)
      }
      try Task.checkCancellation()
      try show(stub, result)
    }
  }

  func message(
    _ stub: MessageStub,
    from group: MessageGroups.Reading? = nil,
    within limit: Duration,
    _ showBeginning: @escaping @Sendable (ReadMessage) -> Void = { _ in }
  ) async throws -> ReadMessage {
    var message = try await found(stub, in: group, within: limit) { found in
      MessageReader.read(consume found, now: Int64(time(nil)), showBeginning)
    }
    guard stub.places.count > 1 else { return message }
    let path = message.path
    let paths = try? await messageThreads.value(within: limit, orThrow: late(stub, limit)) {
      try await self.paths(of: stub).filter { $0 != path }
    }
    try Task.checkCancellation()
    message.otherPaths = paths ?? []
    return message
  }

  /// The path of the file that now holds a message: the message's own, or the mbox. The message is
  /// not parsed.
  ///
  /// - Returns: the path's bytes, which need not be UTF-8.
  /// - Throws: as ``message(_:)``.
  public func location(of stub: MessageStub) async throws -> [UInt8] {
    try await found(stub, within: patience) { $0.pathBytes }
  }

  /// The paths of the files that hold the message's copies, each once.
  private func paths(of stub: MessageStub) async throws -> [String] {
    var paths: [String] = []
    for place in stub.likelyPlaces {
      try Task.checkCancellation()
      let path = await account.path(of: place.message, in: place.source)
      if let path, !paths.contains(path) { paths.append(path) }
    }
    return paths
  }

  private func late(_ stub: MessageStub, _ limit: Duration) -> MailError {
    .messageSlow(path: stub.folder.description, seconds: Int(limit.components.seconds))
  }

  /// Reads a message's bytes, and runs `make` on them, all on ``messageThreads``.
  ///
  /// - Parameter group: the reading of a group that may contain the message; nil to read the
  ///   message by itself.
  func found<Value: Sendable>(
    _ stub: MessageStub,
    in group: MessageGroups.Reading? = nil,
    within limit: Duration,
    _ make: @escaping @Sendable (consuming FoundMessage) throws -> Value
  ) async throws -> Value {
    try await messageThreads.value(within: limit, orThrow: late(stub, limit)) {
      let found = try await self.find(stub, in: group)
      try Task.checkCancellation()
      let value = try make(consume found)
      try Task.checkCancellation()
      return value
    }
  }

  private func find(
    _ stub: MessageStub,
    in group: MessageGroups.Reading?
  ) async throws -> FoundMessage {
    if let found = try await group?.value[stub.places[0].message.key] { return found }
    return try await firstCopy(of: stub) {
      try await self.account.message($0.message, in: $0.source)
    }
  }

  /// The time limit for an attachment, or a message on a server: enough for 64 MB on a slow line.
  private static let attachmentPatience = Duration.seconds(1_800)

  /// Reads an attachment of a message, and changes nothing there. From a server, only the
  /// attachment's part of the message is fetched.
  ///
  /// - Parameters:
  ///   - attachment: an attachment of the message, as ``message(_:)`` has returned it.
  ///   - progress: called with the approximate number of bytes of the attachment received so far;
  ///     on any thread.
  /// - Returns: the content, as it was sent.
  /// - Throws: as ``message(_:)``, ``MailError/attachmentGone(name:)``,
  ///   ``MailError/attachmentTooLarge(name:)``, or `CancellationError`.
  public func content(
    of attachment: Attachment,
    in stub: MessageStub,
    progress: @escaping @Sendable (Int64) -> Void = { _ in }
  ) async throws -> [UInt8] {
    let limit = Self.attachmentPatience
    return try await messageThreads.value(within: limit, orThrow: late(stub, limit)) {
      try await self.firstCopy(of: stub) {
        try await self.account.content(
          of: attachment,
          in: $0.message,
          in: $0.source,
          progress: progress
        )
      }
    }
  }

  /// The complete message as it was sent: the content for a file whose name ends in `.eml`.
  ///
  /// - Throws: as ``content(of:in:progress:)``; ``MailError/attachmentTooLarge(name:)`` for a
  ///   message of more than 64 MB.
  public func original(of stub: MessageStub) async throws -> [UInt8] {
    let whole = isOnDisk ? stub : stub.wanted(as: ReadingPlan.whole.hint)
    return try await found(whole, within: Self.attachmentPatience) { found in
      if found.isCut { throw MailError.attachmentTooLarge(name: stub.subject) }
      return found.bytes
    }
  }

  /// Tries a message's copies in turn until a copy can be read, since other copies may be gone.
  private func firstCopy<Value: Sendable>(
    of stub: MessageStub,
    _ read: (MessagePlace) async throws -> Value
  ) async throws -> Value {
    var failure: MailError?
    for place in stub.likelyPlaces {
      do {
        return try await read(place)
      } catch let error as MailError {
        failure = failure ?? error
      }
    }
    throw failure ?? MailError.messageGone(path: title)
  }
}
