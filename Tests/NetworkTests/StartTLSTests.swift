import Testing

@testable import Network

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
