/// The time to wait before the next attempt to connect.
struct Backoff {
  /// The pause before the first attempt; each further one is twice as long.
  static let first = Duration.seconds(5)
  static let longest = Duration.seconds(5 * 60)
  /// The pause after a change of the network: right after it appears, or after a sleep, it has no
  /// address yet, and its changes come in bursts.
  static let settling = Duration.seconds(1)

  private let jitter: @Sendable () -> Double
  private var following = first
  private var isSettling = false

  /// - Parameter jitter: returns numbers from 0 to 1, so that clients that lost a server do not all
  ///   return at once.
  init(jitter: @escaping @Sendable () -> Double) { self.jitter = jitter }

  /// ``settling`` after a change of the network; else 5 seconds, 10, 20 and so on, each shortened
  /// by up to a fifth.
  var pause: Duration {
    isSettling ? Self.settling : following * (1 - 0.2 * jitter())
  }

  /// Notes that a pause has passed. A pause that was cut short because the connection was needed
  /// does not count.
  mutating func hasPassed() {
    if isSettling { isSettling = false } else { following = min(following * 2, Self.longest) }
  }

  /// Begins again with the shortest pause, since the server has answered.
  mutating func reset() { (following, isSettling) = (Self.first, false) }

  /// Begins again, since the reason for the failure may be gone.
  mutating func networkChanged() { (following, isSettling) = (Self.first, true) }
}
