import Glibc
import PullToRefresh
import Tideline
import TidelineProgram

/// The start of the window's program, which `tideline`, the command line, runs when it is called
/// without a command.
///
/// `main` is synchronous on purpose: the window runs GLib's main loop on this thread, and an
/// asynchronous `main` would already have given the thread away.
@main
enum WindowEntry {
  static func main() {
    StandardStream.prepare()
    Translations.bind(tr, library: PullToRefresh.textDomain)
    do {
      let command = try WindowCommand.parse()
      try command.run()
    } catch {
      exit(CommandFailure.report(error, of: WindowCommand.self))
    }
  }
}
