/// Finding a conversation or a message again by what the store knows of it.
extension Mailbox {
  /// The conversation that holds a message with this Message-ID, or one that such a message belongs
  /// to; nil where there is none.
  ///
  /// Numbers of conversations last as long as the store does; Message-IDs are the mailbox's own.
  ///
  /// - Parameter messageID: as ``MessageStub/ID/messageID``.
  public func conversation(holding messageID: String) async throws -> Int64? {
    try await stored(nil) { try MessageLookup.conversation($0, $1, holding: messageID) }
  }

  /// The path of the file that a message lies in now: its own, or the mbox. The message is not
  /// parsed.
  ///
  /// - Returns: the path as the system has it, which need not be UTF-8.
  /// - Throws: as ``message(_:)``.
  public func location(of stub: MessageStub) async throws -> [UInt8] {
    try await found(stub, within: patience) { $0.pathBytes }
  }
}

extension MessageStub.ID {
  /// The Message-ID that the message brings; nil where it brings none.
  public var ownMessageID: String? {
    messageID.hasSuffix(MessageHead.derivedSuffix) ? nil : messageID
  }
}
