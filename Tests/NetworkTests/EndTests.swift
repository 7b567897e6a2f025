import Testing

@testable import Network

struct EndTests {
  @Test(arguments: [Endpoint.Security.tls, .startTLS])
  func theServersFarewellIsTheEnd(_ security: Endpoint.Security) async throws {
    let server = try Server(security == .tls ? .tls : .plain)
    let connection = try await server.connect(security)
    try await connection.ask("send 5\nclose")
    #expect(try await connection.text(count: 5) == "xxxxx")
    #expect(try await connection.read() == [])
    #expect(try await connection.read() == [])
  }

  @Test(arguments: ["die", "reset"])
  func anEndWithoutFarewellIsALoss(_ end: String) async throws {
    let server = try Server(.tls)
    let connection = try await server.connect()
    try await connection.ask(end)
    let error = try #require(await error(of: try await connection.read()))
    #expect(error.kind == .connectionLost)
    #expect(error.step == .reading)
  }

  @Test func aServerThatIsKilledIsLostInTheMiddle() async throws {
    let server = try Server(.tls)
    let connection = try await server.connect()
    try await connection.ask("drip 2")
    server.drop()
    #expect(try await connection.read().count == 1)
    async let end = kind(of: try await connection.read())
    server.kill()
    #expect(await end == .connectionLost)
  }

  @Test func writingToALostServerFails() async throws {
    let server = try Server(.tls)
    let connection = try await server.connect()
    server.kill()
    let megabyte = [UInt8](repeating: 0, count: 1_000_000)
    var result: NetworkError?
    while result == nil { result = await error(of: try await connection.write(megabyte)) }
    #expect(result?.kind == .connectionLost)
    #expect(result?.step == .writing)
  }

  @Test func whatIsClosedStaysClosed() async throws {
    let server = try Server(.tls)
    let connection = try await server.connect()
    await connection.close()
    await connection.close()
    await server.waitFor("ended")
    let reading = await kind(of: try await connection.read())
    #expect(reading == .closed)
    let writing = await kind(of: try await connection.write([1]))
    #expect(writing == .closed)
  }

  /// The server notices each end, and no descriptor stays open.
  @Test(arguments: [Endpoint.Security.tls, .startTLS])
  func whatIsDroppedIsClosed(_ security: Endpoint.Security) async throws {
    let server = try Server(security == .tls ? .tls : .plain)
    for _ in 0..<10 {
      try await withThrowingTaskGroup { group in
        for number in 0..<10 {
          group.addTask {
            let connection = try await server.connect(security)
            try await connection.ask("echo hello")
            _ = try await connection.text(count: 5)
            if number.isMultiple(of: 2) { await connection.close() }
          }
        }
        try await group.waitForAll()
      }
    }
    for _ in 0..<100 { await server.waitFor("ended") }
    #expect(Sockets(toPort: server.port).count == 0)
    #expect(Sockets.networkThreads == 1)
  }
}
