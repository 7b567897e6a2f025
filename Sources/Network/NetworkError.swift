import CTidelineGLib

/// Reasons why a connection was not made, or ended.
///
/// ``sentence`` is for the user; ``reason`` is the system's own text, for a log or details.
public struct NetworkError: Error, Sendable, Hashable {
  public enum Step: Sendable, Hashable {
    case resolving, connecting, handshake, reading, writing
  }

  public enum Kind: Sendable, Hashable {
    /// There is no host of this name, or names cannot be looked up.
    case hostNotFound
    /// There is no route to the host.
    case unreachable
    /// The host does not listen on this port.
    case refused
    /// The network answers in place of servers until its own page has been visited.
    case captivePortal
    /// The proxy refuses the connection, or needs credentials.
    case proxyFailed
    /// Nothing could be received or sent for this many seconds.
    case timedOut(seconds: Int)
    /// The rate was lower than ``Timeouts/slowestRate``.
    case tooSlow
    /// The connection was lost, or closed by the server in the middle of an exchange.
    case connectionLost
    /// The package glib-networking is not installed.
    case tlsUnavailable
    /// The handshake failed for a reason other than the certificate.
    case tlsFailed
    /// The server does not support TLS 1.2 or later.
    case tlsTooOld
    /// The server's certificate is not trusted. The user may pin it:
    /// ``CertificateTrust/init(pins:)``.
    case certificateUntrusted(CertificateDescription)
    /// The server's certificate is not among the pinned ones.
    case certificateChanged(CertificateDescription)
    /// The file of authorities cannot be read.
    case authoritiesUnreadable(path: String)
    /// Data came before TLS had begun: an attacker may have inserted it.
    case dataBeforeTLS
    case cancelled
    /// ``Connection/close()`` was called.
    case closed
    /// Another call on the same connection is still waiting, or the connection does not support
    /// this call.
    case misused
    case other
  }

  /// The server's name, or the domain whose records were looked up.
  public let host: String
  /// The server's port; nil for a lookup of records.
  public let port: UInt16?
  public let step: Step
  public let kind: Kind
  /// The system's text; empty if there is none.
  public let reason: String
  /// Whether the server's settings are being tried, so that ``sentence`` tells the user to check
  /// them. Those of an account that has worked are right.
  public var concernsSettings = false

  init(host: String, port: UInt16?, step: Step, kind: Kind, reason: String = "") {
    self.host = host
    self.port = port
    self.step = step
    self.kind = kind
    self.reason = reason
  }

  /// Whether the same attempt may succeed later without a change of settings.
  public var isTransient: Bool {
    switch kind {
    case .hostNotFound, .unreachable, .refused, .captivePortal, .proxyFailed, .timedOut, .tooSlow,
      .connectionLost, .closed, .other:
      true
    case .tlsUnavailable, .tlsFailed, .tlsTooOld, .certificateUntrusted,
      .certificateChanged, .authoritiesUnreadable, .dataBeforeTLS, .cancelled, .misused:
      false
    }
  }

  /// This error, or `captivePortal` if a portal explains it. A portal can cause errors of all
  /// kinds; its certificate is not the server's, so no exception may be offered for it.
  func explained(by state: NetworkState) -> NetworkError {
    guard state == .captivePortal else { return self }
    switch kind {
    case .hostNotFound, .unreachable, .refused, .proxyFailed, .timedOut, .tooSlow, .connectionLost,
      .tlsFailed, .tlsTooOld, .certificateUntrusted, .certificateChanged, .other:
      return NetworkError(host: host, port: port, step: step, kind: .captivePortal, reason: reason)
    case .captivePortal, .tlsUnavailable, .authoritiesUnreadable, .dataBeforeTLS,
      .cancelled, .closed, .misused:
      return self
    }
  }
}

extension NetworkError.Kind {
  init(_ error: SystemError, at step: NetworkError.Step) {
    self =
      if error.isResolver || error.isIO(G_IO_ERROR_HOST_NOT_FOUND) {
        .hostNotFound
      } else if error.isIO(G_IO_ERROR_HOST_UNREACHABLE, G_IO_ERROR_NETWORK_UNREACHABLE) {
        .unreachable
      } else if error.isIO(G_IO_ERROR_CONNECTION_REFUSED) {
        .refused
      } else if error.isIO(
        G_IO_ERROR_PROXY_FAILED,
        G_IO_ERROR_PROXY_AUTH_FAILED,
        G_IO_ERROR_PROXY_NEED_AUTH,
        G_IO_ERROR_PROXY_NOT_ALLOWED
      ) {
        .proxyFailed
      } else if step == .handshake {
        // Also for a lost connection: a server that refuses a handshake often closes it.
        .tlsFailed
      } else if error.isTLS(G_TLS_ERROR_EOF)
        || error.isIO(G_IO_ERROR_CONNECTION_CLOSED, G_IO_ERROR_TIMED_OUT)
      {
        .connectionLost
      } else {
        .other
      }
  }
}
