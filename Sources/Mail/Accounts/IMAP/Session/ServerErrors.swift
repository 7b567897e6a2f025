import IMAP
import Network

extension MailError {
  /// Translates errors of the network and the protocol into errors of a mailbox.
  static func shown(_ error: any Error, from host: String) -> any Error {
    switch error {
    case let error as NetworkError where error.kind == .cancelled: CancellationError()
    case let error as NetworkError: MailError.network(error)
    case let failure as ServerFailure: MailError.server(failure)
    case let failure as DialogueFailure: MailError.server(ServerFailure(failure, host: host))
    case let error as CommandError:
      MailError.server(ServerFailure(.notSendable, host: host, reason: "\(error)"))
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
  /// Makes a failure from a status that refuses the client before any mail is read.
  ///
  /// - Parameter login: the command of the login; nil at the greeting.
  init(_ status: Status, at login: String?, host: String) {
    let step = login ?? "greeting"
    let (reason, words) = login == nil ? ("", status.text) : (status.loginReason, "")
    switch status.code {
    case _ where status.mayPass:
      self.init(.notNow, host: host, step: step, reason: reason, words: words)
    case .referral:
      self.init(
        .refused,
        host: host,
        step: step,
        reason: "it names another server, which is never followed"
      )
    case .privacyRequired: self.init(.insecure, host: host, reason: reason, words: words)
    default:
      let kind: Kind = login == nil ? .connectionLost : .loginRefused
      self.init(kind, host: host, step: step, reason: reason, words: words)
    }
  }
}

extension ServerFailure {
  /// Whether the login failed for a lasting reason: further attempts might lock the account.
  public var isAboutLogin: Bool { remedy == .login || remedy == .security }

  /// Whether the failure concerns only the request, so that another request may succeed.
  var isAboutRequest: Bool {
    let isEntrance = step == "greeting" || step == "LOGIN" || step.hasPrefix("AUTHENTICATE")
    return remedy == .request && !isEntrance
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
    (error as? ServerFailure).map { $0.remedy == .time } ?? true
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
    case .unavailable, .limit, .overQuota, .serverBug, .other("INUSE"), .other("EXPUNGEISSUED"),
      .other("WEBALERT"):
      true
    case .authenticationFailed, .authorizationFailed, .expired, .referral, .privacyRequired,
      .other("CANNOT"):
      false
    default: passingReason != nil || says(.perhapsPassingFailure) && !says(.wrongPassword)
    }
  }

  /// Whether the text contains a phrase of a kind: some servers send no code.
  private func says(_ kind: PhraseKind) -> Bool { said.contains(kind) }

  /// The kinds of the phrases at the beginning of the text, which may be megabytes long.
  private var said: PhraseKinds {
    let beginning = String(text.unicodeScalars.prefix(SecretFilter.sentenceLimit))
    let folded = FoldedText(beginning).bytes + [FoldedText.wordMark]
    return folded.withUnsafeBufferPointer { Self.phrases.kinds(in: $0) }
  }

  private static let phrases = PhraseSet(
    passing.map(\.kind)
      + [.perhapsPassingFailure, .appPassword, .unknownMechanism, .wrongPassword]
  )

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
    default: passingReason ?? otherReason
    }
  }

  private var otherReason: String {
    if says(.appPassword) {
      return "it asks for an app password, which the account’s settings on the web give"
    }
    if says(.wrongPassword) { return Self.wrongLogin }
    return says(.perhapsPassingFailure) ? Self.unavailable : "it gives a reason that is not shown"
  }

  /// The reason of a refusal that passes; nil if no phrase says so.
  private var passingReason: String? {
    let said = said
    return Self.passing.first { said.contains($0.kind) }?.reason
  }

  private static let wrongLogin = "the name or the password is wrong"
  private static let unavailable = "it is not available at present"
  private static let tooMany = "there are too many connections or requests"
  private static let quota = "a quota is used up"
  private static let webLogin = "it asks for a login in a web browser"

  private static let passing: [(reason: String, kind: PhraseKind)] = [
    (tooMany, .tooMany), (quota, .quota), (webLogin, .webLogin),
    ("access by IMAP is switched off in the account’s settings", .switchedOff),
    (unavailable, .passingFailure),
  ]

  /// Whether this is Exchange's “User is authenticated but not connected”, sent for every command
  /// while Exchange cannot reach the user's mail. Another connection may succeed; another password
  /// would not.
  var isNotConnected: Bool {
    (kind == .bad || kind == .no) && text.lowercased().contains("not connected")
  }
}
