import ArgumentParser
import TidelineProgram

/// `tideline`: opens the window, or runs one of the commands below.
struct TidelineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tideline",
    abstract: "Lists the mail conversations that you have on disk and on mail servers.",
    usage: """
      tideline [<mailbox>] [--store <file>]
      tideline --action <action>
      tideline <subcommand>
      """,
    discussion: """
      A mailbox is a Maildir, an mbox file or a folder of them, such as Thunderbird's, or an account on \
      a mail server. Tideline only reads it, unless you mark messages in it. A store remembers the mail \
      that was read; you may delete it at any time.
      """,
    version: AppInfo.version,
    subcommands: [
      OpenCommand.self, ListCommand.self, FoldersCommand.self, RefreshCommand.self,
      ThreadsCommand.self, ShowCommand.self, MarkCommand.self, FindCommand.self, SampleCommand.self,
      DeliverCommand.self, AccountCommand.self,
    ]
  )

  /// Puts `open` before arguments that do not begin with a command. ArgumentParser's default
  /// subcommand has the same effect, but it looks through its options on each call, for other
  /// commands too: a seventh of the work of an unchanged refresh.
  static func completed(_ arguments: [String]) -> [String] {
    let isOwn =
      switch arguments.first {
      case "help", "--help", "-h", "--help-hidden", "--version", "--experimental-dump-help": true
      case let first?:
        first.hasPrefix("--generate-completion-script")
          || configuration.subcommands.contains { $0.configuration.commandName == first }
      case nil: false
      }
    return isOwn ? arguments : ["open"] + arguments
  }
}
