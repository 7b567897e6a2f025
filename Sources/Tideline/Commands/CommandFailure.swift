import ArgumentParser
import Foundation
import Mail

/// How a command ends when it does not succeed: 1 when something failed, 2 when it was called
/// wrongly, 0 when help or the version was asked for.
nonisolated enum CommandFailure {
  /// Tells the user, and returns the exit status.
  static func report(_ error: any Error) -> Int32 {
    if error is BrokenPipe { return 0 }
    if let error = error as? MailError {
      if case .fetchFailed(_, _, let output) = error, !output.isEmpty {
        StandardError.write("\(lines: output)")
      }
      let sentence = error.sentence
      StandardError.write("tideline: \(tr(sentence.format, with: sentence.arguments))")
      return 1
    }
    if error is CancellationError { return 1 }
    let code = TidelineCommand.exitCode(for: error)
    let text = TidelineCommand.fullMessage(for: error)
    switch code {
    case .success:
      do {
        try StandardOutput.write("\(lines: text)\n")
        return 0
      } catch {
        return report(error)
      }
    case .validationFailure:
      StandardError.write("\(lines: text)")
      return 2
    default:
      StandardError.write("tideline: \(error.localizedDescription)")
      return 1
    }
  }
}
