import IMAP

// Prepares a server's texts for the user: cuts them, and removes the secret that a server may have
// echoed.

extension IMAPSession {
  func hide(_ credential: Credential?, of user: String) {
    if let credential { filter = SecretFilter(user: user, secret: credential.secret) }
  }

  /// Removes the secret from the server's words, such as its list of mechanisms, in which it may
  /// have echoed the secret. The program's own words stay, even if the password is one of them.
  func cleaned(_ failure: ServerFailure) -> ServerFailure {
    var failure = failure
    failure.words = filter.clean(failure.words)
    return failure
  }

  func failure(_ kind: ServerFailure.Kind, _ reason: String) -> ServerFailure {
    ServerFailure(kind, host: host, reason: reason)
  }

  /// A failure with the reason that a status gives. A server's words about a login are not shown,
  /// since they may contain the password in a form that ``SecretFilter`` does not know.
  func failure(_ kind: ServerFailure.Kind, _ status: Status) -> ServerFailure {
    isLoggingIn
      ? failure(kind, status.loginReason)
      : ServerFailure(kind, host: host, words: status.text)
  }

  /// The names of the server's capabilities.
  var shownCapabilities: [String] { capabilities.list.map { filter.clean($0) } }
}

extension Response {
  /// The response with its text cut, and without the secret.
  func cleaned(by filter: SecretFilter) -> Response {
    switch self {
    // Nothing shows these words, and a server may send any number of them.
    case .status(let status) where status.kind == .ok:
      .status(Status(.ok, code: status.code, text: ""))
    case .status(let status): .status(status.cleaned(by: filter))
    case .tagged(let tag, let status): .tagged(tag: tag, status.cleaned(by: filter))
    default: self
    }
  }
}

extension Status {
  fileprivate func cleaned(by filter: SecretFilter) -> Status {
    Status(kind, code: code, text: filter.clean(text))
  }
}
