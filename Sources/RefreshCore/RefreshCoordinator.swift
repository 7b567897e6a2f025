/// The state of one scrolled list: its tracker, its header, its footer, and the rules between the
/// two rows.
///
/// The widgets call this type alone. They pass each event and its time, carry out the effects in
/// their order, and call ``advance(to:)`` at ``deadline``:
///
/// ```swift
/// var coordinator = RefreshCoordinator(header: true, footer: true)
/// for effect in coordinator.handle(.begin(.refresh, .command), at: now) { carryOut(effect) }
/// ```
///
/// Times are durations since any origin, such as the controller's start. Pass the event's own time
/// if it has one: otherwise a busy main loop would look like a pause of the finger. A time before
/// the last one counts as the last one.
package struct RefreshCoordinator: Sendable {
  /// The numbers in use. Changed by ``Event/setMetrics(_:)``.
  package private(set) var metrics: PullMetrics
  /// The edge of each role. Changed by ``Event/setRefreshEdge(_:)``.
  package private(set) var edges: RoleEdges
  private var tracker: PullTracker
  private var headerMachine: RefreshMachine
  private var footerMachine: LoadMoreMachine
  private var automatic: AutomaticLoading
  private var latest: Duration?

  /// A coordinator whose header and footer are idle, or disabled.
  package init(
    metrics: PullMetrics = PullMetrics(),
    loadMode: LoadMode = .pull,
    edges: RoleEdges = RoleEdges(),
    header: Bool,
    footer: Bool
  ) {
    self.metrics = metrics
    self.edges = edges
    tracker = PullTracker(metrics: metrics)
    headerMachine = RefreshMachine(metrics: metrics, isEnabled: header)
    footerMachine = LoadMoreMachine(metrics: metrics, isEnabled: footer)
    automatic = AutomaticLoading(mode: loadMode, at: edges[.loadMore].axisEdge)
  }

  /// The header's present state.
  package var header: RefreshMachine.State { headerMachine.state }

  /// The footer's present state.
  package var footer: LoadMoreMachine.State { footerMachine.state }

  /// The pull of the footer; ``PullStage/none`` while it is disabled, waits or runs.
  package var footerPull: PullStage { footerMachine.pull }

  /// The run whose handler has not ended yet, whether or not its row is visible.
  package func unfinishedRun(of role: RunRole) -> RunID? {
    switch role {
    case .refresh: headerMachine.unfinishedRun
    case .loadMore: footerMachine.unfinishedRun
    }
  }

  /// The mode of loading more, and whether there is more, as far as known.
  package var loadMode: LoadMode { automatic.mode }
  package var hasMore: Bool { footerMachine.hasMore }

  /// The edges past which the list can be pulled: their row is not disabled.
  package var pullEdges: AxisEdges {
    AxisEdges(where: { edges.role(at: $0) == .refresh ? header != .disabled : footer != .disabled })
  }

  /// How far the hand pulls past an edge, in px, and with which device, whatever the row shows.
  package func pull(past edge: AxisEdge) -> (way: Double, device: PullDevice)? {
    tracker.pull(past: edge)
  }

  /// The edges where the content has rested long enough for a deliberate pull to begin.
  package func restingEdges(at now: Duration) -> AxisEdges { tracker.restingEdges(at: now) }

  /// The state of a role's row, in one vocabulary for both.
  package func state(of role: RunRole) -> RefreshState {
    let edge = edges[role]
    return switch role {
    case .refresh:
      RefreshState(header: header, at: edge, isStuck: headerMachine.isStuck)
    case .loadMore:
      RefreshState(footer: footer, at: edge, pull: footerPull, isStuck: footerMachine.isStuck)
    }
  }

  /// When ``advance(to:)`` must be called next; nil for never, so that an idle list costs no
  /// wake-ups. It may change with every call.
  package var deadline: Duration? {
    [tracker.deadline, headerMachine.deadline, footerMachine.deadline, automatic.deadline]
      .compactMap(\.self).min()
  }
}

