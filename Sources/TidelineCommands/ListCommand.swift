import ArgumentParser
import Mail
import TidelineProgram

/// `tideline list`: lists a page of conversations.
struct ListCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists conversations, newest first.",
    discussion: "The store is brought up to date first."
  )

  @OptionGroup var options: MailboxOptions

  @Option(
    help: ArgumentHelp(
      "The folder to list, as “tideline folders” names it. The default is the inbox, or all "
        + "folders if there is no inbox.",
      valueName: "name"
    )
  )
  var folder: String?

  @Flag(help: "List all folders together.")
  var all = false

  @Flag(help: "List only conversations with unread messages.")
  var unread = false

  @Flag(help: "Leave out conversations whose messages are all marked for deletion.")
  var withoutDeleted = false

  @Option(
    help: ArgumentHelp(
      "List only conversations with these words, or words that begin so, in senders, recipients, "
        + "subjects, texts or names of attachments. Operators: from:, to:, subject:, "
        + "has:attachment, is:unread, is:read, is:starred, before:, after: (2024-05-31), in:.",
      valueName: "text"
    )
  )
  var search = ""

  @Option(help: "The largest number of conversations.")
  var limit = 50

  @Option(
    help: ArgumentHelp(
      "Continue after this cursor, the “next” of the previous page.",
      valueName: "cursor"
    )
  )
  var after: String?

  func validate() throws {
    if all, folder != nil { throw ValidationError("--all and --folder exclude each other.") }
    guard limit > 0 else { throw ValidationError("--limit must be at least 1.") }
    if let after, Cursor(after) == nil {
      throw ValidationError("“\(after)” is not a cursor. Use the “next” of a page.")
    }
  }

  func perform() async throws {
    try await options.withRefreshed { mailbox, isReached in
      let listing = Listing(
        folder: try await shownFolder(of: mailbox, isReached),
        unreadOnly: unread,
        withoutDeleted: withoutDeleted,
        search: search
      )
      let cursor = after.flatMap { Cursor($0) }
      let page =
        isReached
        ? try await mailbox.conversations(in: listing, after: cursor, limit: limit)
        : try await mailbox.storedConversations(in: listing, after: cursor, limit: limit)
      if options.json {
        try StandardOutput.write(json: PageOutput(page))
      } else {
        let lines = page.conversations.map(ConversationLine.make)
        try StandardOutput.write(lines.map { "\($0)\n" }.joined())
        if let next = page.next, !options.quiet { StandardError.write("More: --after \(next)") }
      }
      options.warn(of: page.skipped)
      if let failure = page.failure { throw failure }
    }
  }

  private func shownFolder(of mailbox: Mailbox, _ isReached: Bool) async throws -> FolderName? {
    if all { return nil }
    if folder == nil, isReached { return try await mailbox.home() }
    let folders = try await mailbox.folders().map(\.name)
    guard let folder else { return folders.contains(.inbox) ? .inbox : nil }
    guard let name = FolderName(folder), folders.contains(name) else {
      let names = folders.map { "“\($0)”" as TerminalText }.joined(separator: ", ")
      let problem: TerminalText = "There is no folder “\(folder)”. There are: \(names)."
      throw ValidationError(problem.text)
    }
    return name
  }
}

/// A page as JSON. Both keys are always present.
private struct PageOutput: Encodable {
  let page: ConversationPage

  init(_ page: ConversationPage) { self.page = page }

  private enum CodingKeys: CodingKey { case conversations, next }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let conversations = page.conversations.map { conversation in
      var conversation = conversation
      conversation.snippet = SnippetMark.shown(conversation.snippet)
      return conversation
    }
    try container.encode(conversations, forKey: .conversations)
    try container.encode(page.next?.description, forKey: .next)
  }
}
