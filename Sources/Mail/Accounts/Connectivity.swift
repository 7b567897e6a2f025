import Network

/// Whether an account's server is reached.
public enum Connectivity: Sendable, Hashable {
  case online
  /// A try to reach it has failed; others follow.
  ///
  /// - Parameters:
  ///   - since: when the server was last heard of, in seconds since 1970: until then the list was up to
  ///     date. Nil where nothing was heard of it in this run.
  ///   - reason: of the last try.
  case offline(since: Int64?, reason: MailError)
}

extension MailError {
  /// Whether a server was not reached, and may be later.
  public var isOffline: Bool {
    switch self {
    case .network(let error): Self.isTransient(error)
    case .server(let failure): Self.isTransient(failure)
    default: false
    }
  }

  /// As ``isOffline``, of what the network and the protocol throw.
  static func isTransient(_ error: any Error) -> Bool {
    switch error {
    case let error as NetworkError: error.isTransient
    case let failure as ServerFailure: failure.kind == .connectionLost || failure.kind == .notNow
    default: false
    }
  }
}
