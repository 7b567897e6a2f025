import Localization
import Network

extension CertificateDescription {
  /// Whose it is, who has signed it, when it is valid, and its fingerprint: a line each.
  package var lines: [TerminalText] {
    [
      "Certificate of \(subject ?? "nobody"), issued by \(issuer ?? "nobody")",
      "Valid from \(Self.day(notBefore)) to \(Self.day(notAfter))",
      "SHA-256 \(fingerprint.hexadecimal)",
    ]
  }

  /// In UTC, as certificates have it.
  private static func day(_ seconds: Int64?) -> String {
    seconds.map { UTCTime.formatted(secondsSince1970: $0, "%Y-%m-%d %H:%M") } ?? "an unknown day"
  }
}

extension NetworkError {
  /// The certificate that was refused.
  package var certificate: CertificateDescription? {
    switch kind {
    case .certificateUntrusted(let certificate), .certificateChanged(let certificate): certificate
    default: nil
    }
  }
}
