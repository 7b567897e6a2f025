import Glibc

/// Detects a sleep of the computer by its clocks: the time of day continues, while the monotonic
/// clock of Linux stops. A virtual machine that is resumed shows the same.
struct ClockJump: Sendable {
  /// The shortest sleep that counts. Shorter ones lose no connection that matters, since routers
  /// forget one only after minutes. Corrections of the clock are smaller, too; a larger one costs a
  /// new connection.
  static let smallest = Duration.seconds(60)

  /// The difference between the time of day and the monotonic clock.
  static func offset() -> Duration {
    time(CLOCK_REALTIME) - time(CLOCK_MONOTONIC)
  }

  private let before: Duration
  private let offset: @Sendable () -> Duration

  /// Begins to watch the clocks.
  ///
  /// - Parameter offset: the same as ``offset()``.
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
