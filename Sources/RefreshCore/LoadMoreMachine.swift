/// The footer's states, and the events that lead from one to the next.
///
/// A load never runs beside a refresh: it waits for a refresh under way, and a refresh that begins
/// cancels it.
package struct LoadMoreMachine: RunMachine {
  /// The footer's state. The distance of its pull is separate, in
  /// ``RefreshCoordinator/footerPull``.
  package enum State: Sendable, Hashable {
    /// Switched off. A load under way continues unseen, and can still be cancelled.
    case disabled
    /// More can be asked for.
    case idle
    /// More was requested during a refresh. The load begins after the refresh, whatever its result.
    case waitingForRefresh
    /// The handler runs, or it ended so soon that its row is still kept open.
    case running(RunID)
    /// The load failed. The state ends by Retry or another request, a new pull past the edge, a
    /// successful refresh, or in the automatic mode when the user scrolls to the end again.
    case failed(LoadFailure)
    /// There is no more. The state ends by a successful refresh, or when the caller knows of more.
    case exhausted
  }

  /// The footer's state while nothing runs.
  enum Rest: Sendable {
    case idle
    case waiting(RunSource)
    case failed(LoadFailure)
    case exhausted
  }

  /// The numbers in use. They may change at any time.
  var metrics: PullMetrics
  var isEnabled: Bool
  var standing = Standing<Rest, LoadedRows>.resting(.idle)
  var gauge = PullGauge()
  var lastID = RunID(role: .loadMore, number: 0)

  private var isRefreshing = false
  /// Whether the caller has said that there is no more. A refresh alone does not change that.
  private var isKnownEnd = false
  /// The number of loads in a row that succeeded without new rows and reported that there is more.
  private var emptyInARow = 0

  init(metrics: PullMetrics, isEnabled: Bool) {
    self.metrics = metrics
    self.isEnabled = isEnabled
  }

  /// The footer's present state.
  var state: State {
    guard isEnabled else { return .disabled }
    return switch standing {
    case .running(let run): .running(run.id)
    case .resting(.idle): .idle
    case .resting(.waiting): .waitingForRefresh
    case .resting(.failed(let failure)): .failed(failure)
    case .resting(.exhausted): .exhausted
    }
  }

  /// How far the footer is pulled; ``PullStage/none`` while disabled, waiting or running.
  var pull: PullStage {
    guard isEnabled else { return .none }
    return switch standing {
    case .resting(.idle), .resting(.failed), .resting(.exhausted): gauge.stage
    case .resting(.waiting), .running: .none
    }
  }

  /// False when the last load, or the caller, said that there is no more.
  var hasMore: Bool {
    if case .resting(.exhausted) = standing { return false }
    return !isKnownEnd
  }

  var acceptsPulls: Bool {
    switch standing {
    case .resting(.idle), .resting(.failed): true
    case .resting(.waiting), .resting(.exhausted), .running: false
    }
  }

  /// An automatic load has no minimum time: its row may be out of sight, and the next load would
  /// have to wait for it.
  func minimum(of run: Run<LoadedRows>) -> Duration {
    run.source == .automatic ? .zero : metrics.minimumRunning
  }

  func restDeadline(_ rest: Rest) -> Duration? { nil }

  mutating func begin(_ source: RunSource, at now: Duration) -> [RunEffect<LoadedRows>] {
    guard isEnabled, case .resting(let rest) = standing else { return [] }
    switch (rest, source) {
    case (_, .automatic) where isRefreshing: return []
    case (.idle, .retry), (.waiting, _), (.exhausted, _): return []
    case (.idle, _), (.failed, _): break
    }
    guard isRefreshing else { return start(source, at: now) }
    gauge.block()
    standing = .resting(.waiting(source))
    return []
  }

  mutating func rest(after result: LoadMoreResult, at now: Duration) -> Rest {
    switch result {
    case .cancelled: return restWithoutFailure
    case .failure(let message): return .failed(.reported(message: message))
    case .success(let rows):
      let isEmpty = (rows.added ?? 1) <= 0
      emptyInARow = isEmpty ? emptyInARow + 1 : 0
      guard rows.hasMore else { return .exhausted }
      isKnownEnd = false
      let most = run?.source == .automatic ? AutomaticLoading.mostEmptyPages : 2
      return emptyInARow >= most ? .failed(.emptyTwice) : restWithoutFailure
    }
  }

  mutating func leaveRest(_ event: RestEvent, at now: Duration) {
    if case .resting(.waiting) = standing { standing = .resting(restWithoutFailure) }
  }

  private var restWithoutFailure: Rest { isKnownEnd ? .exhausted : .idle }

  /// A refresh began: a load under way is cancelled.
  mutating func refreshBegan(at now: Duration) -> [RunEffect<LoadedRows>] {
    isRefreshing = true
    return run == nil ? [] : cancel(at: now)
  }

  /// The refresh ended: a load that waited for it begins.
  mutating func refreshEnded(success: Bool, at now: Duration) -> [RunEffect<LoadedRows>] {
    isRefreshing = false
    if success { emptyInARow = 0 }
    switch standing {
    case .resting(.waiting(let source)): return start(source, at: now)
    case .resting(.idle), .resting(.failed), .resting(.exhausted):
      if success { standing = .resting(restWithoutFailure) }
    case .running: break
    }
    return []
  }

  /// The caller knows whether there is more, without loading. If there is not, an idle or failed
  /// footer becomes exhausted, also right after the refresh under way, and a waiting load is
  /// dropped. If there is, an exhausted footer becomes idle.
  mutating func setHasMore(_ hasMore: Bool) {
    isKnownEnd = !hasMore
    switch standing {
    case .resting(.idle), .resting(.exhausted): standing = .resting(restWithoutFailure)
    case .resting(.failed) where !hasMore, .resting(.waiting) where !hasMore:
      standing = .resting(.exhausted)
    case .resting(.failed), .resting(.waiting), .running: break
    }
  }
}
