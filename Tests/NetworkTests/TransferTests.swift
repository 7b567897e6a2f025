import Testing

@testable import Network

struct TransferTests {
  @Test(arguments: [Endpoint.Security.tls, .startTLS])
  func whatIsAskedForComes(_ security: Endpoint.Security) async throws {
    let server = try Server(security == .tls ? .tls : .plain)
    let connection = try await server.connect(security)
    try await connection.ask("echo hello")
    #expect(try await connection.text(count: 5) == "hello")
    await connection.close()
  }

  @Test func thePeerIsDescribed() async throws {
    let server = try Server(.tls)
    let connection = try await server.connect()
    let peer = await connection.peer
    #expect(peer.address == "127.0.0.1")
    #expect(peer.port == server.port)
    #expect(peer.tls?.version == .tls13)
    #expect(peer.tls?.cipher?.contains("AES") == true)
    #expect(peer.tls?.certificate.subject == "CN=localhost")
    #expect(peer.tls?.certificate.issuer == "CN=authority")
    #expect(peer.tls?.certificate.notBefore == 1_577_836_800)
    #expect(peer.tls?.certificate.problems == [])
  }

  @Test(arguments: [Endpoint.Security.tls, .startTLS])
  func readingAndWritingGoOnAtOnce(_ security: Endpoint.Security) async throws {
    let count = 8 << 20
    let server = try Server(security == .tls ? .tls : .plain)
    let connection = try await server.connect(security)
    try await connection.ask("swap \(count)")
    async let written: Void = connection.write([UInt8](repeating: 0, count: count))
    let bytes = try await connection.read(count: count + 4)
    try await written
    #expect(bytes.count == count + 4)
    #expect(bytes.prefix(count).allSatisfy { $0 == UInt8(ascii: "x") })
    #expect(String(decoding: bytes.suffix(4), as: UTF8.self) == "done")
  }

  @Test func onlyOneReadsAtATime() async throws {
    let server = try Server(.tls)
    let clock = ManualClock()
    let connection = try await server.connect(clock: clock)
    async let first = connection.read()
    await connection.untilBusy()
    let second = await kind(of: try await connection.read())
    #expect(second == .misused)
    try await connection.ask("echo hello")
    #expect(try await first == Array("hello".utf8))
  }

  @Test func manyConnectionsShareTheThread() async throws {
    let server = try Server(.tls)
    try await withThrowingTaskGroup { group in
      for number in 0..<20 {
        group.addTask {
          let connection = try await server.connect()
          for round in 0..<20 {
            let text = "\(number) \(round)"
            try await connection.ask("echo \(text)")
            #expect(try await connection.text(count: text.utf8.count) == text)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
