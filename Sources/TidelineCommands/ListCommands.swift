import ArgumentParser
import FoundationEssentials
import Mail
import TidelineLocalization
import TidelineProgram

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
        let lines = page.conversations.map {
          ConversationLine.make($0, isOwnMail: page.isOfOwnMail)
        }
        try StandardOutput.write(lines.map { "\($0)\n" }.joined())
        if let next = page.next, !lines.isEmpty, !options.quiet {
          StandardError.write("More: --after \(next)")
        }
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
    // Also takes a name as it is shown, without its control characters.
    let shown = folders.first { ("\($0)" as TerminalText).text == folder }
    let named = folders.first { $0.description == folder || $0 == FolderName(folder) }
    guard let name = named ?? shown else {
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

private enum ConversationLine {
  /// Returns the date, marks, senders or recipients, count and subject.
  static func make(_ conversation: Conversation, isOwnMail: Bool) -> TerminalText {
    let date = LocalTime(secondsSince1970: Int64(conversation.date.timeIntervalSince1970))
      .formatted("%Y-%m-%d %H:%M")
    let marks =
      (conversation.unread > 0 ? "●" : conversation.deleted ? "✗" : " ")
      + (conversation.flagged ? "★" : " ")
      + (conversation.attachments ? "@" : " ")
    let recipients = conversation.namedRecipients(inOwnMail: isOwnMail)
    let names = (recipients ?? conversation.participants).joined(separator: ", ")
    let people = fit(recipients == nil ? names : "To " + names, to: 28)
    let count = conversation.messageCount > 1 ? "(\(conversation.messageCount)) " : ""
    let subject = conversation.subject.isEmpty ? "(no subject)" : conversation.subject
    return "\(date)  \(marks)  \(people)  \(count)\(subject)"
  }

  /// Pads or cuts a text to a width in characters.
  private static func fit(_ text: String, to width: Int) -> String {
    let count = text.count
    return count <= width
      ? text + String(repeating: " ", count: width - count) : text.prefix(width - 1) + "…"
  }
}

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

struct FoldersCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "folders",
    abstract: "Lists the folders of a mailbox, with the numbers of their messages.",
    discussion: "The store is brought up to date first."
  )

  @OptionGroup var options: MailboxOptions

  func perform() async throws {
    try await options.withRefreshed { try await write($0.folders()) }
  }

  private func write(_ folders: [MailFolder]) throws {
    for folder in folders {
      if options.json {
        try StandardOutput.write(json: FolderOutput(folder))
      } else {
        let messages = folder.messages.map { "\($0)" } ?? "?"
        let unread = folder.unread.map { "\($0)" } ?? "?"
        try StandardOutput.write("\(messages)\t\(unread) unread\t\(folder.name)")
        if let role = folder.role?.rawValue { try StandardOutput.write("\t\(role)") }
        try StandardOutput.write("\n")
      }
    }
  }
}

private struct FolderOutput: Encodable {
  let name: String
  let role: String?
  let messages: Int?
  let unread: Int?

  init(_ folder: MailFolder) {
    name = folder.name.description
    role = folder.role?.rawValue
    messages = folder.messages
    unread = folder.unread
  }

  private enum CodingKeys: CodingKey { case name, role, messages, unread }

  /// Encodes all keys always, except the role's.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(role, forKey: .role)
    try container.encode(messages, forKey: .messages)
    try container.encode(unread, forKey: .unread)
  }
}

struct FindCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Lists the mailboxes that are on this computer.",
    discussion: """
      Looks where mail programs keep mail and where their settings say so. Any of the paths may be \
      given to the other commands.
      """
  )

  @Flag(help: "Write JSON.")
  var json = false

  func perform() async throws {
    let found = await MailDiscovery.find()
    if json { return try StandardOutput.write(json: found) }
    if found.isEmpty { StandardError.write("No mailbox was found.") }
    for mailbox in found {
      let note = mailbox.isEmpty ? " (empty)" : ""
      try StandardOutput.write("\(mailbox.path)\t\(mailbox.title)\(note)\n")
    }
  }
}
