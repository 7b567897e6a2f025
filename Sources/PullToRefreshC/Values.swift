import CPullToRefresh
import PullToRefresh
import PullToRefreshGtk

// The enumerations of pull-to-refresh.h. A C program may pass any number as a value; unknown
// numbers are refused.

extension RunRole {
  nonisolated init?(_ role: PullToRefreshRole) {
    switch role {
    case PULL_TO_REFRESH_ROLE_REFRESH: self = .refresh
    case PULL_TO_REFRESH_ROLE_LOAD_MORE: self = .loadMore
    case PULL_TO_REFRESH_ROLE_LOAD_EARLIER: self = .loadEarlier
    default:
      refuse("role", "PullToRefreshRole")
      return nil
    }
  }
}

nonisolated func refuse(_ value: String, _ type: String) {
  Diagnostics.refuse("There is no such \(value). Pass one of \(type).")
}

extension RefreshState {
  /// The progress of the row's run; if that is unknown, the progress of its pull.
  var shownProgress: Double { runProgress?.fraction ?? progress }
}

extension PullToRefreshState {
  init(_ state: RefreshState) {
    self =
      switch state.moment {
      case .disabled: PULL_TO_REFRESH_NONE
      case .idle: PULL_TO_REFRESH_IDLE
      case .peeking: PULL_TO_REFRESH_PEEKING
      case .pulling: PULL_TO_REFRESH_PULLING
      case .armed: PULL_TO_REFRESH_ARMED
      case .waiting: PULL_TO_REFRESH_WAITING
      case .running: PULL_TO_REFRESH_RUNNING
      case .succeeded: PULL_TO_REFRESH_SUCCEEDED
      case .failed: PULL_TO_REFRESH_FAILED
      case .cancelled: PULL_TO_REFRESH_CANCELLED
      case .exhausted: PULL_TO_REFRESH_EXHAUSTED
      }
  }
}

extension RowTitles {
  /// - Returns: nil if the row has no such title, and for ``RowTitles/failed``, a function.
  static func path(
    of title: PullToRefreshTitle,
    in role: RunRole
  ) -> WritableKeyPath<RowTitles, String>? {
    switch (title, role.isLoad) {
    case (PULL_TO_REFRESH_TITLE_PULL, _): \.pull
    case (PULL_TO_REFRESH_TITLE_RELEASE, _): \.release
    case (PULL_TO_REFRESH_TITLE_RUNNING, _): \.running
    case (PULL_TO_REFRESH_TITLE_STUCK, _): \.stuck
    case (PULL_TO_REFRESH_TITLE_CANCEL, _): \.cancel
    case (PULL_TO_REFRESH_TITLE_DONE, false): \.done
    case (PULL_TO_REFRESH_TITLE_CANCELLED, false): \.cancelled
    case (PULL_TO_REFRESH_TITLE_LOAD_MORE, true): \.loadMore
    case (PULL_TO_REFRESH_TITLE_WAITING, true): \.waiting
    case (PULL_TO_REFRESH_TITLE_NOTHING_CAME, true): \.nothingCame
    case (PULL_TO_REFRESH_TITLE_RETRY, true): \.retry
    case (PULL_TO_REFRESH_TITLE_EXHAUSTED, true): \.exhausted
    default: nil
    }
  }
}

extension PullMetrics {
  /// - Returns: false if there is no such metric.
  mutating func set(_ metric: PullToRefreshMetric, to value: Double) -> Bool {
    switch metric {
    case PULL_TO_REFRESH_THRESHOLD: threshold = value
    case PULL_TO_REFRESH_RESISTANCE: resistance = value
    case PULL_TO_REFRESH_REFRESH_HEIGHT: headerHeight = value
    case PULL_TO_REFRESH_LOAD_MORE_HEIGHT: footerHeight = value
    case PULL_TO_REFRESH_WHEEL_NOTCHES:
      wheelEnabled = !(value < 1)
      wheelNotches = Int(exactly: min(value, 100).rounded()) ?? 3
    case PULL_TO_REFRESH_MINIMUM_RUNNING: minimumRunning = .inRange(value)
    case PULL_TO_REFRESH_RESULT_SHOWN: resultShown = .inRange(value)
    case PULL_TO_REFRESH_STUCK_NOTICE: stuckNotice = .inRange(value)
    default: return false
    }
    return true
  }
}

extension Duration {
  /// A duration of 0 to 3600 seconds, which includes the range of every metric.
  fileprivate static func inRange(_ seconds: Double) -> Duration {
    .seconds(seconds.isNaN ? 0 : min(max(seconds, 0), 3600))
  }
}
