import Testing

@testable import Network

@Suite(.timeLimit(.minutes(120)))
struct TimeoutTests {
  @Test func aServerThatDoesNotShakeHandsIsGivenUp() async throws {
    let server = try Server(.mute)
    let clock = ManualClock()
    async let result = kind(of: try await server.connect(clock: clock))
    await server.waitFor("accepted")
    clock.pass(.seconds(20))
    #expect(await result == .timedOut(seconds: 20))
  }

  @Test(arguments: [Endpoint.Security.tls, .startTLS])
  func afterASilenceTheStreamStillWorks(_ security: Endpoint.Security) async throws {
    let server = try Server(security == .tls ? .tls : .plain)
    let clock = ManualClock()
    let connection = try await server.connect(security, clock: clock)
    let silent = try await clock.passing(.seconds(30)) {
      await kind(of: try await connection.read())
    }
    #expect(silent == .timedOut(seconds: 30))
    try await connection.ask("echo hello")
    #expect(try await connection.text(count: 5) == "hello")
  }

  @Test func whatIsDueAtNoTimeHasNoLimit() async throws {
    let server = try Server(.tls)
    let clock = ManualClock()
    let connection = try await server.connect(clock: clock)
    async let bytes = connection.read(.unlimited)
    await connection.untilBusy()
    clock.pass(.seconds(10_000))
    try await connection.ask("echo hello")
    #expect(try await bytes == Array("hello".utf8))
    while clock.sleepers > 0 { await turn() }
  }

  @Test func aTrickleIsGivenUp() async throws {
    let server = try Server(.tls)
    let clock = ManualClock()
    let connection = try await server.connect(clock: clock)
    // The reading of this answer also reads the messages that TLS sends after the handshake.
    try await connection.ask("echo hello")
    #expect(try await connection.text(count: 5) == "hello")
    try await connection.ask("drip 100")
    for _ in 0..<5 {
      async let next = connection.read()
      await connection.untilBusy()
      clock.pass(.seconds(20))
      server.drop()
      #expect(try await next.count == 1)
    }
    async let last = kind(of: try await connection.read())
    await connection.untilBusy()
    clock.pass(.seconds(20))
    #expect(await last == .tooSlow)
  }

  @Test func aServerThatTakesNothingIsGivenUp() async throws {
    let server = try Server(.tls)
    let clock = ManualClock()
    let connection = try await server.connect(clock: clock)
    try await connection.ask("idle")
    await server.waitFor("idle")
    let megabytes = [UInt8](repeating: 0, count: 20_000_000)
    let result = try await clock.passing(.seconds(30)) {
      await kind(of: try await connection.write(megabytes))
    }
    #expect(result == .timedOut(seconds: 30))
    let end = await kind(of: try await connection.read())
    #expect(end == .closed)
  }

  @Test func realTimePassesByItself() async throws {
    let server = try Server(.tls)
    let timeouts = Timeouts(connect: .seconds(600), silence: .milliseconds(1))
    let connection = try await server.connect(timeouts: timeouts, clock: ContinuousClock())
    let silent = await kind(of: try await connection.read())
    #expect(silent == .timedOut(seconds: 0))
  }
}

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

  @Test(arguments: [Endpoint.Security.tls, .startTLS])
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
