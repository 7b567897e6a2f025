import FoundationEssentials
import Observation
import PullToRefreshGtk
import RefreshCore

/// The state of a list. Handles one event after the other, and passes on their effects.
/// `Observations` and `withObservationTracking` see its changes.
final class ListState: Observable {
  /// An event and its time; without an event, the time advances.
  private typealias Step = (event: RefreshCoordinator.Event?, time: Duration)

  private let registrar = ObservationRegistrar()
  private var present = RefreshCoordinator(metrics: PullMetrics(), enabled: [])
  /// The progress that each role's handler has reported, and the handler's run, which may be over.
  private var reported = PerRole<(run: RunID, progress: RunProgress)?>(repeating: nil)
  private var perform: (([RefreshCoordinator.Effect]) -> Void)?
  private var steps: [Step] = []
  /// Whether an event is being handled, so that the next one waits.
  private(set) var isTakingSteps = false
  var hasNextStep: Bool { !steps.isEmpty }
  /// The next advance of the time: the deadline, and a closure that cancels the call.
  private var pending: (moment: Duration, cancel: () -> Void)?

  /// The time for the events, and for deadlines between them.
  let time = ListClock()
  var clock: RefreshClock {
    get { time.source }
    set { time.source = newValue }
  }
  var now: Duration { time.now }

  /// Begins to handle events, and passes on the effects of each.
  func start(perform: @escaping ([RefreshCoordinator.Effect]) -> Void) { self.perform = perform }

  var coordinator: RefreshCoordinator {
    registrar.access(self, keyPath: \.coordinator)
    return present
  }

  /// The progress that the handler of a role's run under way has reported; nil if there is none.
  subscript(progressOf role: RunRole) -> RunProgress? {
    get {
      registrar.access(self, keyPath: \.reported)
      let run = coordinator.unfinishedRun(of: role)
      return reported[role].flatMap { $0.run == run ? $0.progress : nil }
    }
    set {
      let run = present.unfinishedRun(of: role)
      registrar.withMutation(of: self, keyPath: \.reported) {
        reported[role] = run.flatMap { run in newValue.map { (run, $0) } }
      }
    }
  }

  subscript(role: RunRole) -> RefreshState {
    var state = coordinator[role]
    if state.moment == .running { state.runProgress = self[progressOf: role] }
    return state
  }

  /// The metrics. Not queued: a caller always sets all metrics, so the second of two queued changes
  /// would undo the first.
  var metrics: PullMetrics {
    get { present.metrics }
    set {
      present.metrics = newValue
      if perform != nil { moveDeadline() }
    }
  }

  // MARK: Events and effects

  /// Handles an event at a time on the list's clock, or at present. If an effect leads to another
  /// event, that event is handled after the remaining effects.
  func send(_ event: RefreshCoordinator.Event, at time: Duration?) {
    take((event, time ?? now))
  }

  /// Ends the handling of events. All rows are disabled from then on.
  func stop() {
    perform = nil
    steps = []
    advance(at: nil)
    registrar.withMutation(of: self, keyPath: \.coordinator) {
      present = RefreshCoordinator(metrics: metrics, edges: present.edges, enabled: [])
    }
  }

  private func take(_ step: Step) {
    guard perform != nil else { return }
    steps.append(step)
    guard !isTakingSteps else { return }
    isTakingSteps = true
    defer { isTakingSteps = false }
    while !steps.isEmpty {
      let effects = effects(of: steps.removeFirst())
      perform?(effects)
      if perform != nil { moveDeadline() }
    }
  }

  private func moveDeadline() { advance(at: present.deadline) }

  /// Advances the time at a moment; nil for never, so that an idle list has no timer.
  private func advance(at moment: Duration?) {
    guard moment != pending?.moment else { return }
    pending?.cancel()
    pending = moment.map { moment in
      let cancel = time.call(at: moment) { [weak self] in
        guard let self else { return }
        pending = nil
        take((nil, now))
      }
      return (moment, cancel)
    }
  }

  /// Takes a step, notifies the observers of a change that they can see, and returns the effects.
  private func effects(of step: Step) -> [RefreshCoordinator.Effect] {
    var next = present
    let effects =
      step.event.map { next.handle($0, at: step.time) } ?? next.advance(to: step.time)
    if effects.isEmpty, next.looks(like: present) {
      present = next
    } else {
      registrar.withMutation(of: self, keyPath: \.coordinator) {
        // Keeps metrics that an observer has just set, and drops the step if the list was stopped.
        next.metrics = metrics
        if perform != nil { present = next }
      }
    }
    return effects
  }
}

extension RefreshCoordinator {
  /// Whether the observable values that may change without an effect are the same. For example, the
  /// end of a handler changes `unfinishedRun`, but has no effect while its row is kept open.
  fileprivate func looks(like other: RefreshCoordinator) -> Bool {
    edges == other.edges
      && RunRole.allCases.allSatisfy {
        loadMode(of: $0) == other.loadMode(of: $0) && hasMore($0) == other.hasMore($0)
          && unfinishedRun(of: $0) == other.unfinishedRun(of: $0)
      }
  }
}
