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
    // Ctrl+C ends a refresh between two transactions rather than within one.
    signal(SIGINT, SIG_IGN)
    let interrupt = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    interrupt.setEventHandler { task.cancel() }
    interrupt.resume()
    withExtendedLifetime(interrupt) { dispatchMain() }
  }
}
