import Glibc
import TidelineLocalization

/// What went wrong with a fetch command.
public enum FetchFailure: Sendable, Hashable {
  /// A quotation mark is not closed, or nothing follows a backslash.
  case unbalancedQuotes
  /// There is no such program.
  case notFound(program: String)
  /// There is such a file, and the system does not run it.
  case notExecutable(program: String)
  /// The system has no room for another process, say.
  case notStarted(reason: String)
  /// It ended with another status than 0.
  case exited(status: Int)
  /// A signal ended it.
  case killed(signal: Int)
  /// It took longer than it may, and was ended.
  case timedOut(seconds: Int)

  /// What there is to say of a program that the system does not find, or does not run: it tells
  /// them apart no better for one that is looked for in `PATH`.
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
