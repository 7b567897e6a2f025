/// Everything about one scrolled list: its tracker, its header, its footer, and the rules
/// between the two.
///
/// The one entry point for the widgets' side. That hands in what happened and when, carries out
/// the effects in the order they come, and calls ``advance(to:)`` at ``deadline``:
///
/// ```swift
/// var coordinator = RefreshCoordinator(header: true, footer: true)
/// for effect in coordinator.handle(.refresh(.command), at: now) { carryOut(effect) }
/// ```
///
/// Times are durations since any origin, such as the controller's start. Pass the event's own
/// time where there is one: a busy main loop must not look like a pause of the finger. A time
/// before the last one counts as the last one.
public struct RefreshCoordinator: Sendable {
  /// The numbers in use. Changed by ``Event/setMetrics(_:)``.
  public private(set) var metrics: PullMetrics
  private var tracker: PullTracker
  private var headerMachine: RefreshMachine
  private var footerMachine: LoadMoreMachine
  private var automatic: AutomaticLoading
  private var latest: Duration?

  /// A coordinator whose header and footer are idle, or disabled.
  public init(
    metrics: PullMetrics = PullMetrics(),
    loadMode: LoadMode = .pull,
    header: Bool,
    footer: Bool
  ) {
    self.metrics = metrics
    tracker = PullTracker(metrics: metrics)
    headerMachine = RefreshMachine(metrics: metrics, isEnabled: header)
    footerMachine = LoadMoreMachine(metrics: metrics, isEnabled: footer)
    automatic = AutomaticLoading(mode: loadMode)
  }

  /// What the header shows now.
  public var header: RefreshMachine.State { headerMachine.state }

  /// What the footer shows now.
  public var footer: LoadMoreMachine.State { footerMachine.state }

  /// How far the footer is pulled.
  public var footerPull: PullStage { footerMachine.pull }

  /// Whether a refresh is under way, or its row still kept open, whether that is to be seen or not.
  public var isRefreshing: Bool { headerMachine.isRunning }

  /// The refresh whose handler has not ended yet, whether its row is to be seen or not.
  public var unfinishedRefresh: RefreshID? { headerMachine.unfinishedRun }

  /// The load whose handler has not ended yet, whether its row is to be seen or not.
  public var unfinishedLoad: LoadID? { footerMachine.unfinishedRun }

  /// Who asks for more. Changed by ``Event/setLoadMode(_:)``.
  public var loadMode: LoadMode { automatic.mode }

  /// The edges past which the list can be pulled: those with a row that is not disabled.
  public var pullEdges: PullEdges {
    var edges: PullEdges = []
    if header != .disabled { edges.insert(.top) }
    if footer != .disabled { edges.insert(.bottom) }
    return edges
  }

  /// What the row at an edge shows, in one vocabulary for both.
  public func state(of edge: PullEdge) -> RefreshState {
    switch edge {
    case .top: RefreshState(header: header, isStuck: headerMachine.isStuck)
    case .bottom: RefreshState(footer: footer, pull: footerPull, isStuck: footerMachine.isStuck)
    }
  }

  /// When ``advance(to:)`` must be called next; nil for never, so that an idle list costs no
  /// wake-ups. Look again after every call.
  public var deadline: Duration? {
    earlier(tracker.deadline, earlier(headerMachine.deadline, footerMachine.deadline))
  }

  private func earlier(_ left: Duration?, _ right: Duration?) -> Duration? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
  }
}

