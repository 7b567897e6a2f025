import Glibc

extension SharedSession {
  /// Callbacks for an account that is watched.
  struct Watcher: Sendable {
    /// Called when the watched folder has changed.
    var onChange: @Sendable (_ folder: String) -> Void
    /// Called after each failed attempt to reach the server; with nil when it is reachable again.
    var onReach: @Sendable (ServerContact.Loss?) -> Void
  }

  /// Dependencies other than the server; tests replace them.
  struct Surroundings: Sendable {
    /// The current time, in seconds since 1970.
    var now: @Sendable () -> Int64
    /// Waits for some time, or until the task is cancelled.
    var pause: @Sendable (Duration) async throws -> Void = {
      try await Task.sleep(for: $0, clock: .continuous)
    }
    /// Returns a random number from 0 to 1.
    var jitter: @Sendable () -> Double = { Double.random(in: 0...1) }
    /// Returns the difference between the clocks, by default ``ClockJump/offset()``.
    var clockOffset: @Sendable () -> Duration = ClockJump.offset

    /// Waits until the client must send something again to keep an idle connection open.
    ///
    /// - Returns: whether the connection is alive. After a sleep of the computer, the connection is
    ///   dead and gets closed: it would never bring an answer.
    func awaitRenewal(of session: IMAPSession) async throws -> Bool {
      let jump = ClockJump(clockOffset)
      try await pause(SharedSession.renewal)
      if jump.hasHappened { await session.close() }
      return !jump.hasHappened
    }
  }
}

/// Detects a sleep of the computer by its clocks: the time of day continues, while the monotonic
/// clock of Linux stops. A virtual machine that is resumed shows the same.
struct ClockJump: Sendable {
  /// The shortest sleep that counts. A shorter sleep loses no connection, since routers forget a
  /// connection only after minutes. Most corrections of the clock are smaller, too; a larger one
  /// only costs a new connection.
  static let smallest = Duration.seconds(60)

  /// The difference between the time of day and the monotonic clock.
  static func offset() -> Duration {
    time(CLOCK_REALTIME) - time(CLOCK_MONOTONIC)
  }

  private let before: Duration
  private let offset: @Sendable () -> Duration

  /// Begins to watch the clocks.
  ///
  /// - Parameter offset: returns the difference between the clocks, as ``offset()`` does.
  init(_ offset: @escaping @Sendable () -> Duration) {
    (before, self.offset) = (offset(), offset)
  }

  var hasHappened: Bool {
    let change = offset() - before
    return max(change, .zero - change) >= Self.smallest
  }

  private static func time(_ clock: clockid_t) -> Duration {
    var now = timespec()
    clock_gettime(clock, &now)
    return .seconds(Int64(now.tv_sec)) + .nanoseconds(Int64(now.tv_nsec))
  }
}
