import IMAP
import Network

extension MailError {
  /// Translates errors of the network and the protocol into errors of a mailbox.
  ///
  /// - Parameter host: the server's name.
  static func shown(_ error: any Error, from host: String) -> any Error {
    switch error {
    case let error as NetworkError where error.kind == .cancelled: CancellationError()
    case let error as NetworkError: MailError.network(error)
    case let failure as ServerFailure: MailError.server(failure)
    case let failure as DialogueFailure: MailError.server(ServerFailure(failure, host: host))
    case let error as CommandError:
      MailError.server(ServerFailure(.refused, host: host, step: "sending", reason: "\(error)"))
    default: error
    }
  }
}

extension ServerFailure {
  fileprivate init(_ failure: DialogueFailure, host: String) {
    self.init(
      failure.kind == .notUnderstood ? .notUnderstood : .refused,
      host: host,
      step: failure.step,
      reason: failure.reason
    )
  }
}

extension ServerFailure {
  /// Steps at which a server may refuse a client before any mail is read.
  enum Entrance {
    case greeting
    /// A login by this command.
    case logIn(String)
  }

  /// Makes a failure from a status that refuses the client.
  init(_ status: Status, at entrance: Entrance, host: String) {
    let (step, reason, otherwise): (String, String, Kind) =
      switch entrance {
      case .greeting: ("greeting", status.text, .connectionLost)
      case .logIn(let command): (command, status.loginReason, .loginRefused)
      }
    switch status.code {
    case _ where status.mayPass: self.init(.notNow, host: host, step: step, reason: reason)
    case .referral:
      self.init(
        .refused,
        host: host,
        step: step,
        reason: "it names another server, which is never followed"
      )
    case .privacyRequired: self.init(.insecure, host: host, reason: reason)
    default: self.init(otherwise, host: host, step: step, reason: reason)
    }
  }
}

extension ServerFailure {
  /// Whether the login failed for a lasting reason: further attempts might lock the account.
  public var isAboutLogin: Bool {
    switch kind {
    case .insecure, .loginRefused, .passwordMissing, .signInNeeded: true
    case .connectionLost, .notNow, .refused, .notUnderstood: false
    }
  }

  /// Whether the failure concerns only the request, so that another request may succeed.
  var isAboutRequest: Bool {
    let isEntrance = step == "greeting" || step == "LOGIN" || step.hasPrefix("AUTHENTICATE")
    return (kind == .refused || kind == .notUnderstood) && !isEntrance
  }
}

extension MailError {
  /// Whether the connection is useless after this error.
  static func endsConnection(_ error: any Error) -> Bool {
    switch error {
    case is NetworkError: true
    case let failure as ServerFailure: failure.kind != .refused
    default: false
    }
  }

  /// Whether a new connection may help. False after a refusal, or a response that could not be
  /// understood: the server would only send the same again.
  static func mayBeBetterAnew(_ error: any Error) -> Bool {
    (error as? ServerFailure).map { $0.kind == .connectionLost || $0.kind == .notNow } ?? true
  }
}

extension Status {
  /// Whether another login mechanism may be accepted: this status says neither that the password is
  /// wrong nor that the server is busy.
  var refusesMechanism: Bool {
    switch code {
    case nil, .alert, .other("CANNOT"):
      kind == .bad || code == .other("CANNOT") || says(Self.mechanism)
        || !mayPass && !says(Self.wrongPassword)
    case .authenticationFailed, .authorizationFailed, .expired, .referral, .privacyRequired: false
    default: !mayPass
    }
  }

  /// Whether logins are refused for a reason that passes by itself, or that the user can remove
  /// elsewhere.
  var mayPass: Bool {
    switch code {
    case .unavailable, .limit, .overQuota, .serverBug, .other("INUSE"), .other("WEBALERT"): true
    case .authenticationFailed, .authorizationFailed, .expired, .referral, .privacyRequired,
      .other("CANNOT"):
      false
    default: passingReason != nil || says(Self.mayBePassing) && !says(Self.wrongPassword)
    }
  }

  /// Whether the text contains a phrase; a phrase between spaces matches only whole words.
  private func says(_ phrases: [String]) -> Bool {
    let text = String(" \(text.lowercased()) ".map { $0.isLetter || $0 == "'" ? $0 : " " })
    return phrases.contains { text.contains($0) }
  }

  /// The reason of a refused login in this program's words. The server's words may contain the
  /// password in any form.
  var loginReason: String {
    switch code {
    case .authenticationFailed: Self.wrongLogin
    case .authorizationFailed: "the user has no access to this mailbox"
    case .expired: "the password has expired"
    case .unavailable: Self.unavailable
    case .limit: Self.tooMany
    case .overQuota: Self.quota
    case .serverBug: "it has an internal fault"
    case .privacyRequired: "it demands encryption"
    case .other("INUSE"): "the mailbox is in use"
    case .other("WEBALERT"): Self.webLogin
    default:
      passingReason
        ?? (says(Self.appPassword)
          ? "it asks for an app password, which the account’s settings on the web give"
          : says(Self.wrongPassword)
            ? Self.wrongLogin
            : says(Self.mayBePassing) ? Self.unavailable : "it gives a reason that is not shown")
    }
  }

  /// The reason of a refusal that passes; nil if no phrase says so.
  private var passingReason: String? { Self.passing.first { says($0.phrases) }?.reason }

  private static let wrongLogin = "the name or the password is wrong"
  private static let unavailable = "it is not available at present"
  private static let tooMany = "there are too many connections or requests"
  private static let quota = "a quota is used up"
  private static let webLogin = "it asks for a login in a web browser"

  // English phrases of servers that send no code.

  private static let passing: [(reason: String, phrases: [String])] = [
    (tooMany, ["too many", "too frequent", "simultaneous", "throttl", "overload", "frequency"]),
    (quota, ["quota"]),
    (webLogin, ["web login", "web browser", "via the web"]),
    (
      "access by IMAP is switched off in the account’s settings",
      ["access is disabled", "imap is disabled", "turn on imap", "enable imap", "not enabled"]
    ),
    (
      unavailable,
      [
        "temporar", "maintenance", "not connected", "system error", "internal error",
        "server error", "timeout", "timed out", "shutting down", "connection refused", "backend",
      ]
    ),
  ]
  private static let appPassword = ["app password", "app specific", "application specific"]
  /// Phrases that may also accompany a wrong password: “please try again later”.
  private static let mayBePassing = [
    "maximum", "limit", "exceeded", "unavailable", " again ", " later ", " in use ", "locked",
    "busy",
  ]
  private static let mechanism = ["mechanism", "authenticate", "plain", "sasl", "not supported"]
  private static let wrongPassword = [
    "credential", "password", "authentication fail", "login fail", "invalid login", "invalid user",
    "unknown user", "incorrect", "user name", "username", "auth fail", "authentication against",
  ]

  /// Whether this is Exchange's “User is authenticated but not connected”, sent for every command
  /// while Exchange cannot reach the user's mail. Another connection may succeed; another password
  /// would not.
  var isNotConnected: Bool {
    (kind == .bad || kind == .no) && text.lowercased().contains("not connected")
  }
}
