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
      kind == .bad || code == .other("CANNOT") || says(.unknownMechanism)
        || !mayPass && !says(.wrongPassword)
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
    default: says(.passingFailure) || says(.perhapsPassingFailure) && !says(.wrongPassword)
    }
  }

  /// Whether the text contains a phrase of a kind: some servers send no code.
  private func says(_ kind: PhraseKind) -> Bool {
    let folded = FoldedText(text).bytes + [FoldedText.wordMark]
    return folded.withUnsafeBufferPointer { Self.phrases.kinds(in: $0) }.contains(kind)
  }

  private static let phrases = PhraseSet([
    .passingFailure, .perhapsPassingFailure, .unknownMechanism, .wrongPassword,
  ])

  /// Whether this is Exchange's “User is authenticated but not connected”, sent for every command
  /// while Exchange cannot reach the user's mail. Another connection may succeed; another password
  /// would not.
  var isNotConnected: Bool {
    (kind == .bad || kind == .no) && text.lowercased().contains("not connected")
  }
}
