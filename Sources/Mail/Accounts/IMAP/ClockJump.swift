import Glibc

/// A sleep of the computer, seen by its clocks: the time of day goes on meanwhile, while the
/// monotonic clock of Linux stands still. A virtual machine that is resumed shows the same.
struct ClockJump: Sendable {
  /// No connection that matters is lost in less: routers forget one after minutes. Corrections of
  /// the clock are smaller, too; a larger one costs a new connection.
  static let smallest = Duration.seconds(60)

  /// How far the time of day is ahead of the monotonic clock.
  static func offset() -> Duration {
    time(CLOCK_REALTIME) - time(CLOCK_MONOTONIC)
  }

  private let before: Duration
  private let offset: @Sendable () -> Duration

  /// Begins to watch the clocks.
  ///
  /// - Parameter offset: as ``offset()``.
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
