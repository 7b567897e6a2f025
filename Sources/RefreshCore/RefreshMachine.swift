/// The header's states and what leads from one to the next.
///
/// Pure: events and times go in, effects come out. A refresh starts by a deliberate pull that is
/// let go while armed, or by a command, and never while another runs.
public struct RefreshMachine: Sendable {
  /// What the header shows.
  public enum State: Sendable, Hashable {
    /// Switched off. A refresh that was under way goes on unseen and can still be cancelled.
    case disabled
    /// Nothing to show.
    case idle
    /// Pulled by a gesture that cannot fire: it began away from the edge, came too soon after
    /// the edge was reached, after a run, or during one. Progress is 0…1.
    case peeking(progress: Double)
    /// Pulled deliberately, not far enough. Progress is 0…1.
    case pulling(progress: Double)
    /// Pulled far enough: letting go refreshes. Progress is
    /// ``PullMetrics/disarmFraction``…``PullMetrics/mostProgress``.
    case armed(progress: Double)
    /// The handler runs, or has ended so early that its row is still kept open.
    case running(RefreshID, RefreshSource)
    /// The result is shown for a moment.
    case settling(RefreshResult)
  }

  /// What may happen to the header.
  public enum Event: Sendable, Hashable {
    /// The content is pulled past the top, by a distance in px.
    case pulled(distance: Double, deliberate: Bool)
    /// The pull was let go.
    case released(PullDevice)
    /// The pull is over and was not let go.
    case pullCancelled
    /// Start, unless disabled or running.
    case begin(RefreshSource)
    /// The handler ended. Dropped unless this is the run under way.
    case finished(RefreshID, RefreshResult)
    /// The user gives up the run under way.
    case cancel
    /// The header is switched on or off.
    case setEnabled(Bool)
  }

  /// What is to be done about it, in this order.
  public enum Effect: Sendable, Hashable {
    /// The state is another one now.
    case changed(State)
    /// Cancel the handler's task. What it says from now on is dropped.
    case cancel(RefreshID)
    /// The run is over, once for each start.
    case ended(RefreshID, RefreshResult)
    /// The run takes long: offer to cancel it. Once a run at most.
    case stuck(RefreshID)
    /// Run the handler.
    case start(RefreshID, RefreshSource)
  }

  /// The numbers. They may change at any time.
  public var metrics: PullMetrics

  private var isEnabled: Bool
  private var run: Run<RefreshID, RefreshSource, RefreshResult>?
  private var result: (shown: RefreshResult, since: Duration)?
  /// No pull fires before ``PullMetrics/cooldown`` has passed since then.
  private var settled: Duration?
  private var gauge = PullGauge()
  private var lastNumber = 0

  /// A header that is idle, or disabled.
  public init(metrics: PullMetrics = PullMetrics(), isEnabled: Bool = true) {
    self.metrics = metrics
    self.isEnabled = isEnabled
  }

  /// What the header shows now.
  public var state: State {
    guard isEnabled else { return .disabled }
    if let run { return .running(run.id, run.source) }
    if let result { return .settling(result.shown) }
    return switch gauge.stage {
    case .none: .idle
    case .peeking(let progress): .peeking(progress: progress)
    case .pulling(let progress): .pulling(progress: progress)
    case .armed(let progress): .armed(progress: progress)
    }
  }

  /// Whether a refresh is under way, also if the header is disabled.
  public var isRunning: Bool { run != nil }

  /// The run whose handler has not ended yet, also if the header is disabled.
  public var unfinishedRun: RefreshID? { run.flatMap { $0.held == nil ? $0.id : nil } }

  /// Whether the refresh under way takes longer than ``PullMetrics/stuckNotice``.
  public var isStuck: Bool { run?.isStuck ?? false }

  /// When ``advance(to:)`` must be called next; nil for never, so that an idle header costs no
  /// wake-ups. It changes with every event and with the metrics.
  public var deadline: Duration? {
    if let run {
      return run.deadline(
        minimum: metrics.minimumRunning,
        notice: isEnabled ? metrics.stuckNotice : nil
      )
    }
    guard let result else { return nil }
    return result.since + metrics.resultShown
  }

  /// Takes an event that happened at `now`, on any clock that does not go backwards.
  public mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
    let before = state
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
    case .setEnabled(let enabled):
      setEnabled(enabled, at: now)
    }
    return changes(since: before) + effects
  }

  /// Lets time pass. To be called at ``deadline``; earlier it does nothing, later it catches up.
  public mutating func advance(to now: Duration) -> [Effect] {
    let before = state
    let effects = step(to: now)
    return changes(since: before) + effects
  }

  private func changes(since before: State) -> [Effect] {
    state == before ? [] : [.changed(state)]
  }

  private mutating func step(to now: Duration) -> [Effect] {
    if let run {
      if let due = run.due(at: now, minimum: metrics.minimumRunning) {
        return settle(due, at: now)
      }
      if isEnabled, self.run?.becomesStuck(at: now, notice: metrics.stuckNotice) == true {
        return [.stuck(run.id)]
      }
    } else if let result, now >= result.since + metrics.resultShown {
      self.result = nil
      settled = now
    }
    return []
  }

  private func acceptsPulls(at now: Duration) -> Bool {
    guard isEnabled, run == nil, result == nil else { return false }
    guard let settled else { return true }
    return now >= settled + metrics.cooldown
  }

  private mutating func begin(_ source: RefreshSource, at now: Duration) -> [Effect] {
    guard isEnabled, run == nil else { return [] }
    lastNumber += 1
    let id = RefreshID(number: lastNumber)
    run = Run(id: id, source: source, since: now)
    result = nil
    gauge.block()
    return [.start(id, source)]
  }

  private mutating func finish(
    _ id: RefreshID,
    _ result: RefreshResult,
    at now: Duration
  ) -> [Effect] {
    guard run?.id == id else { return [] }
    run?.hold(result)
    return step(to: now)
  }

  private mutating func cancel(at now: Duration) -> [Effect] {
    guard let run else { return [] }
    // The handler has ended already and only its row is kept open: there is nothing to cancel.
    if let held = run.held { return settle(held, at: now) }
    return [.cancel(run.id)] + settle(.cancelled, at: now)
  }

  private mutating func settle(_ outcome: RefreshResult, at now: Duration) -> [Effect] {
    guard let ended = run else { return [] }
    run = nil
    if isEnabled { result = (outcome, now) } else { settled = now }
    return [.ended(ended.id, outcome)]
  }

  private mutating func setEnabled(_ enabled: Bool, at now: Duration) {
    guard enabled != isEnabled else { return }
    isEnabled = enabled
    gauge.block()
    if result != nil {
      result = nil
      settled = now
    }
  }
}
