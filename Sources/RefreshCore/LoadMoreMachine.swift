/// The footer's states and what leads from one to the next.
///
/// Pure: events and times go in, effects come out. A load never runs beside a refresh: it waits
/// for one, and one that begins cancels it.
public struct LoadMoreMachine: Sendable {
  /// The numbers. They may change at any time.
  public var metrics: PullMetrics

  private typealias LoadRun = Run<LoadID, LoadSource, LoadMoreResult>

  /// What the footer is about, whether it is enabled or not.
  private enum Standing: Sendable {
    case idle
    case waiting(LoadSource)
    case running(LoadRun)
    case failed(LoadFailure)
    case exhausted
  }

  private var isEnabled: Bool
  private var standing = Standing.idle
  private var isRefreshing = false
  /// The caller said that there is no more; a refresh alone does not take that back.
  private var isKnownEnd = false
  /// How many successes in a row brought nothing and still said that there is more.
  private var emptyInARow = 0
  /// No pull fires before ``PullMetrics/cooldown`` has passed since then.
  private var ended: Duration?
  private var gauge = PullGauge()
  private var lastNumber = 0

  /// A footer that is idle, or disabled.
  public init(metrics: PullMetrics = PullMetrics(), isEnabled: Bool = true) {
    self.metrics = metrics
    self.isEnabled = isEnabled
  }

  /// What the footer shows now.
  public var state: State {
    guard isEnabled else { return .disabled }
    return switch standing {
    case .idle: .idle
    case .waiting: .waitingForRefresh
    case .running(let run): .running(run.id)
    case .failed(let failure): .failed(failure)
    case .exhausted: .exhausted
    }
  }

  /// How far the footer is pulled; ``PullStage/none`` while disabled, waiting or running.
  public var pull: PullStage {
    guard isEnabled else { return .none }
    return switch standing {
    case .idle, .failed, .exhausted: gauge.stage
    case .waiting, .running: .none
    }
  }

  /// Whether a load is under way, also if the footer is disabled.
  public var isRunning: Bool { run != nil }

  /// The run whose handler has not ended yet, also if the footer is disabled.
  public var unfinishedRun: LoadID? { run.flatMap { $0.held == nil ? $0.id : nil } }

  /// Whether the load under way takes longer than ``PullMetrics/stuckNotice``.
  public var isStuck: Bool { run?.isStuck ?? false }

  /// When ``advance(to:)`` must be called next; nil for never, so that an idle footer costs no
  /// wake-ups. It changes with every event and with the metrics.
  public var deadline: Duration? {
    guard let run else { return nil }
    return run.deadline(
      minimum: minimum(of: run),
      notice: isEnabled ? metrics.stuckNotice : nil
    )
  }

  /// Takes an event that happened at `now`, on any clock that does not go backwards.
  public mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
    let before = (state, pull)
    var effects = step(to: now)
    switch event {
    case .pulled(let distance, let deliberate):
      gauge.moved(
        distance: distance,
        deliberate: deliberate,
        accepts: acceptsPulls(at: now),
        metrics: metrics
      )
    case .released(let device):
      if gauge.end() { effects += begin(.pull(device), at: now) }
    case .pullCancelled:
      _ = gauge.end()
    case .begin(let source):
      effects += begin(source, at: now)
    case .finished(let id, let result):
      effects += finish(id, result, at: now)
    case .cancel:
      effects += cancel(at: now)
    case .refreshBegan:
      isRefreshing = true
      if run != nil { effects += cancel(at: now) }
    case .refreshEnded(let success):
      effects += refreshEnded(success: success, at: now)
    case .setHasMore(let hasMore):
      setHasMore(hasMore)
    case .setEnabled(let enabled):
      setEnabled(enabled)
    }
    return changes(since: before) + effects
  }

  /// Lets time pass. To be called at ``deadline``; earlier it does nothing, later it catches up.
  public mutating func advance(to now: Duration) -> [Effect] {
    let before = (state, pull)
    let effects = step(to: now)
    return changes(since: before) + effects
  }
}

extension LoadMoreMachine {
  private var run: LoadRun? {
    if case .running(let run) = standing { run } else { nil }
  }

