import Network
import Synchronization

/// A connection that measures what is said over it: the time, and how often was waited for an
/// answer.
final class MeasuredStream: ServerStream {
  private struct State {
    var lapBegan = ContinuousClock.now
    var roundTrips = 0
    /// Whether something was sent, or the connection made, since the last bytes came.
    var isDue = true
  }

  private let connection: Connection
  private let state = Mutex(State())

  init(_ connection: Connection) { self.connection = connection }

  /// The time and the round trips since this was called last.
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
  /// Of a handshake that resumes nothing (RFC 8446, section 2; RFC 5246, section 7.3).
  var roundTrips: Int { version == .tls12 ? 2 : 1 }
}
