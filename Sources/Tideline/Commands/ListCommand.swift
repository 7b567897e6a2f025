import ArgumentParser
import Foundation
import Mail

/// `tideline list`: a page of conversations.
struct ListCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists conversations, newest first.",
    discussion: "The store is brought up to date first."
  )

  @OptionGroup var options: MailboxOptions

  @Option(help: "How many conversations at most.")
  var limit = 50

  @Option(
    help: ArgumentHelp(
      "Go on behind this place: the “next” of the page before.",
      valueName: "cursor"
    )
  )
  var after: String?

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit must be at least 1.") }
    if let after, Cursor(after) == nil {
      throw ValidationError("“\(after)” is not a cursor. Use the “next” of a page.")
    }
  }

  func perform() async throws {
    let mailbox = try await options.openRefreshed()
    let page = try await mailbox.conversations(
      after: after.flatMap { Cursor($0) },
      limit: limit
    )
    if options.json {
      try StandardOutput.write(json: PageOutput(page))
    } else {
      let lines = page.conversations.map(ConversationLine.make).joined(separator: "\n")
      if !lines.isEmpty { try StandardOutput.write(lines + "\n") }
      if let next = page.next { StandardError.write("More: --after \(next)") }
    }
  }
}

/// A page as JSON. Both keys are always there.
private nonisolated struct PageOutput: Encodable {
  let page: ConversationPage

  init(_ page: ConversationPage) { self.page = page }

  private enum CodingKeys: CodingKey { case conversations, next }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(page.conversations, forKey: .conversations)
    try container.encode(page.next?.description, forKey: .next)
  }
}
