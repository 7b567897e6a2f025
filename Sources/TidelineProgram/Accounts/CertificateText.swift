import Mail
import Network
import TidelineLocalization

private let unknown = "an unknown day"

extension CertificateDescription {
  /// The owner, the issuer, the dates and the fingerprint, one line each.
  package var lines: [TerminalText] {
    let (from, until) = (Self.day(notBefore) ?? unknown, Self.day(notAfter) ?? unknown)
    return [
      "Certificate of \(subject ?? "nobody"), issued by \(issuer ?? "nobody")",
      "Valid from \(from) to \(until)",
      "SHA-256 \(fingerprint.hexadecimal)",
    ]
  }

  /// A date in UTC, as in certificates.
  fileprivate static func day(_ seconds: Int64?) -> String? {
    seconds.map { UTCTime.formatted(secondsSince1970: $0, "%Y-%m-%d %H:%M") }
  }
}

/// The facts by which a person decides about a certificate, as text.
package struct CertificateFacts: Sendable, Hashable {
  /// The owner's and the issuer's distinguished names; nil if there is none.
  package let owner: String?
  package let issuer: String?
  /// The dates in UTC; nil for a date that cannot be read.
  package let validFrom: String?
  package let validUntil: String?
  /// The SHA-256 digest of the whole certificate: 64 hexadecimal digits.
  package let fingerprint: String
  /// The reason why the certificate is not trusted.
  package let error: MailError

  init(_ certificate: CertificateDescription, _ error: NetworkError) {
    (owner, issuer) = (certificate.subject, certificate.issuer)
    validFrom = CertificateDescription.day(certificate.notBefore)
    validUntil = CertificateDescription.day(certificate.notAfter)
    fingerprint = certificate.fingerprint.hexadecimal
    self.error = .network(error)
  }
}

extension NetworkError {
  /// The refused certificate.
  package var certificate: CertificateDescription? {
    switch kind {
    case .certificateUntrusted(let certificate), .certificateChanged(let certificate): certificate
    default: nil
    }
  }
}
