import ArgumentParser
import TidelineProgram

/// `tideline`: opens the window, or one of the commands below.
struct TidelineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tideline",
    abstract: "Lists the mail conversations you already have on disk.",
    usage: """
      tideline [<mailbox>] [--store <file>]
      tideline --action <action>
      tideline <subcommand>
      """,
    discussion: """
      A mailbox is a Maildir, an mbox file or a folder of them, such as Thunderbird's. Tideline only ever reads it; what it has \
      read is remembered in a store, which may be deleted at any time.
      """,
    version: AppInfo.version,
    subcommands: [
      OpenCommand.self, ListCommand.self, FoldersCommand.self, RefreshCommand.self,
      ThreadsCommand.self, ShowCommand.self, FindCommand.self, SampleCommand.self,
      DeliverCommand.self,
    ],
    defaultSubcommand: OpenCommand.self
  )
}
