/// Which certificate of a server is accepted.
public struct CertificateTrust: Sendable, Hashable {
  /// The certificates that the user has accepted for one host and port. Where there are any,
  /// exactly these are accepted, and no other, whoever has signed it.
  public let pins: Set<CertificateFingerprint>
  /// A file of authorities in PEM form, in place of the system's.
  let authorities: String?

  /// Certificates that the system's authorities have signed.
  public static let system = CertificateTrust(pins: [])

  public init(pins: Set<CertificateFingerprint>) {
    self.init(pins: pins, authorities: nil)
  }

  /// Certificates that an authority in this file has signed.
  public static func authorities(_ path: String) -> CertificateTrust {
    CertificateTrust(pins: [], authorities: path)
  }

  init(pins: Set<CertificateFingerprint>, authorities: String?) {
    self.pins = pins
    self.authorities = authorities
  }
}
