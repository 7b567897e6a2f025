import ArgumentParser
import Glibc
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
        Glibc.exit(0)
      } catch {
        Glibc.exit(CommandFailure.report(error, of: TidelineCommand.self))
      }
    }
    signals.wait(onStop: QuietTerminal.stop, onContinue: QuietTerminal.goOn) { task.cancel() }
  }
}
