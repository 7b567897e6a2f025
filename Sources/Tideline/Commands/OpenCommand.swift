import ArgumentParser

/// `tideline [MAILBOX]`: opens the window.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Opens the window. (default)"
  )

  @Argument(help: "A Maildir folder or an mbox file.")
  var mailbox: String?

  @OptionGroup var store: StoreOptions

  func run() throws {
    throw ValidationError("The window is not built yet. See tideline --help for the commands.")
  }
}