extension RefreshCoordinator {
  /// Takes an event that happened at `now`.
  package mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
    perform(at: now) { list, effects, now in
      switch event {
      case .device(let event):
        list.take(event, at: now, into: &effects)
        if case .scrolled(let position) = event {
          list.automatic.note(position, isLaidOut: false, at: now)
        }
      case .begin(let role, let source):
        list.take(.begin(source), for: role, at: now, into: &effects)
      case .cancel(let role):
        list.take(.cancel, for: role, at: now, into: &effects)
      case .refreshFinished(let id, let result):
        list.perform(list.headerMachine.finish(id, result, at: now), at: now, into: &effects)
      case .loadFinished(let id, let result):
        list.perform(list.footerMachine.finish(id, result, at: now), at: now, into: &effects)
      case .end(let role):
        list.end(role, at: now, into: &effects)
      case .setEnabled(let role, let enabled):
        list.take(.setEnabled(enabled), for: role, at: now, into: &effects)
      case .setHasMore(let hasMore):
        list.footerMachine.setHasMore(hasMore)
      case .setMetrics(let metrics):
        list.use(metrics)
      case .setLoadMode(let mode):
        list.automatic.mode = mode
      case .setRefreshEdge(let edge):
        list.move(to: RoleEdges(refresh: edge), at: now, into: &effects)
      case .contentChanged(let position):
        list.take(.scrolled(to: position), at: now, into: &effects)
        list.automatic.note(position, isLaidOut: true, at: now)
      }
    }
  }

  /// Lets time pass. Call it at ``deadline``; an earlier call does nothing, a later one catches up.
  package mutating func advance(to now: Duration) -> [Effect] {
    perform(at: now) { _, _, _ in }
  }

  /// Advances to the time, handles the event, and requests an automatic load if one is due. Changes
  /// of the rows come before the other effects.
  private mutating func perform(
    at time: Duration,
    _ body: (inout Self, inout [Effect], Duration) -> Void
  ) -> [Effect] {
    let now = max(time, latest ?? time)
    latest = now
    let before = (header, footer, footerPull)
    var effects: [Effect] = []
    if let deadline, deadline <= now { catchUp(to: now, into: &effects) }
    body(&self, &effects, now)
    if automatic.isWanted {
      take(.begin(.automatic), for: .loadMore, at: now, into: &effects)
    }
    var changes: [Effect] = []
    if header != before.0 { changes.append(.changed(.refresh)) }
    if (footer, footerPull) != (before.1, before.2) { changes.append(.changed(.loadMore)) }
    return changes + effects
  }

  private mutating func catchUp(to now: Duration, into effects: inout [Effect]) {
    for event in tracker.advance(to: now) { take(event, at: now, into: &effects) }
    perform(headerMachine.advance(to: now), at: now, into: &effects)
    perform(footerMachine.advance(to: now), at: now, into: &effects)
    automatic.advance(to: now)
  }

  private mutating func use(_ metrics: PullMetrics) {
    self.metrics = metrics
    tracker.metrics = metrics
    headerMachine.metrics = metrics
    footerMachine.metrics = metrics
  }

  private mutating func end(_ role: RunRole, at now: Duration, into effects: inout [Effect]) {
    guard let id = unfinishedRun(of: role) else {
      return take(.cancel, for: role, at: now, into: &effects)
    }
    effects.append(.cancel(id))
    switch role {
    case .refresh:
      perform(headerMachine.finish(id, .success(nil), at: now), at: now, into: &effects)
    case .loadMore:
      let rows = LoadedRows(hasMore: footerMachine.hasMore)
      perform(footerMachine.finish(id, .success(rows), at: now), at: now, into: &effects)
    }
  }

  /// Moves the roles to other edges. The position along another axis is unknown until the content
  /// moves.
  private mutating func move(to edges: RoleEdges, at now: Duration, into effects: inout [Effect]) {
    guard edges != self.edges else { return }
    for role in RunRole.allCases { take(.pullCancelled, for: role, at: now, into: &effects) }
    self.edges = edges
    tracker = PullTracker(metrics: metrics)
    automatic.edge = edges[.loadMore].axisEdge
  }

  private mutating func take(
    _ event: DeviceEvent,
    at now: Duration,
    into effects: inout [Effect]
  ) {
    for pull in tracker.handle(event, at: now) { take(pull, at: now, into: &effects) }
  }

  private mutating func take(_ event: PullEvent, at now: Duration, into effects: inout [Effect]) {
    let (edge, runEvent): (AxisEdge, RunEvent) =
      switch event {
      case .moved(let edge, let distance, _, let deliberate):
        (edge, .pulled(distance: distance, deliberate: deliberate))
      case .released(let edge, let device): (edge, .released(device))
      case .cancelled(let edge): (edge, .pullCancelled)
      }
    take(runEvent, for: edges.role(at: edge), at: now, into: &effects)
  }

  private mutating func take(
    _ event: RunEvent,
    for role: RunRole,
    at now: Duration,
    into effects: inout [Effect]
  ) {
    switch role {
    case .refresh: perform(headerMachine.handle(event, at: now), at: now, into: &effects)
    case .loadMore: perform(footerMachine.handle(event, at: now), at: now, into: &effects)
    }
  }

  private mutating func perform(
    _ refreshEffects: [RunEffect<String?>],
    at now: Duration,
    into effects: inout [Effect]
  ) {
    for effect in refreshEffects {
      switch effect {
      case .cancel(let id): effects.append(.cancel(id))
      case .stuck(let id): effects.append(.stuck(id.role))
      case .start(let id, let source):
        perform(footerMachine.refreshBegan(at: now), at: now, into: &effects)
        effects.append(.start(id, source))
      case .ended(let id, let result):
        effects.append(.refreshEnded(id, result))
        let success = if case .success = result { true } else { false }
        if success { automatic.refreshed() }
        perform(footerMachine.refreshEnded(success: success, at: now), at: now, into: &effects)
      }
    }
  }

  private mutating func perform(
    _ loadEffects: [RunEffect<LoadedRows>],
    at now: Duration,
    into effects: inout [Effect]
  ) {
    for effect in loadEffects {
      switch effect {
      case .cancel(let id): effects.append(.cancel(id))
      case .stuck(let id): effects.append(.stuck(id.role))
      case .start(let id, let source):
        automatic.started(source)
        effects.append(.start(id, source))
      case .ended(let id, let result):
        ended(result, at: now)
        effects.append(.loadEnded(id, result))
      }
    }
  }

  private mutating func ended(_ result: LoadMoreResult, at now: Duration) {
    if case .failed = footer { return automatic.failed() }
    switch result {
    case .success(let rows): automatic.ended(with: rows, at: now)
    // A refresh that begins cancels the load, and the load is requested again after it.
    case .cancelled: if headerMachine.run == nil { automatic.ended(with: nil, at: now) }
    case .failure: break
    }
  }
}
