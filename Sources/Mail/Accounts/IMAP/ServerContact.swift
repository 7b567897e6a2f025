/// When a server was heard of last, and why it is not reached, where it is not.
struct ServerContact {
  /// A server that is not reached.
  struct Loss: Sendable {
    /// When it was last heard of, in seconds since 1970; nil for never.
    let since: Int64?
    let error: any Error
  }

  /// Nil where it is reached, or was never looked for.
  var loss: Loss?
  /// In seconds since 1970; nil for never.
  var lastHeard: Int64?

  /// - Returns: whether it was not reached before.
  mutating func reached(at now: Int64) -> Bool {
    lastHeard = now
    defer { loss = nil }
    return loss != nil
  }

  /// Notes why the server is not reached, if it may be later, or once the user has signed in, or was
  /// not before.
  mutating func failed(_ error: any Error, at now: Int64) -> Loss? {
    let needsUser = (error as? ServerFailure)?.isAboutLogin == true
    guard MailError.isTransient(error) || needsUser || loss != nil else { return nil }
    let loss = Loss(since: loss == nil ? silence(at: now) : loss?.since, error: error)
    self.loss = loss
    return loss
  }

  /// The connection has ended. It is no news before a try to make it anew has failed.
  mutating func noteSilence(at now: Int64) { lastHeard = silence(at: now) }

  /// Since when nothing is heard where a connection is found to have ended now. One that is watched
  /// is heard of at each renewal, so a longer silence was a sleep; nil where nothing was ever
  /// heard.
  private func silence(at now: Int64) -> Int64? {
    let longest = SharedSession.renewal.components.seconds + 60
    return lastHeard.map { now - $0 <= longest ? now : $0 }
  }
}
