/// The states of one role's row, and the events that lead from one to the next.
///
/// Pure: events and times go in, effects come out. Times are on any clock that does not go
/// backwards. At most one run is under way. A result that comes before the row was shown for
/// ``PullMetrics/minimumRunning`` is held. ``RunRole`` has the differences between the roles.
struct RoleMachine: Sendable {
  typealias Effect = RefreshCoordinator.Effect

  private enum Standing: Sendable {
    /// Nothing runs. The row shows a refresh's result since the time `since`; nil for no result.
    case resting(RefreshState.Moment, since: Duration? = nil)
    /// A load was requested during a refresh. It begins after the refresh, even a failed refresh.
    case waiting(RunSource)
    /// The handler runs, or it ended so soon that its row is still kept open.
    case running(Run)
  }

  private struct Run: Sendable {
    let id: RunID
    let source: RunSource
    let since: Duration
    /// The run's first result, held until the row was shown long enough; nil until there is one.
    var held: RunResult?
    var isStuck = false
  }

  /// Requests automatic loads; nil for the refresh.
  var automatic: AutomaticLoading?
  private let role: RunRole
  private var isEnabled = false
  private var standing = Standing.resting(.idle)
  private var gauge = PullGauge()
  /// The number of runs so far.
  private(set) var runs = 0
  private var isRefreshing = false
  /// Whether the application has set that there is no more to load. A refresh does not change that.
  private var isKnownEnd = false
  /// The number of consecutive successful loads that reported 0 new rows.
  private var emptyInARow = 0

  /// A machine that is switched off.
  init(_ role: RunRole, loadMode: LoadMode, at edge: AxisEdge) {
    self.role = role
    automatic = role.isLoad ? AutomaticLoading(mode: loadMode, at: edge) : nil
  }

  /// The row's state at an edge. An idle row shows any pull, the row of a failed load shows only a
  /// pull that can fire, and a row in another state shows no pull.
  func state(at edge: PullEdge) -> RefreshState {
    guard isEnabled else { return RefreshState(edge: edge, moment: .disabled, progress: 0) }
    switch standing {
    case .running(let run):
      return RefreshState(edge: edge, moment: .running, isStuck: run.isStuck)
    case .waiting:
      return RefreshState(edge: edge, moment: .waiting)
    case .resting(let moment, let since):
      let pull = since == nil && moment != .exhausted ? gauge.pull : nil
      if let pull, moment == .idle || pull.moment != .peeking {
        return RefreshState(edge: edge, moment: pull.moment, progress: pull.progress)
      }
      return RefreshState(edge: edge, moment: moment, progress: moment == .idle ? 0 : 1)
    }
  }

  private var run: Run? {
    if case .running(let run) = standing { run } else { nil }
  }

  /// The run whose handler has not ended yet, also while the row is switched off.
  var unfinishedRun: RunID? { run.flatMap { $0.held == nil ? $0.id : nil } }

  /// Whether a handler runs, or a run waits for a refresh.
  var isUnderWay: Bool {
    if case .waiting = standing { true } else { unfinishedRun != nil }
  }

  /// False if the last load, or the application, has reported that there is no more to load.
  var hasMore: Bool {
    if case .resting(.exhausted, _) = standing { false } else { !isKnownEnd }
  }

  /// The time at which ``advance(to:_:)`` must be called next; nil for never, so that an idle row
  /// costs no wake-ups. It may change with every event and with the metrics.
  func deadline(_ metrics: PullMetrics) -> Duration? {
    earlier(standingDeadline(metrics), automatic?.deadline)
  }

  private func standingDeadline(_ metrics: PullMetrics) -> Duration? {
    switch standing {
    case .resting(_, let since): return since.map { $0 + metrics.resultShown }
    case .waiting: return nil
    case .running(let run):
      if run.held == nil {
        return run.isStuck || !isEnabled ? nil : run.since + metrics.stuckNotice
      }
      // No minimum for automatic loads: their row may be out of sight, and a list would fill
      // slowly.
      return run.since + (run.source == .automatic ? .zero : metrics.minimumRunning)
    }
  }

  // MARK: Events

