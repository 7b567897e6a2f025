import ArgumentParser
import Mail
import TidelineProgram

/// `tideline show`: prints the messages of conversations.
struct ShowCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows the messages of conversations as text, those of each oldest first.",
    discussion: """
      The store is brought up to date first. Nothing is marked as read, and nothing is fetched \
      that a message refers to.
      """
  )

  @OptionGroup var options: MailboxOptions

  @OptionGroup var named: NamedConversations

  func perform() async throws {
    try await options.withRefreshed { mailbox in
      var gap: TerminalText = ""
      for conversation in try await named.ids(in: mailbox) {
        try await mailbox.read(try await mailbox.messages(in: conversation)) { stub, result in
          let shown = try ShownMessage(stub, of: conversation, result)
          if options.json {
            try StandardOutput.write(json: shown)
          } else {
            try StandardOutput.write("\(gap)\(MessagePage.text(of: shown))")
            gap = "\n\n"
          }
        }
      }
    }
  }
}

/// A message, or the reason why it cannot be read.
struct ShownMessage: Encodable {
  let conversation: Int64
  let stub: MessageStub
  let message: ReadMessage?
  let error: String?

  /// - Throws: errors that do not concern the message.
  init(
    _ stub: MessageStub,
    of conversation: Int64,
    _ result: Result<ReadMessage, any Error>
  ) throws {
    (self.conversation, self.stub) = (conversation, stub)
    do {
      message = try result.get()
      error = nil
    } catch let failure as MailError {
      message = nil
      error = failure.description
    }
  }

  private enum CodingKeys: CodingKey {
    case conversation, deleted, error, folder, message, snippet, subject, unread
  }

  /// Encodes all keys always.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(conversation, forKey: .conversation)
    try container.encode(stub.isDeleted, forKey: .deleted)
    try container.encode(error, forKey: .error)
    try container.encode(stub.folder.description, forKey: .folder)
    try container.encode(message, forKey: .message)
    try container.encode(SnippetMark.shown(stub.snippet), forKey: .snippet)
    try container.encode(stub.subject, forKey: .subject)
    try container.encode(stub.isUnread, forKey: .unread)
  }
}
