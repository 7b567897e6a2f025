extension SharedSession {
  /// What it depends on besides the server; tests play it.
  struct Surroundings: Sendable {
    /// The present, in seconds since 1970.
    var now: @Sendable () -> Int64
    /// Waits for some time, or until the task is cancelled.
    var pause: @Sendable (Duration) async throws -> Void = {
      try await Task.sleep(for: $0, clock: .continuous)
    }
    /// From 0 to 1.
    var jitter: @Sendable () -> Double = { Double.random(in: 0...1) }
    /// As ``ClockJump/offset()``.
    var clockOffset: @Sendable () -> Duration = ClockJump.offset
  }
}
