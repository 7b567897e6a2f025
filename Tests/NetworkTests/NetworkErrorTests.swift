import Testing

@testable import Network

struct NetworkErrorTests {
  @Test func aSentenceNamesTheServerAndUsesAllOfItsArguments() throws {
    let fingerprint = try #require(
      CertificateFingerprint(hexadecimal: String(repeating: "0", count: 64))
    )
    let problems: [CertificateDescription.Problems] = [
      .unknownAuthority, .wrongHost, .notYetValid, .expired, .revoked, .insecure, .other,
    ]
    let certificates = problems.map {
      CertificateDescription(
        subject: nil,
        issuer: nil,
        notBefore: nil,
        notAfter: nil,
        fingerprint: fingerprint,
        problems: $0
      )
    }
    let kinds: [NetworkError.Kind] =
      [
        .hostNotFound, .unreachable, .refused, .proxyFailed, .timedOut(seconds: 5), .tooSlow,
        .connectionLost, .captivePortal, .plainRefused, .tlsUnavailable, .tlsFailed, .tlsTooOld,
        .dataBeforeTLS,
        .commandNotStarted, .cancelled, .closed, .misused, .other,
      ]
      + certificates.map { .certificateUntrusted($0) }
      + certificates.prefix(1).map { .certificateChanged($0) }
    var formats: Set<String> = []
    for kind in kinds {
      let error = NetworkError(
        host: "mail.example",
        port: 993,
        step: .connecting,
        kind: kind,
        reason: "a reason"
      )
      let places = error.sentence.format.split(
        separator: "%s",
        omittingEmptySubsequences: false
      )
      #expect(places.count - 1 == error.sentence.arguments.count)
      #expect(error.description.contains("“mail.example”"))
      formats.insert(error.sentence.format)
    }
    #expect(formats.count == kinds.count)
  }
}
