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

  /// As ``isOffline``, of what the network and the protocol throw.
  static func isTransient(_ error: any Error) -> Bool {
    switch error {
    case let error as NetworkError: error.isTransient
    case let failure as ServerFailure: failure.kind == .connectionLost
    default: false
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

extension Status {
  /// Exchange has “User is authenticated but not connected” for every command while it cannot reach the
  /// user's mail. Another connection may fare better; another password would not.
  var isNotConnected: Bool {
    (kind == .bad || kind == .no) && text.lowercased().contains("not connected")
  }
}
