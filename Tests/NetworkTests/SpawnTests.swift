import Glibc
import Testing

@testable import Network

struct SpawnTests {
  @Test func whatIsWrittenComesBack() async throws {
    let connection = try await Connection.spawn(arguments: ["cat"])
    try await connection.write(Array("hello".utf8))
    #expect(try await connection.text(count: 5) == "hello")
    #expect(await connection.peer == PeerDescription(address: nil, port: nil, tls: nil))
    await connection.close()
  }

  @Test func itsEndIsTheEnd() async throws {
    let connection = try await Connection.spawn(arguments: ["sh", "-c", "printf hello"])
    #expect(try await connection.text(count: 5) == "hello")
    #expect(try await connection.read() == [])
  }

  @Test func writingToOneThatHasEndedFails() async throws {
    let connection = try await Connection.spawn(arguments: ["true"])
    #expect(try await connection.read() == [])
    let result = await kind(of: try await connection.write([1]))
    #expect(result == .connectionLost)
  }

  @Test(arguments: [["/no/such/program"], []])
  func oneThatIsNotThereIsNamed(_ arguments: [String]) async throws {
    let error = try #require(await error(of: try await Connection.spawn(arguments: arguments)))
    #expect(error.kind == .commandNotStarted)
    #expect(error.step == .starting)
    #expect(error.host == arguments.first ?? "")
  }

  /// The process does not read, so that the end of its input does not end it.
  @Test(.timeLimit(.minutes(120)), arguments: [true, false])
  func itIsEndedWithItsConnection(_ isClosed: Bool) async throws {
    let process: pid_t
    do {
      let script = "echo $$; exec sleep 1000"
      let connection = try await Connection.spawn(arguments: ["sh", "-c", script])
      let line = String(decoding: try await connection.read(), as: UTF8.self)
      process = try #require(pid_t(line.dropLast()))
      #expect(kill(process, 0) == 0)
      if isClosed { await connection.close() }
    }
    while kill(process, 0) == 0 { await turn() }
  }

  /// The time to say farewell is over before the wait for the process begins.
  @Test(.timeLimit(.minutes(120)))
  func itIsEndedWithItsConnectionInACancelledTask() async throws {
    let script = "echo $$; exec sleep 1000"
    let connection = try await Connection.spawn(arguments: ["sh", "-c", script])
    let line = String(decoding: try await connection.read(), as: UTF8.self)
    let process = try #require(pid_t(line.dropLast()))
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await connection.close()
    }.value
    while kill(process, 0) == 0 { await turn() }
  }

  @Test func itHasNoTLS() async throws {
    let connection = try await Connection.spawn(arguments: ["cat"])
    let refusal = await kind(of: try await connection.startTLS())
    #expect(refusal == .misused)
  }
}
