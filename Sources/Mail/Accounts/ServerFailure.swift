import Network
import TidelineLocalization

/// A refusal by a mail server, or a fault in its responses.
public struct ServerFailure: Error, Sendable, Hashable {
  /// The kinds of failure, by what the user can do.
  public enum Kind: Sendable, Hashable {
    /// The server has closed the connection, or accepts no connection.
    case connectionLost
    /// The server temporarily refuses logins, for a reason other than name or password: too many
    /// connections, a quota, maintenance.
    case notNow
    /// Encryption is missing or weak, or the connection may be intercepted.
    case insecure
    /// The name or the password is wrong, or the account is closed.
    case loginRefused
    /// No password is known, and the user cannot be asked.
    case passwordMissing
    /// The system's online account for this server has no valid password or token.
    case signInNeeded
    /// The server refused a command other than the login.
    case refused
    /// A name or a password has characters that cannot be sent; nothing was sent.
    case notSendable
    /// A response is malformed or too large.
    case notUnderstood
  }

  public var host: String
  public var kind: Kind
  /// The command that failed, as in `UID FETCH`; empty while connecting.
  public var step: String
  /// The reason in the program's words.
  private let fault: String
  /// The server's words, which follow ``fault``.
  var words: String

  /// The server's own text, or the fault in its response; after a failed login, only the class of
  /// the failure.
  public var reason: String { fault + words }

  public init(
    _ kind: Kind,
    host: String,
    step: String = "",
    reason: String = "",
    words: String = ""
  ) {
    (self.kind, self.host, self.step) = (kind, host, step)
    (fault, self.words) = (reason, words)
  }

  /// The condition under which the same attempt may succeed.
  public enum Remedy: Sendable {
    /// Time passes: the network or the server recovers.
    case time
    /// The user signs in again, or gives another password.
    case login
    /// The connection becomes safe.
    case security
    /// The request changes: the server answers the same request in the same way.
    case request
  }

  public var remedy: Remedy {
    switch kind {
    case .connectionLost, .notNow: .time
    case .loginRefused, .passwordMissing, .signInNeeded: .login
    case .insecure: .security
    case .refused, .notSendable, .notUnderstood: .request
    }
  }

  var reasonAtStep: String {
    [step, reason].filter { !$0.isEmpty }.joined(separator: ": ")
  }

  var sentence: MailError.Sentence {
    typealias Sentence = MailError.Sentence
    return switch kind {
    case .connectionLost:
      Sentence(
        "The connection to “%s” was lost (%s). What was fetched so far is listed; refresh again.",
        host,
        reason
      )
    case .notNow:
      Sentence("“%s” does not let you in now (%s). Wait a while, then refresh again.", host, reason)
    case .insecure:
      Sentence(
        "No safe connection to “%s” is possible (%s). No password was sent. "
          + "Ask whoever runs the server, or use another network.",
        host,
        reason
      )
    case .loginRefused:
      Sentence("“%s” refused the login (%s). Check the user’s name and the password.", host, reason)
    case .passwordMissing:
      Sentence("The password for “%s” is not known (%s).", host, reason)
    case .signInNeeded:
      Sentence(
        "You need to sign in to “%s” again (%s). Do that in the system’s settings, under Online "
          + "Accounts.",
        host,
        reason
      )
    case .refused:
      Sentence(
        "“%s” refused a request (%s). Refresh again; if it stays so, ask whoever runs the server.",
        host,
        reasonAtStep
      )
    case .notSendable:
      Sentence(
        "A request to “%s” was not sent (%s). Check the name or the password for unusual characters.",
        host,
        reason
      )
    case .notUnderstood:
      Sentence(
        "The answer of “%s” makes no sense (%s). Refresh again; if it stays so, report it.",
        host,
        reasonAtStep
      )
    }
  }
}

/// Whether an account's server is reachable.
public enum Connectivity: Sendable, Hashable {
  case online
  /// An attempt to reach the server has failed; further attempts follow.
  ///
  /// - Parameters:
  ///   - since: when the server last answered, in seconds since 1970; the list was up to date until
  ///     then. Nil if the server has not answered since the program started.
  ///   - reason: the error of the last attempt.
  case offline(since: Int64?, reason: MailError)
}

extension MailError {
  /// Whether the server could not be reached now, but may be later.
  public var isOffline: Bool {
    switch self {
    case .network(let error): Self.isTransient(error)
    case .server(let failure): Self.isTransient(failure)
    default: false
    }
  }

  /// Whether an error of the network or the protocol passes by itself, as for ``isOffline``.
  static func isTransient(_ error: any Error) -> Bool {
    switch error {
    case let error as NetworkError: error.isTransient
    case let failure as ServerFailure: failure.remedy == .time
    default: false
    }
  }
}
