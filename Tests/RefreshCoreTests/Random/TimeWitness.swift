import RefreshCore

/// Notes the time of each event, and derives only from these times what may happen now and when
/// the list must be called next.
///
/// It reads no time from the state machines: a run begins with the list's effect `start`, and ends
/// when the stream answers it.
struct TimeWitness {
  private struct Life {
    var id: RunID
    var began: Duration
    var minimum: Bool
    var isAnswered = false
    var isNoticed = false
  }

  /// The end of the last run, or of its shown result, and the shortest cooldown since then.
  private struct Rest {
    var since: Duration
    var cooldown: Duration
  }

  private var metrics: PullMetrics
  private var isEnabled: PerRole<Bool>
  private var lives = PerRole<Life?>(repeating: nil)
  private var settling: Duration?
  private var rests = PerRole<Rest?>(repeating: nil)
  /// The time when the present pull was first shown.
  private var pulls = PerRole<Duration?>(repeating: nil)
  private var waiting = PerRole<(since: Duration, pull: Duration?)?>(repeating: nil)
  /// The time of the last touchpad or wheel event: a pause ends their gestures, but not a finger's.
  private var moved: Duration?

  init(metrics: PullMetrics, enabled: [RunRole]) {
    self.metrics = metrics
    isEnabled = PerRole(enabled.contains)
  }

  /// Whether a role is in effect. An enabled refresh disables the loading of earlier rows.
  private func isOn(_ role: RunRole) -> Bool {
    isEnabled[role] && !(role == .loadEarlier && isEnabled[.refresh])
  }

  // MARK: Watching

  /// Called after the list has advanced to the present time, and before it handles the event.
  mutating func watch(_ event: RefreshCoordinator.Event, at now: Duration) {
    switch event {
    case .device(.touchpadScrolled), .device(.wheelScrolled): moved = now
    case .setEnabled(let role, let enabled): isEnabled[role] = enabled
    case .finished(let id, _): if lives[id.role]?.id == id { lives[id.role]?.isAnswered = true }
    default: break
    }
  }

  mutating func use(_ metrics: PullMetrics) {
    self.metrics = metrics
    for role in RunRole.allCases {
      guard let cooldown = rests[role]?.cooldown else { continue }
      rests[role]?.cooldown = min(cooldown, metrics.cooldown)
    }
  }

  // MARK: Judging

  /// Checks the effects of one call, and describes the first fault; nil if there is none.
  mutating func judge(
    _ effects: [RefreshCoordinator.Effect],
    of event: RefreshCoordinator.Event?,
    leading list: RefreshCoordinator,
    at now: Duration
  ) -> String? {
    let (pulls, waited) = (pulls, waiting)
    for effect in effects {
      let wrong: String? =
        switch effect {
        case .changed(let role): changed(role, to: list[role], by: event, at: now)
        case .start(let id, let source):
          start(id, source, pulledSince: waited[id.role].map(\.pull) ?? pulls[id.role], at: now)
        case .ended(let id, _) where id.role.isLoad:
          endLoad(id.role, by: event, in: effects, at: now)
        case .ended: endRefresh(by: event, at: now)
        case .cancel: nil
        }
      if let wrong { return wrong }
    }
    return nil
  }

  private mutating func changed(
    _ role: RunRole,
    to state: RefreshState,
    by event: RefreshCoordinator.Event?,
    at now: Duration
  ) -> String? {
    waiting[role] = state.moment == .waiting ? waiting[role] ?? (now, pulls[role]) : nil
    let isPulled = [.peeking, .pulling, .armed].contains(state.moment)
    pulls[role] = isPulled ? pulls[role] ?? now : nil
    let shown = role.isLoad ? nil : settling
    if !role.isLoad {
      switch state.moment {
      case .succeeded, .failed, .cancelled: settling = now
      default: settling = nil
      }
    }
    if (state.moment == .disabled) == isOn(role) { return "disabled came or left on its own" }
    guard let shown else { return notice(of: state, in: role, at: now) }
    rests[role] = Rest(since: now, cooldown: metrics.cooldown)
    if event == .begin(.refresh, .command) || event == .setEnabled(.refresh, false) { return nil }
    return now - shown < metrics.resultShown ? "a result went too soon" : nil
  }

  private mutating func start(
    _ id: RunID,
    _ source: RunSource,
    pulledSince pull: Duration?,
    at now: Duration
  ) -> String? {
    let role = id.role
    lives[role] = Life(id: id, began: now, minimum: source != .automatic)
    if !isOn(role) { return "a disabled row began a run" }
    if case .pull = source { return isRested(rests[role], before: pull) }
    return nil
  }

  /// A pull must begin after the cooldown; a pull held until its end must not fire.
  private func isRested(_ rest: Rest?, before pull: Duration?) -> String? {
    guard let pull else { return "a pull fired unseen" }
    guard let rest else { return nil }
    return pull - rest.since < rest.cooldown ? "a pull fired within the cooldown" : nil
  }

  private mutating func endRefresh(
    by event: RefreshCoordinator.Event?,
    at now: Duration
  ) -> String? {
    defer { lives[.refresh] = nil }
    rests[.refresh] = Rest(since: now, cooldown: metrics.cooldown)
    guard let refresh = lives[.refresh], ![.cancel(.refresh), .cancel(nil)].contains(event) else {
      return nil
    }
    if !refresh.isAnswered { return "a refresh ended before its handler" }
    // A command continues with the row that is kept open.
    if event == .begin(.refresh, .command) { return nil }
    return now - refresh.began < metrics.minimumRunning ? "a refresh flashed by" : nil
  }

  private mutating func endLoad(
    _ role: RunRole,
    by event: RefreshCoordinator.Event?,
    in effects: [RefreshCoordinator.Effect],
    at now: Duration
  ) -> String? {
    defer { lives[role] = nil }
    rests[role] = Rest(since: now, cooldown: metrics.cooldown)
    if event == .cancel(nil), lives[.refresh] != nil, isOn(.refresh) {
      return "the wrong run was cancelled"
    }
    guard let load = lives[role], ![.cancel(role), .cancel(nil)].contains(event) else { return nil }
    let isShort = load.minimum && now - load.began < metrics.minimumRunning
    guard isShort || !load.isAnswered else { return nil }
    // A command continues with the row that is kept open.
    if load.isAnswered, event == .begin(role, .command) { return nil }
    // A refresh that begins ends the load.
    for case .start(let id, _) in effects where id.role == .refresh { return nil }
    return load.isAnswered ? "a load flashed by" : "a load ended before its handler"
  }

  private mutating func notice(
    of state: RefreshState,
    in role: RunRole,
    at now: Duration
  ) -> String? {
    guard state.isStuck else { return nil }
    guard let life = lives[role], !life.isAnswered, isOn(role) else {
      return "stuck without a run in sight"
    }
    if life.isNoticed { return nil }
    lives[role]?.isNoticed = true
    return now - life.began < metrics.stuckNotice ? "stuck too soon" : nil
  }

  // MARK: Waking

  /// Checks the list's deadline, and describes its fault; nil if it has none.
  ///
  /// - Parameters:
  ///   - mayBePast: whether a change may have moved the deadline into the past.
  ///   - isAutomatic: whether the list loads by itself. After an empty page it then pauses for at
  ///     most 8 s, and has a deadline at the end of the pause.
  func judge(
    deadline: Duration?,
    mayBePast: Bool,
    isAutomatic: Bool,
    at now: Duration
  ) -> String? {
    let due = RunRole.allCases.reduce(settling.map { $0 + metrics.resultShown }) {
      earlier($0, self.due(lives[$1], isOn($1)))
    }
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
