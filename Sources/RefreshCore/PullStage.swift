/// The stage of a pull.
package enum PullStage: Sendable, Hashable {
  /// Nothing is pulled.
  case none
  /// Pulled, but a release fires nothing, however far the pull goes. Progress is 0…1.
  case peeking(progress: Double)
  /// Pulled deliberately, but not far enough: a release fires nothing yet. Progress is 0…1.
  case pulling(progress: Double)
  /// Pulled far enough: a release fires. Progress is
  /// ``PullMetrics/disarmFraction``…``PullMetrics/mostProgress``.
  case armed(progress: Double)

  /// The progress, in thresholds.
  package var progress: Double {
    switch self {
    case .none: 0
    case .peeking(let progress), .pulling(let progress), .armed(let progress): progress
    }
  }
}
