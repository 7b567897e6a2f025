/// When a server last answered, and why it is unreachable, if it is.
struct ServerContact {
  /// A failure to reach a server.
  struct Loss: Sendable {
    /// When it last answered, in seconds since 1970; nil for never.
    let since: Int64?
    let error: any Error
  }

  /// Nil while it is reachable, or has not been needed yet.
  var loss: Loss?
  /// The time of the last answer, in seconds since 1970; nil for never.
  var lastHeard: Int64?

  /// - Returns: whether it was unreachable before.
  mutating func reached(at now: Int64) -> Bool {
    lastHeard = now
    defer { loss = nil }
    return loss != nil
  }

  /// Notes why the server is unreachable. Ignores the failure unless it may pass, can be ended by
  /// the user's signing in, or follows another one.
  mutating func failed(_ error: any Error, at now: Int64) -> Loss? {
    let needsUser = (error as? ServerFailure)?.isAboutLogin == true
    guard MailError.isTransient(error) || needsUser || loss != nil else { return nil }
    let loss = Loss(since: loss == nil ? silence(at: now) : loss?.since, error: error)
    self.loss = loss
    return loss
  }

  /// Notes that the connection has ended. The loss is reported only after one reconnect has failed.
  mutating func noteSilence(at now: Int64) { lastHeard = silence(at: now) }

  /// Since when the server has been silent, if a connection is found to have ended now. On a
  /// watched connection the server answers each renewal, so a longer silence was a sleep; nil where
  /// it never answered.
  private func silence(at now: Int64) -> Int64? {
    let longest = SharedSession.renewal.components.seconds + 60
    return lastHeard.map { now - $0 <= longest ? now : $0 }
  }
}
