import CTidelineGLib

/// A server's name and port, and the protection of the connection.
public struct Endpoint: Sendable, Hashable {
  public enum Security: Sendable, Hashable {
    /// TLS from the first byte.
    case tls
    /// Unencrypted until ``Connection/startTLS()``. Before that, no secret may be written.
    case startTLS
  }

  /// A host name, or an IP address as text. The certificate must be valid for it.
  public let host: String
  public let port: UInt16
  public let security: Security

  public init(host: String, port: UInt16, security: Security) {
    self.host = host
    self.port = port
    self.security = security
  }

  /// Whether the host is valid: a name, in any script, or an address. GLib puts it into a URL
  /// without a check.
  var isNamed: Bool {
    let name = String(taking: g_hostname_to_ascii(host)) ?? ""
    return !name.isEmpty && name.unicodeScalars.allSatisfy(Self.isOfHost)
  }

  private static func isOfHost(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", ":", "%": true
    default: false
    }
  }
}

/// Determines which certificates of a server are accepted.
public struct CertificateTrust: Sendable, Hashable {
  /// The certificates that the user has accepted for one host and port. If there are any, all
  /// others are refused, even those with a trusted signature.
  public let pins: Set<CertificateFingerprint>
  /// A PEM file of authorities, used instead of the system's authorities.
  let authorities: String?

  /// Accepts certificates signed by the system's authorities.
  public static let system = CertificateTrust(pins: [])

  public init(pins: Set<CertificateFingerprint>) {
    self.init(pins: pins, authorities: nil)
  }

  /// Accepts certificates signed by an authority in this file.
  public static func authorities(_ path: String) -> CertificateTrust {
    CertificateTrust(pins: [], authorities: path)
  }

  init(pins: Set<CertificateFingerprint>, authorities: String?) {
    self.pins = pins
    self.authorities = authorities
  }
}
