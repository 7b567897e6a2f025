/// How long to wait before the next try to connect.
struct Backoff {
  /// Before the first try; each further one waits twice as long.
  static let first = Duration.seconds(5)
  static let longest = Duration.seconds(5 * 60)
  /// A network that has just come, or come back after a sleep, has no address yet; and its changes
  /// come in flocks.
  static let settling = Duration.seconds(1)

  private let jitter: @Sendable () -> Double
  private var following = first
  private var isSettling = false

  /// - Parameter jitter: from 0 to 1, so that not all who have lost a server come back at once.
  init(jitter: @escaping @Sendable () -> Double) { self.jitter = jitter }

  /// After ``settling`` where the network has changed; else 5 seconds, 10, 20 and so on, each up to
  /// a fifth less.
  var pause: Duration {
    isSettling ? Self.settling : following * (1 - 0.2 * jitter())
  }

  /// The pause is over. One that was cut short, since somebody uses the connection, counts for
  /// none.
  mutating func hasPassed() {
    if isSettling { isSettling = false } else { following = min(following * 2, Self.longest) }
  }

  /// The server was of use.
  mutating func reset() { (following, isSettling) = (Self.first, false) }

  /// What kept the server away may have gone.
  mutating func networkChanged() { (following, isSettling) = (Self.first, true) }
}
