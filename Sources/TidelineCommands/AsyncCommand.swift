import ArgumentParser
import Glibc
import Synchronization
import TidelineProgram

/// A command with asynchronous work, in a program whose `main` is synchronous.
protocol AsyncCommand: ParsableCommand, Sendable {
  /// Does the work, away from the main thread.
  func perform() async throws
}

extension AsyncCommand {
  /// Starts the work. Meanwhile the main thread waits for signals, which cancel the work and the
  /// command that fetches mail. The process ends with the work.
  func run() throws {
    let signals = CommandSignals()
    let command = self
    let task = Task.detached {
      do {
        try await command.perform()
        CommandSignals.end(status: 0)
      } catch {
        CommandSignals.end(status: CommandFailure.report(error, of: TidelineCommand.self))
      }
    }
    signals.wait(onStop: QuietTerminal.stop, onContinue: QuietTerminal.goOn) { task.cancel() }
  }
}

/// Handles the signals of Ctrl+C, Ctrl+\, Ctrl+Z, the end of the session, and a closed terminal.
///
/// The first signal that ends a command lets it stop between two transactions. The next one ends
/// the process at once, because the command may wait forever, for example for a disk that does not
/// answer. Ctrl+\ always ends the process at once.
private struct CommandSignals {
  private var signals = sigset_t()

  /// Blocks the signals in this thread, and in all threads that are started later. No other thread
  /// may exist yet.
  init() {
    sigemptyset(&signals)
    let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT]
    for number in numbers where !Self.isIgnored(number) { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Waits for the signals, until the process ends.
  ///
  /// - Parameters:
  ///   - onStop: called before the process is stopped, or ended at once.
  ///   - onContinue: called when the process continues, and also if it was not stopped after all.
  ///   - onEnd: called once, at the first signal that ends the command.
  func wait(onStop: () -> Void, onContinue: () -> Void, onEnd: () -> Void) -> Never {
    var (signals, number) = (signals, Int32(0))
    while true {
      sigwait(&signals, &number)
      switch number {
      case SIGCONT: onContinue()
      case SIGTSTP, SIGQUIT:
        onStop()
        Self.carryOut(number)
        onContinue()
      default:
        Self.ending.withLock { $0 = number }
        onEnd()
        // The next such signal has its default action: it ends the process.
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        while true { pause() }
      }
    }
  }

  /// The signal that ends the command; nil while there was none.
  private static let ending = Mutex<Int32?>(nil)

  /// Ends the process with a status. If a signal has ended the command, the process ends by that
  /// signal, so that a shell's loop ends, too.
  static func end(status: Int32) -> Never {
    if let number = ending.withLock(\.self) { carryOut(number) }
    Glibc.exit(status)
  }

  /// Performs the default action of a signal that was waited for.
  private static func carryOut(_ number: Int32) {
    var signal = sigset_t()
    sigemptyset(&signal)
    sigaddset(&signal, number)
    // Resets the handler: Swift's runtime may have one, which asks on the terminal.
    Glibc.signal(number, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &signal, nil)
    raise(number)
    pthread_sigmask(SIG_BLOCK, &signal, nil)
  }

  /// Whether the signal is ignored, as by `nohup`, and by shells for commands in the background.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