  /// A load that the list asked for by itself is not held: its row may be out of sight, and
  /// scrolling on would wait for it.
  private func minimum(of run: LoadRun) -> Duration {
    run.source == .automatic ? .zero : metrics.minimumRunning
  }

  /// Where the footer comes to rest while nothing failed.
  private var rest: Standing { isKnownEnd ? .exhausted : .idle }

  private func changes(since before: (State, PullStage)) -> [Effect] {
    (state, pull) == before ? [] : [.changed(state, pull: pull)]
  }

  private mutating func step(to now: Duration) -> [Effect] {
    guard var run else { return [] }
    if let due = run.due(at: now, minimum: minimum(of: run)) {
      return conclude(due, at: now)
    }
    if isEnabled, run.becomesStuck(at: now, notice: metrics.stuckNotice) {
      standing = .running(run)
      return [.stuck(run.id)]
    }
    return []
  }

  private func acceptsPulls(at now: Duration) -> Bool {
    guard isEnabled else { return false }
    switch standing {
    case .idle, .failed: break
    case .waiting, .running, .exhausted: return false
    }
    guard let ended else { return true }
    return now >= ended + metrics.cooldown
  }

  private mutating func begin(_ source: LoadSource, at now: Duration) -> [Effect] {
    guard isEnabled else { return [] }
    switch (standing, source) {
    case (.idle, .automatic) where isRefreshing: return []
    case (.idle, .retry), (.failed, .automatic): return []
    case (.waiting, _), (.running, _), (.exhausted, _): return []
    case (.idle, _), (.failed, _): break
    }
    gauge.block()
    if isRefreshing {
      standing = .waiting(source)
      return []
    }
    return start(source, at: now)
  }

  private mutating func start(_ source: LoadSource, at now: Duration) -> [Effect] {
    lastNumber += 1
    let id = LoadID(number: lastNumber)
    standing = .running(Run(id: id, source: source, since: now))
    return [.start(id, source)]
  }

  private mutating func finish(
    _ id: LoadID,
    _ result: LoadMoreResult,
    at now: Duration
  ) -> [Effect] {
    guard var run, run.id == id else { return [] }
    run.hold(result)
    standing = .running(run)
    return step(to: now)
  }

  private mutating func cancel(at now: Duration) -> [Effect] {
    switch standing {
    case .waiting:
      standing = rest
      return []
    case .running(let run):
      // The handler has ended already and only its row is kept open: there is nothing to cancel.
      if let held = run.held { return conclude(held, at: now) }
      return [.cancel(run.id)] + conclude(.cancelled, at: now)
    case .idle, .failed, .exhausted:
      return []
    }
  }

  private mutating func conclude(_ result: LoadMoreResult, at now: Duration) -> [Effect] {
    guard let run else { return [] }
    ended = now
    standing = verdict(on: result)
    return [.ended(run.id, result)]
  }

  private mutating func verdict(on result: LoadMoreResult) -> Standing {
    switch result {
    case .cancelled: return rest
    case .failure(let message): return .failed(.reported(message: message))
    case .loaded(let added, let hasMore):
      let isEmpty = (added ?? 1) <= 0
      emptyInARow = isEmpty ? emptyInARow + 1 : 0
      guard hasMore else { return .exhausted }
      isKnownEnd = false
      return emptyInARow >= 2 ? .failed(.emptyTwice) : rest
    }
  }

  private mutating func refreshEnded(success: Bool, at now: Duration) -> [Effect] {
    isRefreshing = false
    if success {
      emptyInARow = 0
      switch standing {
      case .idle, .failed, .exhausted: standing = rest
      case .waiting, .running: break
      }
    }
    guard case .waiting(let source) = standing else { return [] }
    return start(source, at: now)
  }

  private mutating func setHasMore(_ hasMore: Bool) {
    isKnownEnd = !hasMore
    switch standing {
    case .idle, .exhausted: standing = rest
    case .failed where !hasMore, .waiting where !hasMore: standing = rest
    case .failed, .waiting, .running: break
    }
  }

  private mutating func setEnabled(_ enabled: Bool) {
    guard enabled != isEnabled else { return }
    isEnabled = enabled
    gauge.block()
    if case .waiting = standing { standing = rest }
  }
}
