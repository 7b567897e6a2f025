import FoundationEssentials
import RefreshCore

/// The flags of `PULL_TO_REFRESH_DEBUG`, separated by commas. They apply to every list of a
/// program.
enum DebugFlag: Substring {
  /// Shows each refresh, and its result, for at least some seconds.
  case linger

  fileprivate var isGiven: Bool {
    let flags = ProcessInfo.processInfo.environment["PULL_TO_REFRESH_DEBUG"] ?? ""
    return flags.split(separator: ",").contains(rawValue)
  }
}

extension PullMetrics {
  /// The initial metrics of a list.
  static let initial: PullMetrics = {
    var metrics = PullMetrics()
    if DebugFlag.linger.isGiven {
      (metrics.minimumRunning, metrics.resultShown) = (.seconds(6), .seconds(6))
    }
    return metrics
  }()
}
