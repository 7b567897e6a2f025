import IMAP

// Prepares a server's texts for the user: cuts them, and removes the secret that a server may have
// echoed.

extension IMAPSession {
  func hide(_ credential: Credential?, of user: String) {
    if let credential { filter = SecretFilter(user: user, secret: credential.secret) }
  }

  /// Removes the secret from the reason: the reason may quote the server's list of mechanisms, in
  /// which the server may have echoed the secret.
  func cleaned(_ failure: ServerFailure) -> ServerFailure {
    var failure = failure
    failure.reason = filter.clean(failure.reason)
    return failure
  }

  func failure(_ kind: ServerFailure.Kind, _ reason: String) -> ServerFailure {
    ServerFailure(kind, host: host, reason: reason)
  }

  /// The reason that a status gives. A server's words about a login are not shown, since they may
  /// contain the password in a form that ``SecretFilter`` does not know.
  func reason(_ status: Status) -> String { isLoggingIn ? status.loginReason : status.text }

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
