/// Turns the distance of a pull into its stage, for either edge.
struct PullGauge: Sendable {
  private(set) var stage = PullStage.none

  /// A pull that was on at a time when none could fire stays without effect until it ends: else
  /// one finger held down through a whole refresh would start the next.
  private var isBlocked = false

  /// - Parameter accepts: whether a pull could fire now.
  mutating func moved(
    distance: Double,
    deliberate: Bool,
    accepts: Bool,
    metrics: PullMetrics
  ) {
    if !accepts { isBlocked = true }
    let progress = metrics.progress(pull: distance)
    guard deliberate, !isBlocked else {
      stage = .peeking(progress: min(progress, 1))
      return
    }
    let enough = if case .armed = stage { metrics.disarmFraction } else { 1.0 }
    stage = progress >= enough ? .armed(progress: progress) : .pulling(progress: progress)
  }

  /// The pull is over. Says whether it was armed.
  mutating func end() -> Bool {
    defer { self = PullGauge() }
    if case .armed = stage { return true }
    return false
  }

  /// A run began, by whatever means: a pull that is on can only peek from now on.
  mutating func block() {
    guard stage != .none else { return }
    isBlocked = true
    stage = .peeking(progress: min(stage.progress, 1))
  }
}
