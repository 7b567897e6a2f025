/// What a machine for a handler's runs has in common with the others.
///
/// Pure: events and times go in, effects come out. Times are on any clock that does not go
/// backwards. At most one run is under way, and its row is shown for a minimum time: a result that
/// comes earlier is held until then. Each machine adds its states while nothing runs, and the
/// requests that lead to a run. It is independent of the edge of its row.
protocol RunMachine: Sendable {
  associatedtype Success: Sendable & Hashable
  associatedtype Rest: Sendable

  var metrics: PullMetrics { get }
  var isEnabled: Bool { get set }
  var standing: Standing<Rest, Success> { get set }
  var gauge: PullGauge { get set }
  /// Of the last run that was started.
  var lastID: RunID { get set }

  /// Whether a pull could lead to a run now, apart from the cooldown.
  var acceptsPulls: Bool { get }
  /// How long the row of a run is shown at least.
  func minimum(of run: Run<Success>) -> Duration
  /// When a state without a run ends by time alone; nil for never.
  func restDeadline(_ rest: Rest) -> Duration?

  /// Starts a run, or notes the request, where the state allows it.
  mutating func begin(_ source: RunSource, at now: Duration) -> [RunEffect<Success>]
  /// The state after a run.
  mutating func rest(after result: RunResult<Success>, at now: Duration) -> Rest
  /// Handles an event that may end a state without a run.
  mutating func leaveRest(_ event: RestEvent, at now: Duration)
}

/// A machine's state, whether it is enabled or not.
enum Standing<Rest: Sendable, Success: Sendable & Hashable>: Sendable {
  case resting(Rest)
  case running(Run<Success>)
}

/// What ends a state without a run.
enum RestEvent {
  /// Its time is over, see ``RunMachine/restDeadline(_:)``.
  case deadline
  /// The user cancels what waits.
  case cancel
  /// The row was switched on or off.
  case enabledChanged
}

/// What may happen to a machine, apart from its handler's result.
enum RunEvent {
  /// The content is pulled past the edge, by a distance in px.
  case pulled(distance: Double, deliberate: Bool)
  /// The pull was let go.
  case released(PullDevice)
  /// The pull is over and was not let go.
  case pullCancelled
  /// A run is asked for.
  case begin(RunSource)
  /// The user cancels the run that is under way or waits.
  case cancel
  /// The row is switched on or off.
  case setEnabled(Bool)
}

/// What is to be done about an event, in this order.
enum RunEffect<Success: Sendable & Hashable> {
  /// Cancel the handler's task. Its result is dropped from now on.
  case cancel(RunID)
  /// The run is over, once for each start.
  case ended(RunID, RunResult<Success>)
  /// The run takes long: offer to cancel it. Once a run at most.
  case stuck(RunID)
  /// Run the handler.
  case start(RunID, RunSource)
}

/// A run under way.
struct Run<Success: Sendable & Hashable>: Sendable {
  let id: RunID
  let source: RunSource
  let since: Duration
  /// A result that came before the row was shown long enough. Only the first one counts.
  fileprivate(set) var held: RunResult<Success>?
  fileprivate(set) var isStuck = false
}

extension RunMachine {
  /// The run under way, or whose row is still kept open.
  var run: Run<Success>? {
    if case .running(let run) = standing { run } else { nil }
  }

  /// The run whose handler has not ended yet, also while disabled.
  var unfinishedRun: RunID? { run.flatMap { $0.held == nil ? $0.id : nil } }

  /// Whether the run under way takes longer than ``PullMetrics/stuckNotice``.
  var isStuck: Bool { run?.isStuck ?? false }

  /// When ``advance(to:)`` must be called next; nil for never, so that an idle row costs no
  /// wake-ups. It changes with every event and with the metrics.
  var deadline: Duration? {
    switch standing {
    case .resting(let rest): return restDeadline(rest)
    case .running(let run):
      if run.held != nil { return run.since + minimum(of: run) }
      return run.isStuck || !isEnabled ? nil : run.since + metrics.stuckNotice
    }
  }

  mutating func handle(_ event: RunEvent, at now: Duration) -> [RunEffect<Success>] {
    var effects = advance(to: now)
    switch event {
    case .pulled(let distance, let deliberate):
      gauge.moved(
        distance: distance,
        deliberate: deliberate,
        accepts: isEnabled && acceptsPulls,
        metrics: metrics,
        at: now
      )
    case .released(let device):
      if gauge.end() { effects += begin(.pull(device), at: now) }
    case .pullCancelled:
      _ = gauge.end()
    case .begin(let source):
      // A row that is merely kept open for a moment is no run to wait for.
      if source == .command, run?.held != nil { effects += cancel(at: now) }
      effects += begin(source, at: now)
    case .cancel:
      effects += cancel(at: now)
    case .setEnabled(let enabled):
      guard enabled != isEnabled else { break }
      isEnabled = enabled
      gauge.block()
      leaveRest(.enabledChanged, at: now)
    }
    return effects
  }

  /// Takes the handler's result. Dropped unless this is the run under way.
  mutating func finish(
    _ id: RunID,
    _ result: RunResult<Success>,
    at now: Duration
  ) -> [RunEffect<Success>] {
    let effects = advance(to: now)
    guard var run, run.id == id else { return effects }
    run.held = run.held ?? result
    standing = .running(run)
    return effects + advance(to: now)
  }

  /// Lets time pass. To be called at ``deadline``; earlier it does nothing, later it catches up.
  mutating func advance(to now: Duration) -> [RunEffect<Success>] {
    guard let deadline, now >= deadline else { return [] }
    guard var run else {
      leaveRest(.deadline, at: now)
      return []
    }
    if let held = run.held { return conclude(held, at: now) }
    run.isStuck = true
    standing = .running(run)
    return [.stuck(run.id)]
  }

  mutating func start(_ source: RunSource, at now: Duration) -> [RunEffect<Success>] {
    lastID = RunID(role: lastID.role, number: lastID.number + 1)
    standing = .running(Run(id: lastID, source: source, since: now))
    gauge.block()
    return [.start(lastID, source)]
  }

  mutating func cancel(at now: Duration) -> [RunEffect<Success>] {
    guard let run else {
      leaveRest(.cancel, at: now)
      return []
    }
    // The handler has ended already and only its row is kept open: there is nothing to cancel.
    if let held = run.held { return conclude(held, at: now) }
    return [.cancel(run.id)] + conclude(.cancelled, at: now)
  }

  private mutating func conclude(
    _ result: RunResult<Success>,
    at now: Duration
  ) -> [RunEffect<Success>] {
    guard let run else { return [] }
    standing = .resting(rest(after: result, at: now))
    gauge.coolDown(from: now)
    return [.ended(run.id, result)]
  }
}
