import ArgumentParser

/// `tideline`: opens the window, or one of the commands below.
struct TidelineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tideline",
    abstract: "Lists the mail conversations you already have on disk.",
    usage: """
      tideline [<mailbox>] [--store <file>]
      tideline <subcommand>
      """,
    discussion: """
      A mailbox is a Maildir folder or an mbox file. Tideline only ever reads it; what it has \
      read is remembered in a store, which may be deleted at any time.
      """,
    version: "0.1.0",
    subcommands: [
      OpenCommand.self, ListCommand.self, RefreshCommand.self, ThreadsCommand.self,
      SampleCommand.self, DeliverCommand.self,
    ],
    defaultSubcommand: OpenCommand.self
  )
}