  mutating func handle(_ pull: PullEvent, _ metrics: PullMetrics, at now: Duration) -> [Effect] {
    switch pull {
    case .moved(_, let distance, let deliberate):
      gauge.moved(distance, deliberate: deliberate, accepts: acceptsPulls, metrics, at: now)
    case .released(_, let device): if gauge.end() { return begin(.pull(device), at: now) }
    case .cancelled: cancelPull()
    }
    return []
  }

  mutating func cancelPull() { _ = gauge.end() }

  mutating func end(_ metrics: PullMetrics, at now: Duration) -> [Effect] {
    guard let id = unfinishedRun else { return cancel(at: now) }
    let result = role.isLoad ? RunResult.loaded(LoadedRows(hasMore: hasMore)) : .refreshed()
    return [.cancel(id, as: result)] + finish(id, result, metrics, at: now)
  }

  mutating func finish(
    _ id: RunID,
    _ result: RunResult,
    _ metrics: PullMetrics,
    at now: Duration
  ) -> [Effect] {
    guard var run, run.id == id else { return [] }
    run.held = run.held ?? result
    standing = .running(run)
    return advance(to: now, metrics)
  }

  /// Advances the time. Call it at ``deadline(_:)``; earlier it does nothing, later it catches up.
  mutating func advance(to now: Duration, _ metrics: PullMetrics) -> [Effect] {
    automatic?.advance(to: now)
    guard let deadline = standingDeadline(metrics), now >= deadline else { return [] }
    guard var run else {
      closeResult(at: now)
      return []
    }
    if let held = run.held { return conclude(run, held, at: now) }
    run.isStuck = true
    standing = .running(run)
    return []
  }

  /// Begins an automatic load if this is due. Called after all roles have handled an event.
  mutating func beginByItself(at now: Duration) -> [Effect] {
    automatic?.isWanted == true ? begin(.automatic, at: now) : []
  }

  private var acceptsPulls: Bool {
    guard isEnabled, case .resting(let moment, since: nil) = standing else { return false }
    return moment != .exhausted
  }

  mutating func begin(_ source: RunSource, at now: Duration) -> [Effect] {
    // A command replaces a run whose handler has ended and whose row is only kept open.
    let ended = source == .command && run?.held != nil ? cancel(at: now) : []
    guard isEnabled, case .resting(let moment, _) = standing, moment != .exhausted,
      source != .automatic || !isRefreshing
    else { return ended }
    guard isRefreshing else { return ended + start(source, at: now) }
    gauge.block()
    standing = .waiting(source)
    return ended
  }

  private mutating func start(_ source: RunSource, at now: Duration) -> [Effect] {
    runs += 1
    let run = Run(id: RunID(role: role, number: runs), source: source, since: now)
    standing = .running(run)
    gauge.block()
    automatic?.started(source)
    return [.start(run.id, source)]
  }

  mutating func cancel(at now: Duration) -> [Effect] {
    guard let run else {
      if case .waiting = standing { standing = restWithoutResult }
      return []
    }
    // The handler has ended, and only its row is kept open: there is nothing to cancel.
    if let held = run.held { return conclude(run, held, at: now) }
    return [.cancel(run.id, as: .cancelled)] + conclude(run, .cancelled, at: now)
  }

  private mutating func conclude(_ run: Run, _ result: RunResult, at now: Duration) -> [Effect] {
    standing = rest(after: run, result, at: now)
    gauge.coolDown(from: now)
    switch (standing, result) {
    case (.resting(.failed, _), _): automatic?.failed()
    case (_, .loaded(let rows)): automatic?.ended(with: rows, at: now)
    // A cancelled load pauses automatic loading, unless a refresh has cancelled the load: then the
    // load may begin again after the refresh.
    case (_, .cancelled): if !isRefreshing { automatic?.ended(with: nil, at: now) }
    default: break
    }
    return [.ended(run.id, result)]
  }

