import IMAP

// A server's words on their way to the user: cut, and without the secret that it may have sent back.

extension IMAPSession {
  func hide(_ credential: Credential?, of user: String) {
    if let credential { filter = SecretFilter(user: user, secret: credential.secret) }
  }

  /// The names of capabilities are in the reason where none of them is of use.
  func cleaned(_ failure: ServerFailure) -> ServerFailure {
    var failure = failure
    failure.reason = filter.clean(failure.reason)
    return failure
  }

  /// The names of what the server can do.
  var shownCapabilities: [String] { capabilities.list.map { filter.clean($0) } }
}

extension Response {
  /// With a text for the user that is cut, and has no secret in it.
  func cleaned(by filter: SecretFilter) -> Response {
    switch self {
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
