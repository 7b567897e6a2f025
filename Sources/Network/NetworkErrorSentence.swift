import TidelineLocalization

extension NetworkError: CustomStringConvertible {
  /// One or two sentences: the event, the server, and what the user can do.
  public var sentence: Sentence {
    switch kind {
    case .hostNotFound:
      Sentence(
        "The server “%s” was not found. "
          + "Check its name, and whether this computer is online.",
        host
      )
    case .unreachable:
      Sentence(
        "The server “%s” cannot be reached. Check whether this computer is online.",
        host
      )
    case .refused where concernsSettings:
      Sentence(
        "The server “%s” does not accept connections on port %s. "
          + "Check the port, or try again later.",
        host,
        port.map(String.init) ?? ""
      )
    case .refused:
      Sentence(
        "The server “%s” does not accept connections on port %s. Try again later.",
        host,
        port.map(String.init) ?? ""
      )
    case .captivePortal:
      Sentence(
        "The server “%s” is not reached, since this network wants you to sign in first. "
          + "Open a web page to do so.",
        host
      )
    case .proxyFailed:
      Sentence(
        "The proxy did not connect to “%s” (%s). Check the proxy in the system’s settings.",
        host,
        reason
      )
    case .timedOut(let seconds):
      Sentence(
        "The server “%s” did not answer within %s s. "
          + "Check whether this computer is online, or try again later.",
        host,
        String(seconds)
      )
    case .tooSlow:
      Sentence(
        "The connection to “%s” is too slow. Try again later, or with another network.",
        host
      )
    case .connectionLost:
      Sentence("The connection to “%s” was lost. Try again in a moment.", host)
    case .tlsUnavailable:
      Sentence(
        "“%s” needs an encrypted connection, and this computer has no support for TLS. "
          + "Install the package “glib-networking”, and start Tideline again.",
        host
      )
    case .tlsFailed where concernsSettings:
      Sentence(
        "No encrypted connection to “%s” could be made (%s). "
          + "Check the port and the kind of encryption.",
        host,
        reason
      )
    case .tlsFailed:
      Sentence(
        "No encrypted connection to “%s” could be made (%s). "
          + "Try again later, or with another network.",
        host,
        reason
      )
    case .tlsTooOld:
      Sentence(
        "The server “%s” only knows encryption that is no longer safe. "
          + "Ask its provider for TLS 1.2 or newer.",
        host
      )
    case .certificateUntrusted(let certificate):
      certificate.problems.sentence(host)
    case .certificateChanged:
      Sentence(
        "The server “%s” has another certificate than the one that you have accepted. "
          + "Ask its provider whether it was renewed before you accept the new one.",
        host
      )
    case .authoritiesUnreadable(let path):
      Sentence("The certificates in “%s” cannot be read (%s). Check the file.", path, reason)
    case .dataBeforeTLS:
      Sentence(
        "The server “%s” sent data before the connection was encrypted, which an attacker may "
          + "have added. Use another network, or choose TLS in place of STARTTLS.",
        host
      )
    case .cancelled:
      Sentence("The connection to “%s” was canceled. Try again when you like.", host)
    case .closed:
      Sentence("The connection to “%s” is closed. Connect again.", host)
    case .misused:
      Sentence("The connection to “%s” is in use. Try again in a moment.", host)
    case .other:
      Sentence("The connection to “%s” failed (%s). Try again in a moment.", host, reason)
    }
  }

  /// The sentence for a server that was reached before, and that is tried again by itself: without
  /// advice about its settings.
  public var sentenceOfRetry: Sentence {
    switch kind {
    case .hostNotFound, .unreachable, .refused, .timedOut, .tooSlow, .connectionLost, .closed,
      .other:
      Self.retry(host)
    case .tlsFailed:
      Sentence(
        "No encrypted connection to “%s” could be made (%s). Tideline tries again by itself.",
        host,
        reason
      )
    default: sentence
    }
  }

  /// The sentence of a lost or missing connection that is tried again.
  public static func retry(_ host: String) -> Sentence {
    Sentence("The server “%s” cannot be reached. Tideline tries again by itself.", host)
  }

  /// ``sentence`` in English.
  public var description: String { sentence.english }
}

extension CertificateDescription.Problems {
  /// Names the one problem that a user can judge best: if the network is under attack, a
  /// certificate may have all problems at once.
  fileprivate func sentence(_ host: String) -> Sentence {
    if contains(.revoked) {
      Sentence(
        "The certificate of “%s” was revoked. Do not use the server until it has a new one.",
        host
      )
    } else if contains(.wrongHost) {
      Sentence(
        "The certificate of “%s” is for another server. Check the server’s name.",
        host
      )
    } else if contains(.unknownAuthority) {
      Sentence(
        "The certificate of “%s” is not signed by an authority that this computer trusts. "
          + "Accept it only if its provider confirms the fingerprint.",
        host
      )
    } else if contains(.expired) {
      Sentence(
        "The certificate of “%s” has expired. "
          + "Check this computer’s date, or ask the provider for a new one.",
        host
      )
    } else if contains(.notYetValid) {
      Sentence(
        "The certificate of “%s” is not valid yet. Check this computer’s date.",
        host
      )
    } else if contains(.insecure) {
      Sentence(
        "The certificate of “%s” is too weak to be safe. Ask the provider for a new one.",
        host
      )
    } else {
      Sentence(
        "The certificate of “%s” cannot be verified. "
          + "Accept it only if its provider confirms the fingerprint.",
        host
      )
    }
  }
}
