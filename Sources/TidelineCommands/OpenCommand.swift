import ArgumentParser
import TidelineProgram

/// `tideline [MAILBOX]`: opens the window.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Opens the window. (default)"
  )

  @OptionGroup var options: OpenOptions

  func run() throws {
    var options = options
    options.mailbox = try options.mailbox.map { try MailboxName.forWindow($0) }
    try WindowProgram.run(options.arguments)
  }
}
