import Mail

/// Where the reading pane's messages come from.
struct MessageSource {
  /// Oldest first; none when the conversation is gone.
  var messages: (_ conversation: Int64) async throws -> [MessageStub]
  var message: (MessageStub) async throws -> ReadMessage
}

extension MessageSource {
  init(_ mailbox: Mailbox) {
    messages = { try await mailbox.messages(in: $0) }
    message = { try await mailbox.message($0) }
  }
}
