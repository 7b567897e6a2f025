import ArgumentParser
import Mail
import TidelineProgram

/// `tideline mark`: marks conversations, only in Tideline or also in the mailbox.
struct MarkCommand: AsyncCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark",
    abstract: "Marks conversations as read, unread or starred.",
    discussion: """
      The mailbox stays as it is, unless --in-mailbox is given, and what another program changes in it \
      later counts more. All \
      messages are marked as read or lose their star; the newest one is marked as unread or gets it. \
      The store is not brought up to date first.
      """
  )

  @OptionGroup var options: MailboxOptions

  @Argument(
    help: ArgumentHelp(
      "The conversations’ “id”, as “tideline list --json” gives it.",
      valueName: "conversation"
    )
  )
  var conversations: [Int64]

  @Flag(
    help: ArgumentHelp(
      "Mark them in the mailbox, too, if it takes marks: in a Maildir or on a server. If the mailbox "
        + "is not reached, the next refresh marks them there."
    )
  )
  var inMailbox = false

  @Flag(help: "The mark.")
  var mark: Mark

  enum Mark: EnumerableFlag {
    case read, unread, star, unstar

    static func help(for value: Mark) -> ArgumentHelp? {
      switch value {
      case .read: "Mark all messages as read."
      case .unread: "Mark the newest message as unread."
      case .star: "Star the newest message."
      case .unstar: "Take the star from all messages."
      }
    }

    fileprivate var mark: MessageMark {
      switch self {
      case .read: .read
      case .unread: .unread
      case .star: .starred
      case .unstar: .unstarred
      }
    }
  }

  func perform() async throws {
    let mailbox = try await options.open()
    let found = Set(try await mailbox.conversations(conversations).map(\.id))
    if let missing = conversations.first(where: { !found.contains($0) }) {
      throw ValidationError(
        "There is no conversation \(missing), so nothing is marked. “tideline list --json” names them."
      )
    }
    let marked = try await mailbox.markConversations(mark.mark, conversations, writes: inMailbox)
    var failure: (any Error)?
    if inMailbox {
      do { try await mailbox.writeMarks() } catch { failure = error }
    }
    if options.json {
      try StandardOutput.write(json: ["marked": marked.count])
    } else if !options.quiet {
      let noun = marked.count == 1 ? "message" : "messages"
      try StandardOutput.write("marked \(marked.count) \(noun)\n")
    }
    if let failure {
      if !options.quiet {
        StandardError.write("tideline: the next refresh marks them in the mailbox")
      }
      throw failure
    }
  }
}
