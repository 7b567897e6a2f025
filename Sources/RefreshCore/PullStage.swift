/// How far a pull has come.
package enum PullStage: Sendable, Hashable {
  /// Nothing is pulled.
  case none
  /// Pulled, but letting go fires nothing, however far it goes. Progress is 0…1.
  case peeking(progress: Double)
  /// Pulled deliberately; letting go now fires nothing yet. Progress is 0…1.
  case pulling(progress: Double)
  /// Letting go fires. Progress is ``PullMetrics/disarmFraction``…``PullMetrics/mostProgress``.
  case armed(progress: Double)

  /// How far, in thresholds.
  package var progress: Double {
    switch self {
    case .none: 0
    case .peeking(let progress), .pulling(let progress), .armed(let progress): progress
    }
  }
}
