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
