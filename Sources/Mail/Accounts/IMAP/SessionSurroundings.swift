extension SharedSession {
  /// What is called while an account is watched.
  struct Watcher: Sendable {
    /// Called when the folder that is watched has changed.
    var onChange: @Sendable (_ folder: String) -> Void
    /// Called when the server is not reached, after each try; with nil when it is reached again.
    var onReach: @Sendable (ServerContact.Loss?) -> Void
  }

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

    /// Waits until a server that is waited for must hear from its client again.
    ///
    /// - Returns: whether the connection is alive. One that has died in a sleep is closed, since an
    ///   answer on it would be waited for in vain.
    func awaitRenewal(of session: IMAPSession) async throws -> Bool {
      let jump = ClockJump(clockOffset)
      try await pause(SharedSession.renewal)
      if jump.hasHappened { await session.close() }
      return !jump.hasHappened
    }
  }
}
