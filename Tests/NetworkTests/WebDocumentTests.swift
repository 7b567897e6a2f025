import Testing

@testable import Network

/// Documents that are downloaded from a real server over TLS.
struct WebDocumentTests {
  private func fetch(
    _ path: String,
    from server: Server,
    scheme: String = "https",
    limit: Int = 1000,
    trust: CertificateTrust = Certificates.trust
  ) async throws(WebFailure) -> String {
    let url = "\(scheme)://localhost:\(server.port)\(path)"
    // The real clock passes here: only what hangs takes so long.
    let timeouts = Timeouts(connect: .seconds(3600), silence: .seconds(3600), slowestRate: 0)
    let bytes = try await WebDocument.fetch(url, limit: limit, trust: trust, timeouts: timeouts)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func failure(
    _ path: String,
    from server: Server,
    scheme: String = "https",
    trust: CertificateTrust = Certificates.trust
  ) async -> WebFailure.Kind? {
    do {
      _ = try await fetch(path, from: server, scheme: scheme, trust: trust)
      return nil
    } catch {
      return error.kind
    }
  }

  @Test func whatIsSentIsThePathAndNothingOfTheUser() async throws {
    let server = try Server(.tls)
    let request = try await fetch("/request?a=%40b&c", from: server)
    #expect(
      request == """
        GET /request?a=%40b&c HTTP/1.1|Host: localhost:\(server.port)|User-Agent: Tideline\
        |Accept-Encoding: identity|Connection: close|
        """
    )
  }

  @Test func redirectionsAreFollowedThreeTimesAndToHTTPSAlone() async throws {
    let server = try Server(.tls)
    #expect(try await fetch("/to?/to?/to?/request", from: server).hasPrefix("GET /request "))
    #expect(await failure("/to?/to?/to?/to?/request", from: server) == .redirected)
    #expect(
      await failure("/to?http://localhost:\(server.port)/request", from: server) == .redirected
    )
    #expect(await failure("/to?https://ann:x@localhost/", from: server) == .redirected)
    #expect(await failure("/to?", from: server) == .redirected)
    #expect(await failure("/request", from: server, scheme: "http") == .redirected)
  }

  @Test func whatIsNoDocumentSaysWhy() async throws {
    let server = try Server(.tls)
    #expect(await failure("/missing", from: server) == .status(404))
    #expect(await failure("/long", from: server) == .tooLong)
    #expect(await failure("/cut", from: server) != nil)
    #expect(await failure("/a b", from: server) == .notUnderstood)
    #expect(await failure("/a\r\nX: y", from: server) == .notUnderstood)
    guard case .network(let error)? = await failure("/request", from: server, trust: .system) else {
      Issue.record("a certificate that nobody trusts was taken")
      return
    }
    guard case .certificateUntrusted = error.kind else {
      Issue.record("\(error)")
      return
    }
  }
}
