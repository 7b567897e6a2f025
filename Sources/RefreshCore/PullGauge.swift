/// Turns the distance of a pull into its stage, for either role.
struct PullGauge: Sendable {
  private(set) var stage = PullStage.none

  /// Whether the pull began, or continued, while no pull could fire. It then has no effect until it
  /// ends; otherwise a finger held down during a whole refresh would start the next one.
  private var isBlocked = false
  /// The start of the cooldown: no pull fires before ``PullMetrics/cooldown`` has passed since
  /// then.
  private var coolsSince: Duration?

  /// - Parameter accepts: whether a pull could fire now, apart from the cooldown.
  mutating func moved(
    distance: Double,
    deliberate: Bool,
    accepts: Bool,
    metrics: PullMetrics,
    at now: Duration
  ) {
    let isCooling = coolsSince.map { now < $0 + metrics.cooldown } ?? false
    if !accepts || isCooling { isBlocked = true }
    let progress = metrics.progress(pull: distance)
    guard deliberate, !isBlocked else {
      stage = .peeking(progress: min(progress, 1))
      return
    }
    let enough = if case .armed = stage { metrics.disarmFraction } else { 1.0 }
    stage = progress >= enough ? .armed(progress: progress) : .pulling(progress: progress)
  }

  /// Ends the pull, and returns whether it was armed.
  mutating func end() -> Bool {
    let wasArmed = if case .armed = stage { true } else { false }
    (stage, isBlocked) = (.none, false)
    return wasArmed
  }

  /// A run began, by a pull or a command: from now on the present pull can only peek.
  mutating func block() {
    guard stage != .none else { return }
    isBlocked = true
    stage = .peeking(progress: min(stage.progress, 1))
  }

  /// A run, or the showing of its result, is over: the cooldown begins.
  mutating func coolDown(from now: Duration) { coolsSince = now }
}
