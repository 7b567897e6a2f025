/// Finds a conversation or a message again by what the store knows of it.
extension Mailbox {
  /// The conversation that holds a message with this Message-ID, or to which such a message would
  /// belong; nil where there is none.
  ///
  /// Conversation ids last as long as the store does; Message-IDs belong to the mailbox itself.
  ///
  /// - Parameter messageID: as ``MessageStub/ID/messageID``.
  public func conversation(holding messageID: String) async throws -> Int64? {
    try await stored(nil) { try MessageLookup.conversation($0, holding: messageID) }
  }

  /// The path of the file that now holds a message: the message's own, or the mbox. The message is
  /// not parsed.
  ///
  /// - Returns: the path's bytes, which need not be UTF-8.
  /// - Throws: as ``message(_:)``.
  public func location(of stub: MessageStub) async throws -> [UInt8] {
    try await found(stub, within: patience) { $0.pathBytes }
  }
}

extension MessageStub.ID {
  /// The message's Message-ID header; nil where it has none.
  public var ownMessageID: String? {
    messageID.hasSuffix(MessageHead.derivedSuffix) ? nil : messageID
  }
}
