import Network

/// Whether an account's server is reachable.
public enum Connectivity: Sendable, Hashable {
  case online
  /// An attempt to reach the server has failed; others follow.
  ///
  /// - Parameters:
  ///   - since: when the server last answered, in seconds since 1970: the list was up to date until
  ///     then. Nil where it has not answered in this run.
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

  /// The same as ``isOffline``, for errors of the network and the protocol.
  static func isTransient(_ error: any Error) -> Bool {
    switch error {
    case let error as NetworkError: error.isTransient
    case let failure as ServerFailure: failure.kind == .connectionLost || failure.kind == .notNow
    default: false
    }
  }
}
