import ArgumentParser
import Dispatch
import Foundation

/// Where the program begins.
///
/// Synchronous on purpose: the window runs GLib's main loop on this thread, and an asynchronous
/// `main` would already have given the thread away.
@main
enum Entry {
  static func main() {
    // `tideline list … | head` closes our output early: writes then fail, and we end quietly.
    signal(SIGPIPE, SIG_IGN)
    StandardStream.reserveNumbers()
    Translations.bind()
    do {
      var command = try TidelineCommand.parseAsRoot()
      try command.run()
    } catch {
      exit(CommandFailure.report(error))
    }
  }
}
