import Testing

@testable import Network

struct ConnectingTests {
  @Test(arguments: ["127.0.0.1", "localhost"])
  func thisComputerHasSeveralNames(_ host: String) async throws {
    let server = try Server(.plain)
    let connection = try await server.connect(.startTLS, host: host)
    #expect(await connection.peer.address == "127.0.0.1")
  }

  @Test func aPortWithoutAServerRefuses() async throws {
    let server = try Server(.plain)
    server.kill()
    let error = try #require(await error(of: try await server.connect()))
    #expect(error.kind == .refused)
    #expect(error.step == .connecting)
    #expect(error.description.contains("port \(server.port)"))
  }

  @Test(arguments: [
    "no..such..host", "", "\u{202E}\u{200F}", "a\u{202E}b.example", "\u{1B}[2J.example", "a b",
    "<a>",
    "a/b", "a@b", "a\r\nb",
  ])
  func aHostThatDoesNotExistIsNotFound(_ host: String) async throws {
    let endpoint = Endpoint(host: host, port: 993, security: .tls)
    let error = try #require(await error(of: try await Connection.connect(to: endpoint)))
    #expect(error.kind == .hostNotFound)
    #expect(error.step == .resolving)
  }

  @Test(arguments: ["b\u{FC}cher.example", "_imap.example", "::1", "fe80::1%eth0", "192.0.2.1"])
  func aNameOrAnAddressIsAHost(_ host: String) {
    #expect(Endpoint(host: host, port: 993, security: .tls).isNamed)
  }

  /// The endpoint has the port, so the name must not contain one.
  @Test func aPortInTheNameIsPartOfTheName() async throws {
    let server = try Server(.plain)
    let endpoint = Endpoint(host: "localhost:\(server.port)", port: 1, security: .startTLS)
    let error = try #require(await error(of: try await Connection.connect(to: endpoint)))
    #expect(error.kind == .hostNotFound)
  }

  @Test func aServerThatDoesNotAnswerIsGivenUp() async throws {
    let server = try Server(.full)
    let clock = ManualClock()
    async let result = error(of: try await server.connect(clock: clock))
    while Sockets(toPort: server.port).count == 0 { await turn() }
    clock.pass(.seconds(20))
    let error = try #require(await result)
    #expect(error.kind == .timedOut(seconds: 20))
    #expect(error.step == .connecting)
  }

  @Test func connectingIsCancelled() async throws {
    let server = try Server(.full)
    let task = Task { await kind(of: try await server.connect()) }
    while Sockets(toPort: server.port).count == 0 { await turn() }
    task.cancel()
    #expect(try await task.value == .cancelled)
  }
}

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
        .connectionLost, .captivePortal, .tlsUnavailable, .tlsFailed, .tlsTooOld,
        .dataBeforeTLS,
        .cancelled, .closed, .misused, .other,
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
