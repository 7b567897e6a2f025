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

  @Option(
    help: ArgumentHelp(
      "Do in the running Tideline what its icon’s menu offers: "
        + LaunchAction.allCases.map(\.rawValue).joined(separator: " or ") + ".",
      valueName: "action"
    )
  )
  var action: LaunchAction?

  /// How D-Bus starts the program; it then says what to open.
  @Flag(name: .customLong("gapplication-service"), help: .hidden)
  var isService = false

  func validate() throws {
    guard mailbox != nil, action != nil else { return }
    throw ValidationError("--action takes no mailbox.")
  }

  func run() throws {
    // The parser calls from the main thread, and does not say so in its type.
    let status = MainActor.assumeIsolated {
      let status = TidelineApplication(storePath: store.store).run(request)
      LeakReport.printIfAsked()
      return status
    }
    Foundation.exit(status)
  }

  private var request: TidelineApplication.Request {
    if isService { return .service }
    return action.map { .action($0) } ?? .window(mailbox: mailbox)
  }
}

extension LaunchAction: ExpressibleByArgument {}
