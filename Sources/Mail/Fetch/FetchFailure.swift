import Glibc
import TidelineLocalization

/// Reasons why a fetch command has failed.
public enum FetchFailure: Sendable, Hashable {
  /// A quotation mark is not closed, or nothing follows a backslash.
  case unbalancedQuotes
  /// The program does not exist.
  case notFound(program: String)
  /// The file exists, but the system does not run it.
  case notExecutable(program: String)
  /// The system did not start the command, for example because of too many processes.
  case notStarted(reason: String)
  /// The command ended with a status other than 0.
  case exited(status: Int)
  /// A signal ended the command.
  case killed(signal: Int)
  /// The command exceeded its time limit and was ended.
  case timedOut(seconds: Int)

  /// The failure for a program that the system cannot find or run. The system's error does not tell
  /// the two apart. So a program that is searched in `PATH` counts as not found.
  static func missing(_ program: String) -> FetchFailure {
    program.contains("/") && access(program, F_OK) == 0
      ? .notExecutable(program: program) : .notFound(program: program)
  }

  func sentence(_ command: String) -> MailError.Sentence {
    switch self {
    case .unbalancedQuotes:
      MailError.Sentence(
        "In the fetch command “%s” a quotation mark is not closed, or nothing follows a "
          + "backslash. Correct it.",
        command
      )
    case .notFound(let program):
      MailError.Sentence(
        "The program “%s” of the fetch command is not there. "
          + "Install it, or name it with its whole path.",
        program
      )
    case .notExecutable(let program):
      MailError.Sentence(
        "The program “%s” of the fetch command cannot be run. Make it executable, and check that "
          + "the program is there that its first line names.",
        program
      )
    case .notStarted(let reason):
      MailError.Sentence(
        "The fetch command “%s” could not be started (%s). Refresh again in a moment.",
        command,
        reason
      )
    case .exited(let status):
      MailError.Sentence(
        "The fetch command “%s” failed with status %s. See what it says, and correct it.",
        command,
        String(status)
      )
    case .killed(let signal):
      MailError.Sentence(
        "The fetch command “%s” was ended by signal %s. See what it says.",
        command,
        String(signal)
      )
    case .timedOut(let seconds):
      MailError.Sentence(
        "The fetch command “%s” was not done after %s s, and was ended. "
          + "See what it says, or allow it more time.",
        command,
        String(seconds)
      )
    }
  }
}
