import FoundationEssentials
import RefreshCore

/// What `PULL_TO_REFRESH_DEBUG` may ask of every list in a program, separated by commas.
enum DebugFlag: Substring {
  /// To see a refresh for some seconds at least, and its result as well.
  case linger

  fileprivate var isGiven: Bool {
    let flags = ProcessInfo.processInfo.environment["PULL_TO_REFRESH_DEBUG"] ?? ""
    return flags.split(separator: ",").contains(rawValue)
  }
}

extension PullMetrics {
  /// What a list begins with.
  static let initial: PullMetrics = {
    var metrics = PullMetrics()
    if DebugFlag.linger.isGiven {
      (metrics.minimumRunning, metrics.resultShown) = (.seconds(6), .seconds(6))
    }
    return metrics
  }()
}
