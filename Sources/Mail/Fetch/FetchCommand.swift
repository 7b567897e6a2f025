import CTidelineGLib
import Glibc
import Subprocess
import SystemPackage

/// A program that brings new mail into the mailbox, such as `mbsync -a`. It is run before a refresh
/// reads the mailbox.
///
///     if let command = FetchCommand("mbsync -a") {
///       try await command.run { print($0) }
///     }
///
/// The program gets a session of its own, and thereby a process group. It has no terminal, no
/// input, and no open files but its output. After a cancellation or the time limit, the program is
/// ended with all processes that it has started, except processes that have begun another session.
/// After the program has ended by itself, processes that it has started may continue.
public struct FetchCommand: Sendable, Hashable {
  /// The user's text: a program and its arguments, split as a shell would.
  public let text: String
  /// Whether `/bin/sh` runs the text, with all features of a shell. Otherwise no shell is involved.
  public let usesShell: Bool
  /// The time limit; zero for none.
  public let timeLimit: Duration

  /// The default time limit: a first `mbsync` takes minutes, but must not hang forever.
  public static let defaultTimeLimit = Duration.seconds(300)
  /// The longest valid time limit, a day in seconds: a longer one is likely a typing error.
  public static let longestTimeLimit = 86_400
  /// The time between `SIGTERM` and `SIGKILL`, in which `mbsync` and `offlineimap` save their
  /// progress.
  static let usualGrace = Duration.seconds(3)

  /// The grace period; tests shorten it.
  var grace = usualGrace

  /// - Parameters:
  ///   - text: the command; nil is returned for white space alone.
  ///   - timeLimit: zero or less for none.
  public init?(_ text: String, usesShell: Bool = false, timeLimit: Duration = defaultTimeLimit) {
    guard !text.allSatisfy(\.isWhitespace) else { return nil }
    self.text = text
    self.usesShell = usesShell
    self.timeLimit = max(.zero, timeLimit)
  }

  /// The program and its arguments.
  ///
  /// - Throws: ``MailError/fetchFailed(command:reason:output:)`` for ``ShellWords/Unbalanced``.
  func arguments() throws(MailError) -> [String] {
    if usesShell { return ["/bin/sh", "-c", text] }
    do {
      return try ShellWords.split(text)
    } catch { throw failure(.unbalancedQuotes) }
  }

  /// Runs the command and returns when it has succeeded.
  ///
  /// Cancelling the task ends the command and all processes that it has started: they get
  /// `SIGTERM`, and after three seconds they are killed.
  ///
  /// - Parameter output: called whenever the command has printed something, on any thread, with the
  ///   last line so far that is not blank.
  /// - Throws: ``MailError/fetchFailed(command:reason:output:)``, or `CancellationError`.
  public func run(output: (@Sendable (String) -> Void)? = nil) async throws {
    let words = try arguments()
    let pipe: OutputPipe
    do {
      pipe = try OutputPipe(report: output)
    } catch { throw failure(.notStarted(reason: error.description)) }
    let outcome = await RunningCommand(words, grace: grace, output: pipe).outcome(within: timeLimit)
    await pipe.close()
    let kept = pipe.text
    switch outcome {
    case .ended(.exited(0)): return
    case .ended(.exited(let status)): throw failure(.exited(status: Int(status)), kept)
    case .ended(.signaled(let signal)): throw failure(.killed(signal: Int(signal)), kept)
    case .timedOut: throw failure(.timedOut(seconds: Int(timeLimit.components.seconds)), kept)
    case .notFound: throw failure(.missing(words[0]))
    case .notStarted(let reason): throw failure(.notStarted(reason: reason))
    case .cancelled: throw CancellationError()
    }
  }

  /// Runs the command for a refresh that continues even after a failure: the mailbox is worth
  /// reading all the same, since new mail may have come in another way.
  ///
  /// - Returns: the command's failure; nil if it succeeded.
  /// - Throws: `CancellationError`.
  public func failure(output: (@Sendable (String) -> Void)? = nil) async throws -> MailError? {
    do {
      try await run(output: output)
      return nil
    } catch let error as MailError { return error }
  }

  private func failure(_ reason: FetchFailure, _ output: String = "") -> MailError {
    .fetchFailed(command: text, reason: reason, output: output)
  }
}

/// Splits a command line as a shell does: at white space, except in quotation marks or after a
/// backslash. It has no other features of a shell, such as variables, patterns or pipes.
enum ShellWords {
  /// A quotation mark is not closed, nothing follows a backslash, or there is only a comment.
  struct Unbalanced: Error {}

  /// - Parameter text: not white space alone.
  /// - Returns: at least one word. `~/` at the beginning of a word stands for the home folder, even
  ///   in quotation marks.
  static func split(_ text: String) throws(Unbalanced) -> [String] {
    var count: Int32 = 0
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    // A command line that is only a comment has no words.
    guard g_shell_parse_argv(text, &count, &words, nil) != 0, let words, count > 0 else {
      throw Unbalanced()
    }
    defer { g_strfreev(words) }
    return (0..<Int(count)).map { words[$0].map { withHome(String(cString: $0)) } ?? "" }
  }

  private static func withHome(_ word: String) -> String {
    word.hasPrefix("~/") ? HomeFolder.path + word.dropFirst() : word
  }
}