extension RefreshCoordinator {
  /// Takes an event that happened at `now`.
  public mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
    perform(at: now) { list, effects, now in
      switch event {
      case .device(let event):
        list.take(event, at: now, into: &effects)
        if case .scrolled(let position) = event {
          list.automatic.note(position, isLaidOut: false)
        }
      case .refresh(let source):
        list.tellHeader(.begin(source), at: now, into: &effects)
      case .loadMore(let source):
        list.tellFooter(.begin(source), at: now, into: &effects)
      case .retry:
        list.tellFooter(.begin(.retry), at: now, into: &effects)
      case .cancelRefresh:
        list.tellHeader(.cancel, at: now, into: &effects)
      case .cancelLoadMore:
        list.tellFooter(.cancel, at: now, into: &effects)
      case .refreshFinished(let id, let result):
        list.tellHeader(.finished(id, result), at: now, into: &effects)
      case .loadFinished(let id, let result):
        list.tellFooter(.finished(id, result), at: now, into: &effects)
      case .setHeaderEnabled(let enabled):
        list.tellHeader(.setEnabled(enabled), at: now, into: &effects)
      case .setFooterEnabled(let enabled):
        list.tellFooter(.setEnabled(enabled), at: now, into: &effects)
      case .setHasMore(let hasMore):
        list.tellFooter(.setHasMore(hasMore), at: now, into: &effects)
      case .setMetrics(let metrics):
        list.use(metrics)
      case .setLoadMode(let mode):
        list.automatic.mode = mode
      case .contentChanged(let position):
        list.take(.scrolled(to: position), at: now, into: &effects)
        list.automatic.note(position, isLaidOut: true)
      }
    }
  }

  /// Lets time pass. To be called at ``deadline``; earlier it does nothing, later it catches up.
  public mutating func advance(to now: Duration) -> [Effect] {
    perform(at: now) { _, _, _ in }
  }

  /// Catches up with time, does something, asks for more where the list should; and puts what
  /// changed to the eye before what is to be done.
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
      tellFooter(.begin(.automatic), at: now, into: &effects)
    }
    var changes: [Effect] = []
    if header != before.0 { changes.append(.headerChanged(header)) }
    if footer != before.1 || footerPull != before.2 {
      changes.append(.footerChanged(footer, pull: footerPull))
    }
    return changes + effects
  }

  private mutating func catchUp(to now: Duration, into effects: inout [Effect]) {
    for event in tracker.advance(to: now) { take(event, at: now, into: &effects) }
    for effect in headerMachine.advance(to: now) { take(effect, at: now, into: &effects) }
    for effect in footerMachine.advance(to: now) { take(effect, at: now, into: &effects) }
  }

  private mutating func use(_ metrics: PullMetrics) {
    self.metrics = metrics
    tracker.metrics = metrics
    headerMachine.metrics = metrics
    footerMachine.metrics = metrics
  }

  private mutating func take(
    _ event: DeviceEvent,
    at now: Duration,
    into effects: inout [Effect]
  ) {
    for pull in tracker.handle(event, at: now) { take(pull, at: now, into: &effects) }
  }

  private mutating func take(_ event: PullEvent, at now: Duration, into effects: inout [Effect]) {
    switch event {
    case .moved(.top, let distance, _, let deliberate):
      tellHeader(
        .pulled(distance: distance, deliberate: deliberate),
        at: now,
        into: &effects
      )
    case .moved(.bottom, let distance, _, let deliberate):
      tellFooter(
        .pulled(distance: distance, deliberate: deliberate),
        at: now,
        into: &effects
      )
    case .released(.top, let device): tellHeader(.released(device), at: now, into: &effects)
    case .released(.bottom, let device): tellFooter(.released(device), at: now, into: &effects)
    case .cancelled(.top): tellHeader(.pullCancelled, at: now, into: &effects)
    case .cancelled(.bottom): tellFooter(.pullCancelled, at: now, into: &effects)
    }
  }

  private mutating func tellHeader(
    _ event: RefreshMachine.Event,
    at now: Duration,
    into effects: inout [Effect]
  ) {
    for effect in headerMachine.handle(event, at: now) { take(effect, at: now, into: &effects) }
  }

  private mutating func tellFooter(
    _ event: LoadMoreMachine.Event,
    at now: Duration,
    into effects: inout [Effect]
  ) {
    for effect in footerMachine.handle(event, at: now) { take(effect, at: now, into: &effects) }
  }

  private mutating func take(
    _ effect: RefreshMachine.Effect,
    at now: Duration,
    into effects: inout [Effect]
  ) {
    switch effect {
    case .changed: break
    case .cancel(let id): effects.append(.cancelRefresh(id))
    case .stuck: effects.append(.stuck(.top))
    case .start(let id, let source):
      tellFooter(.refreshBegan, at: now, into: &effects)
      effects.append(.startRefresh(id, source))
    case .ended(let id, let result):
      effects.append(.refreshEnded(id, result))
      let success = if case .success = result { true } else { false }
      if success { automatic.reset() }
      tellFooter(.refreshEnded(success: success), at: now, into: &effects)
    }
  }

  private mutating func take(
    _ effect: LoadMoreMachine.Effect,
    at now: Duration,
    into effects: inout [Effect]
  ) {
    switch effect {
    case .changed: break
    case .cancel(let id): effects.append(.cancelLoad(id))
    case .stuck: effects.append(.stuck(.bottom))
    case .start(let id, let source):
      automatic.started(source)
      effects.append(.startLoad(id, source))
    case .ended(let id, let result):
      if !(result == .cancelled && headerMachine.isRunning) { automatic.ended(result) }
      effects.append(.loadEnded(id, result))
    }
  }
}
