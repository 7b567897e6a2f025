import Testing

@testable import Network

struct CertificateTests {
  @Test(arguments: [
    ("wrong-host", CertificateDescription.Problems.wrongHost, "is for another server"),
    ("expired", .expired, "has expired"),
    ("not-yet-valid", .notYetValid, "is not valid yet"),
    ("stranger-signed", .unknownAuthority, "is not signed by an authority"),
    ("self-signed", .unknownAuthority, "is not signed by an authority"),
  ])
  func eachProblemIsNamed(
    _ certificate: String,
    _ problem: CertificateDescription.Problems,
    _ words: String
  ) async throws {
    let server = try Server(.tls, certificate: certificate)
    let error = try #require(await error(of: try await server.connect()))
    #expect(error.description.contains(words))
    #expect(error.step == .handshake)
    guard case .certificateUntrusted(let description) = error.kind else {
      Issue.record("\(error.kind)")
      return
    }
    #expect(description.problems == problem)
    #expect(description.fingerprint == Certificates.fingerprint(certificate))
  }

  /// The portal answers instead of the server, and its certificate must not be accepted.
  @Test(arguments: ["self-signed", "wrong-host"])
  func behindACaptivePortalNoCertificateIsOffered(_ certificate: String) async throws {
    let server = try Server(.tls, certificate: certificate)
    let endpoint = Endpoint(host: "localhost", port: server.port, security: .tls)
    let pin = try #require(Certificates.fingerprint("good"))
    for trust in [Certificates.trust, CertificateTrust(pins: [pin])] {
      let error = try #require(
        await error(
          of: try await Connection.connect(to: endpoint, trust: trust, network: { .captivePortal })
        )
      )
      #expect(error.kind == .captivePortal)
      #expect(error.description.contains("sign in"))
    }
  }

  @Test func anAddressIsNoOtherName() async throws {
    let server = try Server(.tls)
    let refusal = await kind(of: try await server.connect(host: "127.0.0.1"))
    guard case .certificateUntrusted(let description)? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(description.problems == .wrongHost)
  }

  @Test func theSystemKnowsNoAuthorityOfATest() async throws {
    let server = try Server(.tls)
    let refusal = await kind(of: try await server.connect(trust: .system))
    guard case .certificateUntrusted(let description)? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(description.problems == .unknownAuthority)
  }

  @Test(arguments: ["self-signed", "expired", "wrong-host", "good"])
  func aPinAcceptsItsCertificateWhateverIsWrongWithIt(_ certificate: String) async throws {
    let server = try Server(.tls, certificate: certificate)
    let pin = try #require(Certificates.fingerprint(certificate))
    let connection = try await server.connect(trust: CertificateTrust(pins: [pin]))
    #expect(await connection.peer.tls?.certificate.fingerprint == pin)
    try await connection.ask("echo hello")
    #expect(try await connection.text(count: 5) == "hello")
  }

  /// The authority has signed both: a pin is for one certificate, and adds no authority.
  @Test(arguments: ["self-signed", "other-key"])
  func aPinAcceptsNoOtherCertificate(_ pinned: String) async throws {
    let server = try Server(.tls, certificate: "good")
    let pin = try #require(Certificates.fingerprint(pinned))
    let trust = CertificateTrust(pins: [pin], authorities: Certificates.path("authority.pem"))
    let refusal = await kind(of: try await server.connect(trust: trust))
    guard case .certificateChanged(let description)? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(description.fingerprint == Certificates.fingerprint("good"))
  }

  @Test func aPinnedServerThatPresentsABadOneIsRefused() async throws {
    let server = try Server(.tls, certificate: "stranger-signed")
    let pin = try #require(Certificates.fingerprint("good"))
    let refusal = await kind(of: try await server.connect(trust: CertificateTrust(pins: [pin])))
    guard case .certificateChanged? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  @Test func authoritiesThatAreNotThereAreNamed() async throws {
    let server = try Server(.tls)
    let path = Certificates.path("none.pem")
    let refusal = await kind(of: try await server.connect(trust: .authorities(path)))
    #expect(refusal == .authoritiesUnreadable(path: path))
  }

  @Test func aFingerprintIsReadInEveryForm() {
    let colons = Array(repeating: "AB", count: 32).joined(separator: ":")
    let plain = String(repeating: "ab", count: 32)
    #expect(CertificateFingerprint(hexadecimal: colons)?.hexadecimal == plain)
    #expect(CertificateFingerprint(hexadecimal: plain)?.hexadecimal == plain)
    #expect(CertificateFingerprint(hexadecimal: String(plain.dropLast())) == nil)
    #expect(CertificateFingerprint(hexadecimal: String(repeating: "xy", count: 32)) == nil)
  }
}

struct TLSVersionTests {
  @Test func theLastButOneIsAccepted() async throws {
    let server = try Server(.tls12)
    let connection = try await server.connect()
    #expect(await connection.peer.tls?.version == .tls12)
  }

  /// If the system's TLS library itself refuses TLS 1.1, the handshake fails.
  @Test func anOlderOneIsRefused() async throws {
    let server = try Server(.tls11)
    let refusal = await kind(of: try await server.connect())
    #expect(refusal == .tlsTooOld || refusal == .tlsFailed)
  }

  @Test func aServerWithoutTLSIsNamed() async throws {
    let server = try Server(.plain)
    let error = try #require(await error(of: try await server.connect()))
    #expect(error.kind == .tlsFailed)
    #expect(!error.reason.isEmpty)
  }
}

struct StartTLSTests {
  @Test func aPlainConnectionIsProtected() async throws {
    let server = try Server(.plain)
    let connection = try await server.connect(.startTLS)
    #expect(await connection.peer.tls == nil)
    try await connection.ask("starttls")
    #expect(try await connection.text(count: 2) == "ok")
    try await connection.startTLS()
    #expect(await connection.peer.tls?.version == .tls13)
    try await connection.ask("echo secret")
    #expect(try await connection.text(count: 6) == "secret")
  }

  @Test func whatCameBeforeTLSIsRefused() async throws {
    let server = try Server(.plain)
    let connection = try await server.connect(.startTLS)
    try await connection.ask("inject")
    await server.waitFor("sent")
    #expect(try await connection.read().count < 40_000)
    let refusal = await kind(of: try await connection.startTLS())
    #expect(refusal == .dataBeforeTLS)
    let end = await kind(of: try await connection.read())
    #expect(end == .closed)
  }

  @Test func aBadCertificateIsRefusedHereToo() async throws {
    let server = try Server(.plain, certificate: "expired")
    let connection = try await server.connect(.startTLS)
    try await connection.ask("starttls")
    #expect(try await connection.text(count: 2) == "ok")
    let refusal = await kind(of: try await connection.startTLS())
    guard case .certificateUntrusted(let certificate)? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(certificate.problems == .expired)
  }

  @Test func itBeginsOnceAndOnlyWhereItWasPlanned() async throws {
    let server = try Server(.tls)
    let connection = try await server.connect()
    let again = await kind(of: try await connection.startTLS())
    #expect(again == .misused)
    try await connection.ask("echo hello")
    #expect(try await connection.text(count: 5) == "hello")
  }
}
