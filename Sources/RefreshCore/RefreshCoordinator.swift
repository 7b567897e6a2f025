// The edges are part of this module's states.
@_exported import RefreshScrolling

/// The state of one scrolled list: its ``PullTracker``, its roles, and the rules between the roles.
///
/// The code for GTK uses this type alone: it passes each event and its time, carries out the
/// effects in their order, and calls ``advance(to:)`` at ``deadline``.
///
/// Times are durations since any origin, such as the controller's start. Pass the event's own time
/// if it has one: the present time would make a busy main loop look like a pause of the finger. A
/// time before the previous event's time counts as the previous event's time.
package struct RefreshCoordinator: Sendable {
  /// The events of a list.
  package enum Event: Sendable, Hashable {
    /// An input device sent an event, or the content moved.
    case device(DeviceEvent)
    /// Run the handler. Ignored while the role's row is disabled or a run of the role is under way.
    /// A row shows a run for at least ``PullMetrics/minimumRunning``. If the handler ends earlier,
    /// a ``RunSource/command`` within that time starts the next run; other sources are ignored.
    ///
    /// A load is also ignored if there is nothing more to load. During a refresh, an automatic load
    /// is ignored, and any other load waits for the end of the refresh.
    case begin(RunRole, RunSource)
    /// The user cancels the run that is under way or waits. Nil cancels the refresh if it runs,
    /// else the loads.
    case cancel(RunRole?)
    /// The application ends the run under way as a success, and the run's task is cancelled. A
    /// waiting load is dropped.
    case end(RunRole)
    /// The handler of a run ended. Ignored unless that run is under way.
    case finished(RunID, RunResult)
    /// The row is switched on or off, also while its handler runs.
    ///
    /// Refreshing and loading earlier rows share one edge. While both are on, the edge belongs to
    /// refreshing, and loading earlier counts as off. After a switch, a pull under way cannot fire.
    case setEnabled(RunRole, Bool)
    /// The application reports, without a load, whether there is more to load.
    ///
    /// False makes an idle or failed row exhausted, and drops a waiting load; a refresh does not
    /// undo this. True makes an exhausted row idle.
    case setHasMore(RunRole, Bool)
    /// The role of a load uses another loading mode.
    case setLoadMode(RunRole, LoadMode)
    /// Move the roles to other edges. A pull under way ends; runs continue.
    case setEdges(RoleEdges)
    /// The rows changed *and have been laid out*. Send this event after each load, each refresh and
    /// each other change of the rows: automatic loading may wait for it.
    case contentChanged(to: ScrollPosition)
    /// The list is no longer on the screen: it loads nothing by itself until the next
    /// ``contentChanged(to:)``.
    case hidden
  }

  /// An effect of an event. Effects are carried out in the order of the array. The coordinator's
  /// own state is already up to date, so an effect may lead to the next event at once.
  package enum Effect: Sendable, Hashable {
    /// Show the row as it is now. Comes at most once per call and role, before the other effects.
    case changed(RunRole)
    /// Run the handler of the id's role.
    case start(RunID, RunSource)
    /// Cancel the handler's task. Its own result is dropped from now on: the run counts as ended
    /// with the given one.
    case cancel(RunID, as: RunResult)
    /// A run is over: cancelled, or its row was shown long enough. Comes once for each start.
    case ended(RunID, RunResult)
  }

  /// The edge of each role. Changed by ``Event/setEdges(_:)``.
  package private(set) var edges: RoleEdges
  private var tracker: PullTracker
  private var roles: PerRole<RoleMachine>
  /// Whether each role was switched on. Loading earlier rows counts as off while refreshing is on,
  /// whatever its value here; see ``isOn(_:)``.
  private var isEnabled: PerRole<Bool>
  private var latest: Duration?
  /// The rows' states after the latest event, compared after the next one. Their edge is always the
  /// top: another edge is no change of state.
  private var shown: PerRole<RefreshState>

  /// Creates a coordinator. The rows of the roles that count as on are idle, the others disabled.
  package init(
    metrics: PullMetrics = PullMetrics(),
    loadMode: LoadMode = .pull,
    edges: RoleEdges = RoleEdges(),
    enabled: [RunRole] = RunRole.allCases
  ) {
    self.edges = edges
    tracker = PullTracker(metrics: metrics)
    roles = PerRole { RoleMachine($0, loadMode: loadMode, at: edges[$0].axisEdge) }
    isEnabled = PerRole(enabled.contains)
    shown = PerRole(repeating: RefreshState(edge: .top, moment: .disabled))
    for role in RunRole.allCases where isOn(role) {
      roles[role].setEnabled(true, at: .zero)
    }
    for role in RunRole.allCases { shown[role] = roles[role].state(at: .top) }
  }

  /// The metrics in use. They may change at any time; the next event uses the new values.
  package var metrics: PullMetrics {
    get { tracker.metrics }
    set { tracker.metrics = newValue }
  }

  package subscript(role: RunRole) -> RefreshState { roles[role].state(at: edges[role]) }

  /// The role whose row is at an edge: a pull past the edge starts a run of that role.
  package func role(at edge: AxisEdge) -> RunRole {
    guard edge == edges.refresh.axisEdge else { return .loadMore }
    return isOn(.loadEarlier) ? .loadEarlier : .refresh
  }

  /// Whether a role is switched on and no other role takes its edge.
  private func isOn(_ role: RunRole) -> Bool {
    isEnabled[role] && (role != .loadEarlier || !isEnabled[.refresh])
  }

  /// The edge where new rows arrive: a list at this edge stays there, so that they are shown. It is
  /// the edge of the refresh. In a list that loads earlier rows instead of refreshing, it is the
  /// edge of loading more; nil as long as there is more to load there.
  package var arrivals: PullEdge? {
    guard isOn(.loadEarlier) else { return edges.refresh }
    return hasMore(.loadMore) ? nil : edges[.loadMore]
  }

  /// The number of a role's runs so far.
  package func runs(of role: RunRole) -> Int { roles[role].runs }

  /// The run whose handler has not ended yet, whether or not its row is visible.
  package func unfinishedRun(of role: RunRole) -> RunID? { roles[role].unfinishedRun }

  /// Whether the role's handler runs, or the role's load waits for the refresh.
  package func isUnderWay(_ role: RunRole) -> Bool { roles[role].isUnderWay }

  package func loadMode(of role: RunRole) -> LoadMode { roles[role].automatic?.mode ?? .pull }

  /// Whether a role has more to load, as far as known.
  package func hasMore(_ role: RunRole) -> Bool { roles[role].hasMore }

  /// The edges past which the list can be pulled: the edges whose row is not disabled.
  package var pullEdges: AxisEdges {
    AxisEdges(where: { self[role(at: $0)].moment != .disabled })
  }

  /// The device that pulls past an edge, and the distance in px, whatever the row shows.
  package func pull(past edge: AxisEdge) -> (way: Double, device: PullDevice)? {
    tracker.pull(past: edge)
  }

  /// The device of the pull under way, whatever the rows show.
  package var pullingDevice: PullDevice? {
    (tracker.pull(past: .start) ?? tracker.pull(past: .end))?.device
  }

  /// The edges where the content has rested long enough for a pull by a list inside it.
  package func restingEdges(at now: Duration) -> AxisEdges { tracker.restingEdges(at: now) }

  /// The time at which ``advance(to:)`` must be called next; nil for never, so that an idle list
  /// costs no wake-ups. It may change with every call.
  package var deadline: Duration? {
    RunRole.allCases.reduce(tracker.deadline) { earlier($0, roles[$1].deadline(metrics)) }
  }

  // MARK: Events

  /// The time of an event, and its effects so far.
  private struct Turn {
    let now: Duration
    var effects: [Effect] = []
  }

  /// Handles an event that happened at `now`.
  package mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
    perform(at: now) { list, turn in
      switch event {
      case .device(let event):
        list.take(event, &turn)
        if case .scrolled(let position) = event { list.note(position, isLaidOut: false, turn) }
      case .begin(let role, let source): list.change(role, &turn) { $0.begin(source, at: $2) }
      case .cancel(let role):
        let running = list[.refresh].moment == .running ? [.refresh] : RunRole.loads
        for role in role.map({ [$0] }) ?? running {
          list.change(role, &turn) { $0.cancel(at: $2) }
        }
      case .finished(let id, let result):
        list.change(id.role, &turn) { $0.finish(id, result, $1, at: $2) }
      case .end(let role): list.change(role, &turn) { $0.end($1, at: $2) }
      case .setEnabled(let role, let enabled):
        list.isEnabled[role] = enabled
        for role in RunRole.allCases { list.roles[role].setEnabled(list.isOn(role), at: turn.now) }
      case .setHasMore(let role, let hasMore): list.roles[role].setHasMore(hasMore)
      case .setLoadMode(let role, let mode): list.roles[role].automatic?.mode = mode
      case .setEdges(let edges): list.move(to: edges)
      case .contentChanged(let position):
        list.take(.scrolled(to: position), &turn)
        list.note(position, isLaidOut: true, turn)
      case .hidden: for role in RunRole.loads { list.roles[role].automatic?.isHidden = true }
      }
    }
  }

  /// Advances the time. Call it at ``deadline``; earlier it does nothing, later it catches up.
  package mutating func advance(to now: Duration) -> [Effect] { perform(at: now) { _, _ in } }

  /// Advances to the time, handles the event, and begins the automatic loads that are due. The
  /// effects ``Effect/changed(_:)`` come first.
  private mutating func perform(
    at time: Duration,
    _ body: (inout Self, inout Turn) -> Void
  ) -> [Effect] {
    var turn = Turn(now: max(time, latest ?? time))
    latest = turn.now
    if let deadline, deadline <= turn.now {
      for event in tracker.advance(to: turn.now) { take(event, &turn) }
      for role in RunRole.allCases { change(role, &turn) { $0.advance(to: $2, $1) } }
    }
    body(&self, &turn)
    for role in RunRole.loads { turn.effects += roles[role].beginByItself(at: turn.now) }
    var changes: [Effect] = []
    for role in RunRole.allCases {
      let state = roles[role].state(at: .top)
      guard state != shown[role] else { continue }
      shown[role] = state
      changes.append(.changed(role))
    }
    return changes + turn.effects
  }

  /// Moves the roles to other edges, and begins with a new tracker: the new edges may be on the
  /// other axis, where the position is unknown until the content moves.
  private mutating func move(to edges: RoleEdges) {
    guard edges != self.edges else { return }
    self.edges = edges
    tracker = PullTracker(metrics: metrics)
    for role in RunRole.allCases {
      roles[role].cancelPull()
      roles[role].automatic?.edge = edges[role].axisEdge
    }
  }

  private mutating func take(_ event: DeviceEvent, _ turn: inout Turn) {
    for pull in tracker.handle(event, at: turn.now) { take(pull, &turn) }
  }

  /// Passes a pull to all roles at its edge, also to a role that is switched off, since the
  /// role may be switched on before the pull ends.
  private mutating func take(_ event: PullEvent, _ turn: inout Turn) {
    for role in RunRole.allCases where edges[role].axisEdge == event.edge {
      change(role, &turn) { $0.handle(event, $1, at: $2) }
    }
  }

  /// Tells the roles that load where the content is.
  private mutating func note(_ position: ScrollPosition, isLaidOut: Bool, _ turn: Turn) {
    for role in RunRole.loads {
      roles[role].automatic?.note(position, isLaidOut: isLaidOut, at: turn.now)
    }
  }

  /// Changes a role at the turn's time. Reports a refresh to the roles that load, before it starts
  /// and after it has ended.
  private mutating func change(
    _ role: RunRole,
    _ turn: inout Turn,
    _ change: (inout RoleMachine, PullMetrics, Duration) -> [Effect]
  ) {
    let metrics = metrics
    let effects = change(&roles[role], metrics, turn.now)
    let isFollowed = if case .start = effects.last { true } else { false }
    for effect in effects {
      if case .start = effect, !role.isLoad {
        for load in RunRole.loads { turn.effects += roles[load].refreshBegan(at: turn.now) }
      }
      turn.effects.append(effect)
      if case .ended(_, let result) = effect, !role.isLoad {
        let success = if case .refreshed = result { true } else { false }
        for load in RunRole.loads {
          turn.effects += roles[load].refreshEnded(
            success: success,
            isFollowed: isFollowed,
            at: turn.now
          )
        }
      }
    }
  }
}
