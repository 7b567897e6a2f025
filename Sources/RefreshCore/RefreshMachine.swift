/// The header's states, and the events that lead from one to the next.
///
/// A refresh is started by a command, or by a deliberate pull that is released while armed, and
/// never while another refresh runs. Its result is shown for a moment.
package struct RefreshMachine: RunMachine {
  /// The header's state.
  package enum State: Sendable, Hashable {
    /// Switched off. A refresh under way continues unseen, and can still be cancelled.
    case disabled
    /// Nothing to show.
    case idle
    /// Pulled by a gesture that cannot fire: it began away from the edge, too soon after the edge
    /// was reached, soon after a run, or during one. Progress is 0…1.
    case peeking(progress: Double)
    /// Pulled deliberately, not far enough. Progress is 0…1.
    case pulling(progress: Double)
    /// Pulled far enough: a release refreshes. Progress is
    /// ``PullMetrics/disarmFraction``…``PullMetrics/mostProgress``.
    case armed(progress: Double)
    /// The handler runs, or it ended so soon that its row is still kept open.
    case running(RunID, RunSource)
    /// The result is shown for a moment.
    case settling(RefreshResult)
  }

  /// The header's state while nothing runs.
  enum Rest: Sendable {
    case idle
    case settling(RefreshResult, since: Duration)
  }

  /// The numbers in use. They may change at any time.
  var metrics: PullMetrics
  var isEnabled: Bool
  var standing = Standing<Rest, String?>.resting(.idle)
  var gauge = PullGauge()
  var lastID = RunID(role: .refresh, number: 0)

  init(metrics: PullMetrics, isEnabled: Bool) {
    self.metrics = metrics
    self.isEnabled = isEnabled
  }

  /// The header's present state.
  var state: State {
    guard isEnabled else { return .disabled }
    switch standing {
    case .running(let run): return .running(run.id, run.source)
    case .resting(.settling(let result, _)): return .settling(result)
    case .resting(.idle): break
    }
    return switch gauge.stage {
    case .none: .idle
    case .peeking(let progress): .peeking(progress: progress)
    case .pulling(let progress): .pulling(progress: progress)
    case .armed(let progress): .armed(progress: progress)
    }
  }

  var acceptsPulls: Bool {
    if case .resting(.idle) = standing { true } else { false }
  }

  func minimum(of run: Run<String?>) -> Duration { metrics.minimumRunning }

  func restDeadline(_ rest: Rest) -> Duration? {
    guard case .settling(_, let since) = rest else { return nil }
    return since + metrics.resultShown
  }

  mutating func begin(_ source: RunSource, at now: Duration) -> [RunEffect<String?>] {
    guard isEnabled, run == nil else { return [] }
    return start(source, at: now)
  }

  func rest(after result: RefreshResult, at now: Duration) -> Rest {
    isEnabled ? .settling(result, since: now) : .idle
  }

  mutating func leaveRest(_ event: RestEvent, at now: Duration) {
    guard case .resting(.settling) = standing, event != .cancel else { return }
    standing = .resting(.idle)
    gauge.coolDown(from: now)
  }
}
