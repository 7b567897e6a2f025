import RefreshCore

/// Notes the time of each event, and derives only from that what may happen now, and when the list
/// must be called next.
///
/// It never asks the machines for a time: a run begins with its start in the list's own effects,
/// and ends when the stream answers it.
struct TimeWitness {
  private struct Life {
    var id: RunID
    var began: Duration
    var minimum: Bool
    var isAnswered = false
    var isNoticed = false
  }

  /// The end of the last run's row, and the shortest cooldown since then.
  private struct Rest {
    var since: Duration
    var cooldown: Duration
  }

  private var metrics: PullMetrics
  private var isHeaderEnabled = true
  private var isFooterEnabled = true
  private var refresh: Life?
  private var load: Life?
  private var settling: Duration?
  private var headerRest: Rest?
  private var footerRest: Rest?
  /// The time when the present pull was first shown.
  private var headerPull: Duration?
  private var footerPull: Duration?
  private var waiting: (since: Duration, pull: Duration?)?
  /// The time of the last movement of a touchpad or a wheel: these end by time, a finger does not.
  private var moved: Duration?

  init(metrics: PullMetrics) { self.metrics = metrics }

  // MARK: Watching

  /// Called before the list gets the event, but after it has advanced to the present time.
  mutating func watch(_ event: RefreshCoordinator.Event, at now: Duration) {
    switch event {
    case .device(.touchpadScrolled), .device(.wheelScrolled): moved = now
    case .setEnabled(.refresh, let enabled): isHeaderEnabled = enabled
    case .setEnabled(.loadMore, let enabled): isFooterEnabled = enabled
    case .finished(let id, _):
      if refresh?.id == id { refresh?.isAnswered = true }
      if load?.id == id { load?.isAnswered = true }
    default: break
    }
  }

  mutating func use(_ metrics: PullMetrics) {
    self.metrics = metrics
    for rest in [\TimeWitness.headerRest, \.footerRest] {
      guard let cooldown = self[keyPath: rest]?.cooldown else { continue }
      self[keyPath: rest]?.cooldown = min(cooldown, metrics.cooldown)
    }
  }

  // MARK: Judging

  /// The fault of the effects of one call, if there is one.
  mutating func judge(
    _ effects: [RefreshCoordinator.Effect],
    of event: RefreshCoordinator.Event?,
    leading list: RefreshCoordinator,
    at now: Duration
  ) -> String? {
    let pulls = (start: headerPull, end: footerPull)
    let waited = waiting
    for effect in effects {
      let wrong: String? =
        switch effect {
        case .changed(.refresh): headerChanged(to: list[.refresh], by: event, at: now)
        case .changed(.loadMore): footerChanged(to: list[.loadMore], at: now)
        case .start(let id, let source) where id.role == .refresh:
          startRefresh(id, source, pulledSince: pulls.start, at: now)
        case .start(let id, let source):
          startLoad(id, source, pulledSince: waited.map(\.pull) ?? pulls.end, at: now)
        case .ended(let id, _) where id.role == .refresh: endRefresh(by: event, at: now)
        case .ended: endLoad(by: event, in: effects, at: now)
        case .cancel: nil
        }
      if let wrong { return wrong }
    }
    return nil
  }

  private mutating func headerChanged(
    to state: RefreshState,
    by event: RefreshCoordinator.Event?,
    at now: Duration
  ) -> String? {
    let shown = settling
    switch state.moment {
    case .succeeded, .failed, .cancelled: settling = now
    default: settling = nil
    }
    switch state.moment {
    case .peeking, .pulling, .armed: headerPull = headerPull ?? now
    default: headerPull = nil
    }
    if (state.moment == .disabled) == isHeaderEnabled { return "disabled came or left on its own" }
    guard let shown else { return notice(of: state, in: \.refresh, isHeaderEnabled, at: now) }
    headerRest = Rest(since: now, cooldown: metrics.cooldown)
    if event == .begin(.refresh, .command) || event == .setEnabled(.refresh, false) { return nil }
    return now - shown < metrics.resultShown ? "a result went too soon" : nil
  }

  private mutating func footerChanged(
    to state: RefreshState,
    at now: Duration
  ) -> String? {
    waiting = state.moment == .waiting ? waiting ?? (now, footerPull) : nil
    let isPulled = [.peeking, .pulling, .armed].contains(state.moment)
    footerPull = isPulled ? footerPull ?? now : nil
    if (state.moment == .disabled) == isFooterEnabled { return "disabled came or left on its own" }
    return notice(of: state, in: \.load, isFooterEnabled, at: now)
  }

  private mutating func startRefresh(
    _ id: RunID,
    _ source: RunSource,
    pulledSince pull: Duration?,
    at now: Duration
  ) -> String? {
    refresh = Life(id: id, began: now, minimum: true)
    if !isHeaderEnabled { return "a disabled header refreshed" }
    if case .pull = source { return isRested(headerRest, before: pull) }
    return nil
  }

