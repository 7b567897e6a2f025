/// The time of a server's last answer, and the reason why the server is unreachable, if it is.
struct ServerContact {
  /// A failure to reach a server.
  struct Loss: Sendable {
    /// The time of the server's last answer, in seconds since 1970; nil for never.
    let since: Int64?
    let error: any Error
  }

  /// The current failure; nil while the server is reachable, or has not been needed yet.
  var loss: Loss?
  /// The time of the last answer, in seconds since 1970; nil for never.
  var lastHeard: Int64?
  /// Whether the server has answered, or could not be reached.
  var wasTried: Bool { lastHeard != nil || loss != nil }

  /// - Returns: whether the server was unreachable before.
  mutating func reached(at now: Int64) -> Bool {
    lastHeard = now
    defer { loss = nil }
    return loss != nil
  }

  /// Notes an error as a failure to reach the server if the error may pass, concerns the login,
  /// follows another failure, or ends the waiting for mail. Returns nil for any other error.
  ///
  /// - Parameter isWatching: whether the error ended the waiting for mail, so that only the watcher
  ///   can report it.
  mutating func failed(_ error: any Error, at now: Int64, isWatching: Bool = false) -> Loss? {
    let needsUser = (error as? ServerFailure)?.isAboutLogin == true
    guard MailError.isTransient(error) || needsUser || loss != nil || isWatching else {
      return nil
    }
    let loss = Loss(since: loss == nil ? silence(at: now) : loss?.since, error: error)
    self.loss = loss
    return loss
  }

  /// Notes that the connection has ended. The loss is reported only after one reconnect has failed.
  mutating func noteSilence(at now: Int64) { lastHeard = silence(at: now) }

  /// The start of the server's silence when a connection has ended: the current time, or, after a
  /// sleep of the computer, the time of the last answer. A watched connection gets answers at each
  /// ``SharedSession/renewal``; a longer silence means a sleep. Nil if the server never answered.
  private func silence(at now: Int64) -> Int64? {
    let longest = SharedSession.renewal.components.seconds + 60
    return lastHeard.map { now - $0 <= longest ? now : $0 }
  }
}

/// The time to wait before the next attempt to connect.
struct Backoff {
  /// The pause before the first attempt; each further pause is twice as long, up to ``longest``.
  static let first = Duration.seconds(5)
  static let longest = Duration.seconds(5 * 60)
  /// The pause after a change of the network: changes come in bursts. Also, the computer has no
  /// address yet right after the network has appeared, or the computer has woken.
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

  /// Notes that a pause has passed in full: the next pause is longer. Not called for a pause that
  /// was cut short because the connection was needed.
  mutating func hasPassed() {
    if isSettling { isSettling = false } else { following = min(following * 2, Self.longest) }
  }

  /// Begins again with the shortest pause. Called when the server has answered.
  mutating func reset() { (following, isSettling) = (Self.first, false) }

  /// Begins again after a change of the network: the reason for the failure may be gone.
  mutating func networkChanged() { (following, isSettling) = (Self.first, true) }
}
