import Glibc

extension Mailbox {
  /// The messages of a conversation, oldest first, as the last refresh saw them; none when it is
  /// gone. A message with copies, in several folders or in one, is one.
  ///
  /// - Parameter conversation: its id, or that of one that went into it.
  public func messages(in conversation: Int64) async throws -> [MessageStub] {
    try await stored([]) { try MessageQuery.messages($0, $1, in: conversation) }
  }

  /// Looking through a large mbox takes some seconds. What a message is made of takes at most one
  /// or two: more than this is a disk that does not answer. On a server one may have to wait for
  /// one's turn, and each connection has limits of its own.
  var patience: Duration {
    if case .server = id { Self.attachmentPatience } else { .seconds(20) }
  }

  /// Reads a message from where it lies now, and changes nothing there.
  ///
  /// It runs on threads of the mailbox's own, and may take as long as looking through an mbox does.
  /// A disk is waited for no longer than 20 s: then it is given up, and so is one that found all
  /// threads taken by others that do not end. When the task is cancelled it ends at once.
  ///
  /// - Throws: ``MailError/messageGone(path:)``, ``MailError/messageUnreadable(path:reason:)``,
  ///   ``MailError/messageSlow(path:seconds:)`` and others of ``MailError``, or `CancellationError`.
  public func message(_ stub: MessageStub) async throws -> ReadMessage {
    try await message(stub, within: patience)
  }

  /// Reads messages as ``message(_:)`` does, one after the other. Those of one folder on a server
  /// come in the same round trips.
  ///
  /// - Parameter show: called with each message, in their order, as soon as it is there, or with why
  ///   it cannot be read. What it throws ends the reading.
  /// - Throws: what `show` throws, or `CancellationError` as soon as the task is cancelled.
  public func read(
    _ stubs: [MessageStub],
    isolation: isolated (any Actor)? = #isolation,
    _ show: (MessageStub, Result<ReadMessage, any Error>) throws -> Void
  ) async throws {
    var groups = MessageGroups(stubs)
    defer { groups.cancel() }
    for stub in stubs {
      let group = groups.next(in: account)
      let result: Result<ReadMessage, any Error>
      do {
        result = .success(try await message(stub, from: group, within: patience))
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
    within limit: Duration
  ) async throws -> ReadMessage {
    var message = try await found(stub, in: group, within: limit) {
      MessageReader.read($0, now: Int64(time(nil)))
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

  /// The files that copies of a message lie in, each once.
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

  /// Reads a message's bytes, and makes something of them on the same threads.
  ///
  /// - Parameter group: what may bring them; nil where nothing else was asked for with it.
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

  /// A message of 64 MB may come over a slow line.
  private static let attachmentPatience = Duration.seconds(1_800)

  /// Reads what is attached to a message, and changes nothing there. Of a message on a server only
  /// that part is fetched.
  ///
  /// - Parameters:
  ///   - attachment: of the message, as it was read.
  ///   - progress: called with how much has come, in bytes of the attachment, about; on any thread.
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

  /// The whole of a message, as it was sent: what its own file would have.
  ///
  /// - Throws: as ``content(of:in:progress:)``; ``MailError/attachmentTooLarge(name:)`` for one of more
  ///   than 64 MB.
  public func original(of stub: MessageStub) async throws -> [UInt8] {
    let whole = isOnDisk ? stub : stub.wanted(as: ReadingPlan.whole.hint)
    return try await found(whole, within: Self.attachmentPatience) { found in
      if found.isCut { throw MailError.attachmentTooLarge(name: stub.subject) }
      return found.bytes
    }
  }

  /// Where one copy of a message is gone, another may be left.
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