  private mutating func startLoad(
    _ id: RunID,
    _ source: RunSource,
    pulledSince pull: Duration?,
    at now: Duration
  ) -> String? {
    load = Life(id: id, began: now, minimum: source != .automatic)
    if !isFooterEnabled { return "a disabled footer loaded" }
    if case .pull = source { return isRested(footerRest, before: pull) }
    return nil
  }

  /// A pull must begin after the cooldown: being held down until then is not enough.
  private func isRested(_ rest: Rest?, before pull: Duration?) -> String? {
    guard let pull else { return "a pull fired unseen" }
    guard let rest else { return nil }
    return pull - rest.since < rest.cooldown ? "a pull fired within the cooldown" : nil
  }

  private mutating func endRefresh(
    by event: RefreshCoordinator.Event?,
    at now: Duration
  ) -> String? {
    defer { refresh = nil }
    headerRest = Rest(since: now, cooldown: metrics.cooldown)
    guard let refresh, ![.cancel(.refresh), .cancel(nil)].contains(event) else { return nil }
    if !refresh.isAnswered { return "a refresh ended before its handler" }
    // A command continues with the row that is kept open.
    if event == .begin(.refresh, .command) { return nil }
    return now - refresh.began < metrics.minimumRunning ? "a refresh flashed by" : nil
  }

  private mutating func endLoad(
    by event: RefreshCoordinator.Event?,
    in effects: [RefreshCoordinator.Effect],
    at now: Duration
  ) -> String? {
    defer { load = nil }
    footerRest = Rest(since: now, cooldown: metrics.cooldown)
    if event == .cancel(nil), refresh != nil, isHeaderEnabled {
      return "the wrong run was cancelled"
    }
    guard let load, ![.cancel(.loadMore), .cancel(nil)].contains(event) else { return nil }
    let isShort = load.minimum && now - load.began < metrics.minimumRunning
    guard isShort || !load.isAnswered else { return nil }
    // A command continues with the row that is kept open.
    if load.isAnswered, event == .begin(.loadMore, .command) { return nil }
    // A refresh that begins ends the load.
    for case .start(let id, _) in effects where id.role == .refresh { return nil }
    return load.isAnswered ? "a load flashed by" : "a load ended before its handler"
  }

  private mutating func notice(
    of state: RefreshState,
    in path: WritableKeyPath<TimeWitness, Life?>,
    _ isEnabled: Bool,
    at now: Duration
  ) -> String? {
    guard state.isStuck else { return nil }
    guard let life = self[keyPath: path], !life.isAnswered, isEnabled else {
      return "stuck without a run in sight"
    }
    if life.isNoticed { return nil }
    self[keyPath: path]?.isNoticed = true
    return now - life.began < metrics.stuckNotice ? "stuck too soon" : nil
  }

  // MARK: Waking

  /// The fault of the time at which the list wants to be called.
  ///
  /// - Parameters:
  ///   - mayBePast: whether a change has moved deadlines.
  ///   - isAutomatic: whether the list loads by itself. It then also has a deadline at the end of a
  ///     pause after an empty page, of 8 s at most.
  func judge(
    deadline: Duration?,
    mayBePast: Bool,
    isAutomatic: Bool,
    at now: Duration
  ) -> String? {
    let due = earlier(
      settling.map { $0 + metrics.resultShown },
      earlier(due(refresh, isHeaderEnabled), due(load, isFooterEnabled))
    )
    if isStill(at: now) {
      if deadline == due { return nil }
      if isAutomatic, let deadline, earlier(deadline, due) == deadline,
        (now...now + .seconds(8)).contains(deadline)
      {
        return nil
      }
      return due == nil ? "an idle list keeps waking up" : "the list wakes up at another time"
    }
    if let due, deadline.map({ $0 > due }) ?? true { return "the list wakes up too late" }
    guard let deadline, deadline < now, !mayBePast else { return nil }
    return "a deadline in the past"
  }

  private func isStill(at now: Duration) -> Bool {
    guard let moved else { return true }
    let tail = max(metrics.touchpadQuiet, metrics.wheelPause, metrics.wheelDwell)
    return now > moved + tail
  }

  private func due(_ life: Life?, _ isEnabled: Bool) -> Duration? {
    guard let life else { return nil }
    if life.isAnswered { return life.began + (life.minimum ? metrics.minimumRunning : .zero) }
    return life.isNoticed || !isEnabled ? nil : life.began + metrics.stuckNotice
  }

  private func earlier(_ left: Duration?, _ right: Duration?) -> Duration? {
    guard let left, let right else { return left ?? right }
    return left < right ? left : right
  }
}
