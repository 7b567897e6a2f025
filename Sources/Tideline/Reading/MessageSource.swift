import Mail

/// The source of the reading pane's messages.
struct MessageSource {
  /// The address of the mailbox's owner; nil if it is unknown.
  var ownAddress: String?
  /// Returns the messages of a conversation, oldest first; none if it no longer exists.
  var messages: (_ conversation: Int64) async throws -> [MessageStub]
  /// Reads messages, and calls `show` for each with the message, or with the reason why it cannot
  /// be read. For a long message, calls `show` first with its beginning. Throws if the task is
  /// cancelled.
  var read:
    @MainActor (
      [MessageStub],
      _ show: @escaping @MainActor (MessageStub, Result<ReadMessage, any Error>) -> Void
    ) async throws -> Void
  /// Returns a whole message, as it was sent.
  var original: (MessageStub) async throws -> [UInt8] = { _ in throw CancellationError() }
  /// Reads an attachment; `progress` is called with the number of bytes read, on any thread.
  var content:
    (
      _ attachment: Attachment, MessageStub, _ progress: @escaping @Sendable (Int64) -> Void
    ) async throws -> [UInt8]
}

extension MessageSource {
  init(_ mailbox: Mailbox) {
    ownAddress = mailbox.user
    messages = { try await mailbox.messages(in: $0) }
    read = { stubs, show in
      try await mailbox.read(
        stubs,
        beginning: { stub, message in Task { @MainActor in show(stub, .success(message)) } }
      ) { show($0, $1) }
    }
    original = { try await mailbox.original(of: $0) }
    content = { try await mailbox.content(of: $0, in: $1, progress: $2) }
  }
}
