import ArgumentParser
import Mail
import Network

/// The exit status of a program that does not succeed: 1 when something failed, 2 when it was
/// called wrongly, 0 when help or the version was requested.
package enum CommandFailure {
  /// Prints the error, or the requested help.
  ///
  /// - Parameter command: the command that parsed the program's arguments.
  /// - Returns: the exit status.
  package static func report(_ error: any Error, of command: any ParsableCommand.Type) -> Int32 {
    if error is BrokenPipe { return 0 }
    if error is CancellationError { return 1 }
    // The command has said what is wrong.
    if let code = error as? ExitCode { return code.rawValue }
    if let error = error as? MailError { return report(error) }
    let code = command.exitCode(for: error)
    let text = command.fullMessage(for: error)
    switch code {
    case .success:
      do {
        try StandardOutput.write("\(lines: text)\n")
        return 0
      } catch {
        return report(error, of: command)
      }
    case .validationFailure:
      StandardError.write("\(lines: text)")
      return 2
    default:
      let isSearch = if case ServerSearchFailure.notFound = error { true } else { false }
      let way: TerminalText =
        isSearch ? " Then add the account by its URL, imaps://USER@HOST/." : ""
      StandardError.write("tideline: \(String(describing: error))\(way)")
      return 1
    }
  }

  /// Writes an error about the mail or its store, in English: the argument parser's own sentences
  /// cannot be translated, and one program should not use two languages.
  package static func report(_ error: MailError) -> Int32 {
    if case .fetchFailed(_, _, let output) = error, !output.isEmpty {
      StandardError.write("\(lines: output)")
    }
    StandardError.write("tideline: \(error)\(furtherWay(outOf: error))")
    return 1
  }

  /// A remedy by options of the command line. The error's own sentence names no options, since the
  /// window shows it, too.
  private static func furtherWay(outOf error: MailError) -> TerminalText {
    switch error {
    case .storeIsForeign, .storeIsOfAnother, .storeUnusable, .storeFull:
      " Or name another file with --store."
    case .mailboxMissing: " “tideline account list” names the accounts on servers."
    case .server(let failure) where failure.kind == .loginRefused:
      " “tideline account add” stores another password."
    case .network(let error):
      error.certificate.map { certificate in
        """

          \(certificate.lines.joined(separator: "\n  "))
        To accept exactly this one, once you know that it is the right one, run “tideline account add” \
        with the account’s URL and --pin \(certificate.fingerprint.hexadecimal)
        """
      } ?? ""
    default: ""
    }
  }
}
