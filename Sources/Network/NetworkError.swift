import CTidelineGLib

/// Why a connection was not made, or ended.
///
/// ``sentence`` is what a user reads; ``reason`` is the system's own words, for a log or a detail.
public struct NetworkError: Error, Sendable, Hashable {
  /// What the connection did when it failed.
  public enum Step: Sendable, Hashable {
    case resolving, connecting, handshake, reading, writing
    /// Starting a child process.
    case starting
  }

  public enum Kind: Sendable, Hashable {
    /// There is no host of this name, or the names cannot be looked up.
    case hostNotFound
    /// No way leads to the host.
    case unreachable
    /// The host does not listen on this port.
    case refused
    /// The network answers in the servers' place until somebody has visited a page of its own.
    case captivePortal
    /// The proxy refuses, or needs what it was not given.
    case proxyFailed
    /// Nothing came, or nothing could be sent, for this many seconds.
    case timedOut(seconds: Int)
    /// Less came than ``Timeouts/slowestRate``.
    case tooSlow
    /// The connection ended without the server's closing it, or was closed by it in the middle.
    case connectionLost
    /// ``Endpoint/Security/plain`` is for this computer only.
    case plainRefused
    /// The package glib-networking is not installed.
    case tlsUnavailable
    /// The handshake failed for another reason than the certificate.
    case tlsFailed
    /// The server speaks no TLS from 1.2 on.
    case tlsTooOld
    /// The server's certificate is not trusted. A user may pin it:
    /// ``CertificateTrust/init(pins:)``.
    case certificateUntrusted(CertificateDescription)
    /// The server's certificate is another one than those that are pinned.
    case certificateChanged(CertificateDescription)
    /// The file of authorities cannot be read.
    case authoritiesUnreadable(path: String)
    /// Bytes came before TLS had begun: somebody between may have put them there.
    case dataBeforeTLS
    /// The child process was not started.
    case commandNotStarted
    /// The task was cancelled.
    case cancelled
    /// ``Connection/close()`` was called.
    case closed
    /// Another call on the same connection still waits, or the connection has no such thing.
    case misused
    /// What has no kind of its own.
    case other
  }

  /// The server's name, or the command that was started.
  public let host: String
  /// Nil for a command.
  public let port: UInt16?
  public let step: Step
  public let kind: Kind
  /// The system's words; empty where it said nothing.
  public let reason: String

  init(host: String, port: UInt16?, step: Step, kind: Kind, reason: String = "") {
    self.host = host
    self.port = port
    self.step = step
    self.kind = kind
    self.reason = reason
  }

  /// Whether the same may succeed later, without anybody having changed a setting.
  public var isTransient: Bool {
    switch kind {
    case .hostNotFound, .unreachable, .refused, .captivePortal, .proxyFailed, .timedOut, .tooSlow,
      .connectionLost, .closed, .other:
      true
    case .plainRefused, .tlsUnavailable, .tlsFailed, .tlsTooOld, .certificateUntrusted,
      .certificateChanged, .authoritiesUnreadable, .dataBeforeTLS, .commandNotStarted, .cancelled,
      .misused:
      false
    }
  }

  /// The same, but where a captive portal explains it. What a portal does to a connection is of all
  /// kinds; its certificate is not the server's, so it must not be offered for an exception.
  func explained(by state: NetworkState) -> NetworkError {
    guard state == .captivePortal else { return self }
    switch kind {
    case .hostNotFound, .unreachable, .refused, .proxyFailed, .timedOut, .tooSlow, .connectionLost,
      .tlsFailed, .tlsTooOld, .certificateUntrusted, .certificateChanged, .other:
      return NetworkError(host: host, port: port, step: step, kind: .captivePortal, reason: reason)
    case .captivePortal, .plainRefused, .tlsUnavailable, .authoritiesUnreadable, .dataBeforeTLS,
      .commandNotStarted, .cancelled, .closed, .misused:
      return self
    }
  }
}

extension NetworkError.Kind {
  /// The kind of what the system reports while a step is taken.
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
        // A server that ends a handshake refuses it more often than it dies.
        .tlsFailed
      } else if error.isTLS(G_TLS_ERROR_EOF)
        || error.isIO(G_IO_ERROR_CONNECTION_CLOSED, G_IO_ERROR_TIMED_OUT)
      {
        .connectionLost
      } else if step == .starting {
        .commandNotStarted
      } else {
        .other
      }
  }
}
