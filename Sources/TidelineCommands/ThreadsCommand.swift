import ArgumentParser
import Mail
import TidelineProgram

/// `tideline threads`: lists which messages belong together.
struct ThreadsCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "threads",
    abstract: "Lists which messages make up each conversation, by their message-ids.",
    discussion: "The store is brought up to date first."
  )

  @OptionGroup var options: MailboxOptions

  func perform() async throws {
    try await options.withRefreshed { try await write($0) }
  }

  private func write(_ mailbox: Mailbox) async throws {
    let page = 1000
    var last: Int64?
    while true {
      let threads = try await mailbox.threads(after: last, limit: page)
      for thread in threads { try write(thread) }
      last = threads.last?.id
      guard threads.count == page else { return }
    }
  }

  private func write(_ thread: ConversationThread) throws {
    if options.json { return try StandardOutput.write(json: thread) }
    let messages = thread.messages.map { "  \($0)\n" as TerminalText }
    try StandardOutput.write("\(thread.id)\n\(messages.joined())")
  }
}
