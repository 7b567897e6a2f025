import Network
import Synchronization

/// A stream of bytes to and from a server. One task may read while another writes.
protocol ServerStream: Sendable {
  /// The next bytes, at least one; empty when the server has closed the connection.
  ///
  /// - Parameter patience: whether an answer is due.
  func read(_ patience: Connection.Patience) async throws -> [UInt8]

  /// Notes that this many of the bytes read last are no progress: they do not count for the lowest
  /// allowed rate (``Timeouts/slowestRate``).
  func disregard(_ count: Int) async

  func write(_ bytes: [UInt8]) async throws

  /// Encrypts everything from now on.
  func protect() async throws

  func close() async
}

extension Connection: ServerStream {
  func protect() async throws { try await startTLS() }
}

/// A connection that measures time, and counts round trips.
final class MeasuredStream: ServerStream {
  private struct State {
    var lapBegan = ContinuousClock.now
    var roundTrips = 0
    /// Whether the client has sent something, or connected, since bytes were last received.
    var isDue = true
  }

  private let connection: Connection
  private let state = Mutex(State())

  init(_ connection: Connection) { self.connection = connection }

  /// The time and the round trips since the last call.
  func lap() -> (Duration, Int) {
    state.withLock { state in
      let now = ContinuousClock.now
      defer { (state.lapBegan, state.roundTrips) = (now, 0) }
      return (now - state.lapBegan, state.roundTrips)
    }
  }

  func read(_ patience: Connection.Patience) async throws -> [UInt8] {
    state.withLock { state in
      if state.isDue { state.roundTrips += 1 }
      state.isDue = false
    }
    return try await connection.read(patience)
  }

  func disregard(_ count: Int) async { await connection.disregard(count) }

  func write(_ bytes: [UInt8]) async throws {
    state.withLock { $0.isDue = true }
    try await connection.write(bytes)
  }

  func protect() async throws {
    try await connection.startTLS()
    let trips = await connection.peer.tls.map(\.roundTrips) ?? 0
    state.withLock { $0.roundTrips += trips }
  }

  func close() async { await connection.close() }
}

extension PeerDescription.TLS {
  /// The round trips of a full handshake (RFC 8446, section 2; RFC 5246, section 7.3).
  var roundTrips: Int { version == .tls12 ? 2 : 1 }
}