  private mutating func rest(after run: Run, _ result: RunResult, at now: Duration) -> Standing {
    switch result {
    case .refreshed(let summary): return showing(.succeeded(summary: summary), at: now)
    case .failed(let message): return showing(.failed(message: message), at: now)
    case .cancelled: return role.isLoad ? restWithoutResult : showing(.cancelled, at: now)
    case .loaded(let rows):
      emptyInARow = (rows.added ?? 1) <= 0 ? emptyInARow + 1 : 0
      guard rows.hasMore else { return .resting(.exhausted) }
      isKnownEnd = false
      // Fails after several consecutive loads without rows, because loading could go on forever.
      let most = run.source == .automatic ? AutomaticLoading.mostEmptyPages : 2
      return emptyInARow >= most ? .resting(.failed(message: nil)) : restWithoutResult
    }
  }

  private func showing(_ moment: RefreshState.Moment, at now: Duration) -> Standing {
    guard !role.isLoad else { return .resting(moment) }
    return isEnabled ? .resting(moment, since: now) : .resting(.idle)
  }

  private var restWithoutResult: Standing { .resting(isKnownEnd ? .exhausted : .idle) }

  private mutating func closeResult(at now: Duration) {
    guard case .resting(_, .some) = standing else { return }
    standing = .resting(.idle)
    gauge.coolDown(from: now)
  }

  mutating func setEnabled(_ isEnabled: Bool, at now: Duration) {
    guard isEnabled != self.isEnabled else { return }
    self.isEnabled = isEnabled
    gauge.block()
    closeResult(at: now)
    if case .waiting = standing { standing = restWithoutResult }
  }

  mutating func refreshBegan(at now: Duration) -> [Effect] {
    isRefreshing = true
    return run == nil ? [] : cancel(at: now)
  }

  /// - Parameter isFollowed: whether the next refresh begins at once: a load then waits on.
  mutating func refreshEnded(success: Bool, isFollowed: Bool, at now: Duration) -> [Effect] {
    isRefreshing = isFollowed
    if success {
      automatic?.refreshed()
      emptyInARow = 0
    }
    if case .waiting(let source) = standing { return isFollowed ? [] : start(source, at: now) }
    if success, run == nil { standing = restWithoutResult }
    return []
  }

  mutating func setHasMore(_ hasMore: Bool) {
    isKnownEnd = !hasMore
    switch standing {
    case .resting(.idle, _), .resting(.exhausted, _): standing = restWithoutResult
    case .resting, .waiting: if !hasMore { standing = restWithoutResult }
    case .running: break
    }
  }
}

/// Turns the distance of a pull into the state and the progress that a row shows.
struct PullGauge: Sendable {
  /// The pull under way: peeking, pulling or armed, and its progress relative to the threshold.
  private(set) var pull: (moment: RefreshState.Moment, progress: Double)?

  /// Whether the pull began or continued while no pull could fire. Such a pull only peeks until it
  /// ends; otherwise a finger held down during a whole refresh would start another refresh.
  private var isBlocked = false
  /// The start of the cooldown: no pull fires until ``PullMetrics/cooldown`` after this time.
  private var coolsSince: Duration?

  /// - Parameter accepts: whether a pull could fire now, apart from the cooldown.
  mutating func moved(
    _ distance: Double,
    deliberate: Bool,
    accepts: Bool,
    _ metrics: PullMetrics,
    at now: Duration
  ) {
    let isCooling = coolsSince.map { now < $0 + metrics.cooldown } ?? false
    if !accepts || isCooling { isBlocked = true }
    let progress = metrics.progress(pull: distance)
    guard deliberate, !isBlocked else { return pull = (.peeking, progress) }
    let enough = pull?.moment == .armed ? metrics.disarmFraction : 1
    pull = (progress >= enough ? .armed : .pulling, progress)
  }

  /// Ends the pull, and returns whether it was armed.
  mutating func end() -> Bool {
    defer { (pull, isBlocked) = (nil, false) }
    return pull?.moment == .armed
  }

  /// Makes the present pull only peek: it cannot fire. Called when a run begins or waits, and when
  /// the row is switched on or off.
  mutating func block() {
    guard pull != nil else { return }
    isBlocked = true
    pull?.moment = .peeking
  }

  /// Begins the cooldown. Called when a run has ended, and when its result has been shown.
  mutating func coolDown(from now: Duration) { coolsSince = now }
}

/// The earlier of two times; nil stands for never.
func earlier(_ left: Duration?, _ right: Duration?) -> Duration? {
  guard let left, let right else { return left ?? right }
  return min(left, right)
}
