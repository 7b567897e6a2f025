import Subprocess
import SystemPackage

/// A program that brings new mail into the mailbox, such as `mbsync -a`: run on a refresh, before
/// the mailbox is read.
///
///     if let command = FetchCommand("mbsync -a") {
///       try await command.run { print($0) }
///     }
///
/// It has a session, and with it a process group, of its own, no terminal, nothing to read, and
/// none of our files. What it starts ends with it where it is cancelled or takes too long. What it
/// leaves running when it ends by itself is left alone; so is, at any time, what has begun another
/// session.
public struct FetchCommand: Sendable, Hashable {
  /// As the user wrote it: a program and its arguments, as a shell would take them apart.
  public let text: String
  /// Whether `/bin/sh` runs the text, with all that it can do. Otherwise no shell is involved.
  public let usesShell: Bool
  /// How long it may take; zero for as long as it wants.
  public let timeLimit: Duration

  /// Five minutes: a first `mbsync` takes minutes, and one that hangs must not do so for ever.
  public static let defaultTimeLimit = Duration.seconds(300)
  /// A day, in seconds: a time limit with a slip of the finger in it should not be longer.
  public static let longestTimeLimit = 86_400
  /// How long a command that is told to end may take, before it is killed: `mbsync` and
  /// `offlineimap` note how far they have come.
  static let usualGrace = Duration.seconds(3)

  /// For the tests, which cannot wait so long.
  var grace = usualGrace

  /// - Parameters:
  ///   - text: nothing is made of white space alone.
  ///   - usesShell: whether `/bin/sh` is to run it.
  ///   - timeLimit: zero or less for none.
  public init?(
    _ text: String,
    usesShell: Bool = false,
    timeLimit: Duration = defaultTimeLimit
  ) {
    guard !text.allSatisfy(\.isWhitespace) else { return nil }
    self.text = text
    self.usesShell = usesShell
    self.timeLimit = max(.zero, timeLimit)
  }

  /// The program and its arguments.
  ///
  /// - Throws: ``MailError/fetchFailed(command:reason:output:)`` where a quotation mark is not
  ///   closed.
  func arguments() throws(MailError) -> [String] {
    if usesShell { return ["/bin/sh", "-c", text] }
    do {
      return try ShellWords.split(text)
    } catch { throw failure(.unbalancedQuotes) }
  }

  /// Runs the command and returns when it has ended well.
  ///
  /// Cancelling the task ends the command and all that it has started: they are asked to
  /// (`SIGTERM`), and after three seconds killed.
  ///
  /// - Parameter output: called with the last line that was printed, whenever there is another
  ///   one, from any thread.
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

  /// The same, for a refresh that goes on without: the mailbox is worth reading all the same, since
  /// new mail may have come by another way.
  ///
  /// - Returns: why it failed; nil where it went well.
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
