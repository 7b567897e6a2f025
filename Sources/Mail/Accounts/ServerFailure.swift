import TidelineLocalization

/// What a mail server refused, or what was wrong with what it sent.
public struct ServerFailure: Error, Sendable, Hashable {
  /// What went wrong, by what the user can do about it.
  public enum Kind: Sendable, Hashable {
    /// The server has ended the connection, or is not ready for one.
    case connectionLost
    /// The server lets nobody in at the moment, for a reason that passes and that is not in the name or
    /// the password: too many connections, a quota, maintenance.
    case notNow
    /// There would be no encryption, or a weak one; or somebody may have got between.
    case insecure
    /// The name or the password is wrong, or the account is closed.
    case loginRefused
    /// No password is known, and there is nobody to ask.
    case passwordMissing
    /// An online account, which keeps the password or token, has none that is good.
    case signInNeeded
    /// The server refused something else than the login.
    case refused
    /// What the server sent makes no sense, or is too much.
    case notUnderstood
  }

  /// The server's name.
  public var host: String
  /// What went wrong.
  public var kind: Kind
  /// What was being done, as in `UID FETCH`; empty while connecting.
  public var step: String
  /// The server's own words, or what was wrong with them.
  public var reason: String

  /// Joins the four.
  public init(_ kind: Kind, host: String, step: String = "", reason: String) {
    (self.kind, self.host, self.step, self.reason) = (kind, host, step, reason)
  }

  private var reasonAtStep: String {
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
      Sentence(
        "“%s” does not let you in now (%s). Wait a while, then refresh again.",
        host,
        reason
      )
    case .insecure:
      Sentence(
        "No safe connection to “%s” is possible (%s). No password was sent. "
          + "Ask whoever runs the server, or use another network.",
        host,
        reason
      )
    case .loginRefused:
      Sentence(
        "“%s” refused the login (%s). Check the user’s name and the password.",
        host,
        reason
      )
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
    case .notUnderstood:
      Sentence(
        "The answer of “%s” makes no sense (%s). Refresh again; if it stays so, report it.",
        host,
        reasonAtStep
      )
    }
  }
}
