import IMAP
import Network

extension MailError {
  /// What a mailbox throws for what the network and the protocol throw.
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
  /// Where a server may turn somebody away before there is mail.
  enum Entrance {
    case greeting
    /// With the name of the command.
    case logIn(String)
  }

  /// What a server says that lets nobody in.
  init(_ status: Status, at entrance: Entrance, host: String) {
    let (step, otherwise): (String, Kind) =
      switch entrance {
      case .greeting: ("greeting", .connectionLost)
      case .logIn(let command): (command, .loginRefused)
      }
    switch status.code {
    case _ where status.mayPass: self.init(.notNow, host: host, step: step, reason: status.text)
    case .referral:
      self.init(
        .refused,
        host: host,
        step: step,
        reason: "it names another server, which is never followed: \(status.text)"
      )
    case .privacyRequired: self.init(.insecure, host: host, reason: status.text)
    default: self.init(otherwise, host: host, step: step, reason: status.text)
    }
  }
}

extension ServerFailure {
  /// Whether nobody was logged in, for a reason that stays: a password that is tried often locks an
  /// account.
  public var isAboutLogin: Bool {
    switch kind {
    case .insecure, .loginRefused, .passwordMissing, .signInNeeded: true
    case .connectionLost, .notNow, .refused, .notUnderstood: false
    }
  }

  /// Whether it is about what was asked for, so that something else may be answered.
  var isAboutRequest: Bool {
    let isEntrance = step == "greeting" || step == "LOGIN" || step.hasPrefix("AUTHENTICATE")
    return (kind == .refused || kind == .notUnderstood) && !isEntrance
  }
}

extension MailError {
  /// Whether the connection is of no use after it.
  static func endsConnection(_ error: any Error) -> Bool {
    switch error {
    case is NetworkError: true
    case let failure as ServerFailure: failure.kind != .refused
    default: false
    }
  }

  /// Whether a new connection may do what the last one did not. What a server sent and nobody could
  /// understand, it would send again.
  static func mayBeBetterAnew(_ error: any Error) -> Bool {
    (error as? ServerFailure).map { $0.kind == .connectionLost || $0.kind == .notNow } ?? true
  }
}

extension Status {
  /// Whether another mechanism may be accepted, where this was the answer to one: it does not say
  /// that the password is wrong, or that the server is busy.
  var refusesMechanism: Bool {
    switch code {
    case nil, .alert, .other("CANNOT"):
      kind == .bad || code == .other("CANNOT") || says(Self.mechanism)
        || !mayPass && !says(Self.wrongPassword)
    case .authenticationFailed, .authorizationFailed, .expired, .referral, .privacyRequired: false
    default: !mayPass
    }
  }

  /// Whether nobody is let in for a reason that passes by itself, or that the user ends elsewhere.
  var mayPass: Bool {
    switch code {
    case .unavailable, .limit, .overQuota, .serverBug, .other("INUSE"), .other("WEBALERT"): true
    case .authenticationFailed, .authorizationFailed, .expired, .referral, .privacyRequired,
      .other("CANNOT"):
      false
    default: says(Self.passing) || says(Self.mayBePassing) && !says(Self.wrongPassword)
    }
  }

  /// Whether one of the phrases is in the text, as whole words where they end with a space.
  private func says(_ phrases: [String]) -> Bool {
    let text = String(" \(text.lowercased()) ".map { $0.isLetter || $0 == "'" ? $0 : " " })
    return phrases.contains { text.contains($0) }
  }

  // Servers without codes say so in English.

  private static let passing = [
    "too many", "too frequent", "simultaneous", "quota", "throttl", "temporar", "maintenance",
    "overload", "web login", "web browser", "via the web", "not connected", "system error",
    "internal error", "server error", "frequency", "timeout", "timed out", "shutting down",
    "connection refused", "backend", "access is disabled", "imap is disabled", "turn on imap",
    "enable imap", "not enabled",
  ]
  /// What a server may also say beside a wrong password: “please try again later”.
  private static let mayBePassing = [
    "maximum", "limit", "exceeded", "unavailable", " again ", " later ", " in use ", "locked",
    "busy",
  ]
  private static let mechanism = ["mechanism", "authenticate", "plain", "sasl", "not supported"]
  private static let wrongPassword = [
    "credential", "password", "authentication fail", "login fail", "invalid login", "invalid user",
    "unknown user", "incorrect", "user name", "username", "auth fail", "authentication against",
  ]

  /// Exchange has “User is authenticated but not connected” for every command while it cannot reach
  /// the user's mail. Another connection may fare better; another password would not.
  var isNotConnected: Bool {
    (kind == .bad || kind == .no) && text.lowercased().contains("not connected")
  }
}
