import ArgumentParser
import Dispatch
import Foundation

/// A command whose work is asynchronous, in a program whose `main` is not.
nonisolated protocol AsyncCommand: ParsableCommand, Sendable {
  /// Does the work, away from the main thread.
  func perform() async throws
}

nonisolated extension AsyncCommand {
  /// Starts the work and parks the main thread; the process ends with the work.
  func run() throws {
    let command = self
    let task = Task.detached {
      do {
        try await command.perform()
        Foundation.exit(0)
      } catch {
        Foundation.exit(CommandFailure.report(error))
      }
    }
    // Ctrl+C, or a terminal that is closed, ends a refresh between two transactions rather than
    // within one, and with it what was run to fetch mail.
    let signals = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { task.cancel() }
      source.resume()
      return source
    }
    withExtendedLifetime(signals) { dispatchMain() }
  }
}
