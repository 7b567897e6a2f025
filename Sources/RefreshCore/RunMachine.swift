/// The common part of the machines for a handler's runs.
///
/// Pure: events and times go in, effects come out. Times are on any clock that does not go
/// backwards. At most one run is under way, and its row is shown for a minimum time: an earlier
/// result is held until then. Each machine adds its states without a run, and the requests that
/// lead to a run. It does not depend on the edge of its row.
protocol RunMachine: Sendable {
  associatedtype Success: Sendable & Hashable
  associatedtype Rest: Sendable

  var metrics: PullMetrics { get }
  var isEnabled: Bool { get set }
  var standing: Standing<Rest, Success> { get set }
  var gauge: PullGauge { get set }
  /// The id of the last run.
  var lastID: RunID { get set }

  /// Whether a pull could start a run now, apart from the cooldown.
  var acceptsPulls: Bool { get }
  /// The shortest time that the row of a run is shown.
  func minimum(of run: Run<Success>) -> Duration
  /// The time at which a state without a run ends by itself; nil for never.
  func restDeadline(_ rest: Rest) -> Duration?

  /// Starts a run or notes the request, if the state allows it.
  mutating func begin(_ source: RunSource, at now: Duration) -> [RunEffect<Success>]
  /// The state after a run.
  mutating func rest(after result: RunResult<Success>, at now: Duration) -> Rest
  /// Handles an event that may end a state without a run.
  mutating func leaveRest(_ event: RestEvent, at now: Duration)
}

/// A machine's state, whether or not it is enabled.
enum Standing<Rest: Sendable, Success: Sendable & Hashable>: Sendable {
  case resting(Rest)
  case running(Run<Success>)
}

/// An event that ends a state without a run.
enum RestEvent {
  /// Its time is over; see ``RunMachine/restDeadline(_:)``.
  case deadline
  /// The user cancels the waiting run.
  case cancel
  /// The row was switched on or off.
  case enabledChanged
}

/// The events of a machine, apart from its handler's result.
enum RunEvent {
  /// The content is pulled past the edge, by a distance in px.
  case pulled(distance: Double, deliberate: Bool)
  /// The pull was let go.
  case released(PullDevice)
  /// The pull ended without a release.
  case pullCancelled
  /// A run is requested.
  case begin(RunSource)
  /// The user cancels the run that is under way or waits.
  case cancel
  /// The row is switched on or off.
  case setEnabled(Bool)
}

/// The effects of an event, to be carried out in this order.
enum RunEffect<Success: Sendable & Hashable> {
  /// Cancel the handler's task. Its result is dropped from now on.
  case cancel(RunID)
  /// The run is over, once for each start.
  case ended(RunID, RunResult<Success>)
  /// The run takes long: offer to cancel it. At most once a run.
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
  /// The run that is under way, or has ended and its row is still kept open.
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
      // A run whose handler has ended, and whose row is only kept open, gives way to a command.
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

  /// Lets time pass. Call it at ``deadline``; an earlier call does nothing, a later one catches up.
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
    // The handler has ended, and only its row is kept open: there is nothing to cancel.
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
