import Testing

@testable import Network

struct CancellationTests {
  @Test func aHandshake() async throws {
    let server = try Server(.mute)
    let task = Task {
      await kind(of: try await server.connect())
    }
    await server.waitFor("accepted")
    task.cancel()
    #expect(try await task.value == .cancelled)
  }

  @Test func aTaskThatIsCancelledAlreadyConnectsToNothing() async throws {
    let server = try Server(.tls)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await kind(of: try await server.connect())
    }
    #expect(try await task.value == .cancelled)
  }

  @Test(arguments: [Endpoint.Security.tls, .plain])
  func aReadAfterWhichTheStreamStillWorks(_ security: Endpoint.Security) async throws {
    let server = try Server(security == .tls ? .tls : .plain)
    let clock = ManualClock()
    let connection = try await server.connect(security, clock: clock)
    let task = Task {
      await kind(of: try await connection.read())
    }
    await connection.untilBusy()
    task.cancel()
    #expect(try await task.value == .cancelled)
    try await connection.ask("echo hello")
    #expect(try await connection.text(count: 5) == "hello")
  }

  @Test func closingEndsARead() async throws {
    let server = try Server(.tls)
    let clock = ManualClock()
    let connection = try await server.connect(clock: clock)
    async let end = kind(of: try await connection.read())
    await connection.untilBusy()
    await connection.close()
    #expect(await end == .closed)
    await server.waitFor("ended")
  }
}
