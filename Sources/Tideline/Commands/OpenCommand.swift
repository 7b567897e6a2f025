import ArgumentParser
import Foundation

/// `tideline [MAILBOX]`: opens the window.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Opens the window. (default)"
  )

  @Argument(help: "A Maildir folder or an mbox file. The default is your own mailbox.")
  var mailbox: String?

  @OptionGroup var store: StoreOptions

  func run() throws {
    // The parser calls from the main thread, and does not say so in its type.
    let status = MainActor.assumeIsolated {
      let status = TidelineApplication(storePath: store.store).run(mailbox: mailbox)
      LeakReport.printIfAsked()
      return status
    }
    Foundation.exit(status)
  }
}
