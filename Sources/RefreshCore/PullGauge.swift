/// Turns the distance of a pull into the state and the progress that a row shows.
struct PullGauge: Sendable {
  /// The pull under way: peeking, pulling or armed, and its progress relative to the threshold.
  private(set) var pull: (moment: RefreshState.Moment, progress: Double)?

  /// Whether the pull began or continued while no pull could fire. Such a pull only peeks until it
  /// ends; otherwise a finger held down during a whole refresh would start another refresh.
  private var isBlocked = false
  /// The start of the cooldown: no pull fires until ``PullMetrics/cooldown`` after this time.
  private var coolsSince: Duration?

  /// - Parameter accepts: whether a pull could fire now, apart from the cooldown.
  mutating func moved(
    _ distance: Double,
    deliberate: Bool,
    accepts: Bool,
    _ metrics: PullMetrics,
    at now: Duration
  ) {
    let isCooling = coolsSince.map { now < $0 + metrics.cooldown } ?? false
    if !accepts || isCooling { isBlocked = true }
    let progress = metrics.progress(pull: distance)
    guard deliberate, !isBlocked else { return pull = (.peeking, progress) }
    let enough = pull?.moment == .armed ? metrics.disarmFraction : 1
    pull = (progress >= enough ? .armed : .pulling, progress)
  }

  /// Ends the pull, and returns whether it was armed.
  mutating func end() -> Bool {
    defer { (pull, isBlocked) = (nil, false) }
    return pull?.moment == .armed
  }

  /// Makes the present pull only peek: it cannot fire. Called when a run begins or waits, and when
  /// the row is switched on or off.
  mutating func block() {
    guard pull != nil else { return }
    isBlocked = true
    pull?.moment = .peeking
  }

  /// Begins the cooldown. Called when a run has ended, and when its result has been shown.
  mutating func coolDown(from now: Duration) { coolsSince = now }
}
