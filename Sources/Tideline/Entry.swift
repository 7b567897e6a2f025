import ArgumentParser
import Glibc
import PullToRefresh
import TidelineProgram

/// Where the window's program begins. `tideline`, the command line, starts it when it is called
/// without a command.
///
/// Synchronous on purpose: the window runs GLib's main loop on this thread, and an asynchronous
/// `main` would already have given the thread away.
@main
enum Entry {
  static func main() {
    StandardStream.prepare()
    Translations.bind(tr, PullToRefresh.textDomain)
    do {
      var command = try WindowCommand.parseAsRoot()
      try command.run()
    } catch {
      exit(CommandFailure.report(error, of: WindowCommand.self))
    }
  }
}

/// What the window's program understands.
struct WindowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tideline-window",
    version: AppInfo.version,
    subcommands: [OpenWindow.self, ScaleCommand.self],
    defaultSubcommand: OpenWindow.self
  )
}

/// Opens the window.
struct OpenWindow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Opens the window."
  )

  @OptionGroup var options: OpenOptions

  func run() throws {
    // The parser calls from the main thread, and does not say so in its type.
    let status = MainActor.assumeIsolated {
      let status = TidelineApplication(storePath: options.store.store).run(request)
      LeakReport.printIfAsked()
      return status
    }
    Glibc.exit(status)
  }

  private var request: TidelineApplication.Request {
    if options.isService { return .service }
    return options.action.map { .action($0) } ?? .window(mailbox: options.mailbox)
  }
}
