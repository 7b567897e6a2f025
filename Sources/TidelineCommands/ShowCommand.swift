import ArgumentParser
import Mail
import TidelineProgram

/// `tideline show`: prints the messages of a conversation.
struct ShowCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows the messages of a conversation as text, oldest first.",
    discussion: """
      The store is brought up to date first. Nothing is marked as read, and nothing is fetched \
      that a message refers to.
      """
  )

  @OptionGroup var options: MailboxOptions

  @Argument(help: "The conversation’s “id”, as “tideline list --json” gives it.")
  var conversation: Int64

  func perform() async throws {
    try await options.withRefreshed { mailbox in
      let stubs = try await mailbox.messages(in: conversation)
      guard !stubs.isEmpty else {
        throw ValidationError(
          "There is no conversation \(conversation). “tideline list --json” names them."
        )
      }
      var gap: TerminalText = ""
      try await mailbox.read(stubs) { stub, result in
        let shown = try ShownMessage(stub, result)
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

/// A message, or the reason why it cannot be read.
struct ShownMessage: Encodable {
  let stub: MessageStub
  let message: ReadMessage?
  let error: String?

  /// - Throws: errors that do not concern the message.
  init(_ stub: MessageStub, _ result: Result<ReadMessage, any Error>) throws {
    self.stub = stub
    do {
      message = try result.get()
      error = nil
    } catch let failure as MailError {
      message = nil
      error = failure.description
    }
  }

  private enum CodingKeys: CodingKey {
    case deleted, error, folder, message, snippet, subject, unread
  }

  /// Encodes all keys always.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(stub.isDeleted, forKey: .deleted)
    try container.encode(error, forKey: .error)
    try container.encode(stub.folder.description, forKey: .folder)
    try container.encode(message, forKey: .message)
    try container.encode(SnippetMark.shown(stub.snippet), forKey: .snippet)
    try container.encode(stub.subject, forKey: .subject)
    try container.encode(stub.isUnread, forKey: .unread)
  }
}
