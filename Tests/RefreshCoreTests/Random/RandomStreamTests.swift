import RefreshCore
import Testing

/// Random events on a hundred thousand lists.
@Suite struct RandomStreamTests {
  @Test(arguments: 0..<4)
  func whateverHappensTheRulesHold(part: Int) {
    let streams = 25_000
    var runs = PerRole(repeating: 0)
    for index in 0..<streams {
      let seed = UInt64(part * streams + index + 1)
      // Most streams are short, and some are long.
      let phrases = index % 8 == 0 ? 10 : 2
      var runner = StreamRunner(seed: seed)
      runner.run(phrases: phrases)
      for role in RunRole.allCases { runs[role] += runner.runs.count[role] }
      if let complaint = runner.complaint {
        var again = StreamRunner(seed: seed, isTold: true)
        again.run(phrases: phrases)
        let story = again.story.joined(separator: "\n")
        Issue.record("seed \(seed): \(complaint)\n\(story)")
        return
      }
    }
    // With fewer runs the streams would test too little.
    #expect(RunRole.allCases.allSatisfy { runs[$0] > streams / 16 })
  }
}

/// Plays one random stream on a list, and notes the first violated rule.
struct StreamRunner {
  private(set) var complaint: String?
  private(set) var runs = RunWitness()
  /// The events so far, for the report of a failed stream.
  private(set) var story: [String] = []
  private let isTold: Bool

  private var random: SeededGenerator
  private var list: RefreshCoordinator
  private var gestures: GestureWitness
  private var times: TimeWitness
  private var signs: PerRole<SignWitness>
  private var now = Duration.zero
  private var shown: PerRole<RefreshState>
  private var event: RefreshCoordinator.Event?
  /// The list's deadline, read once for each call: in debug builds, each read copies the list.
  private var due: Duration?

  init(seed: UInt64, isTold: Bool = false) {
    self.isTold = isTold
    random = SeededGenerator(seed: seed)
    let metrics = RandomStream.metrics(&random)
    let mode = random.pick([LoadMode.pull, .pull, .automatic(), .automatic(prefetch: 0.1)])
    let enabled = random.pick([
      RunRole.allCases, [.refresh, .loadMore], [.loadMore, .loadEarlier],
    ])
    list = RefreshCoordinator(metrics: metrics, loadMode: mode, enabled: enabled)
    gestures = GestureWitness(metrics: metrics)
    times = TimeWitness(metrics: metrics, enabled: enabled)
    signs = PerRole { SignWitness(of: $0, mode: mode) }
    shown = PerRole { [list] in list[$0] }
  }

  mutating func run(phrases: Int) {
    var stream = RandomStream(random: random)
    for _ in 0..<phrases {
      for step in stream.phrase() {
        switch step {
        case .event(let event, let pause): take(event, after: pause)
        case .answer(let pause): answer(after: pause)
        case .use(let metrics, let pause): use(metrics, after: pause)
        }
        if random.chance(12) { finishSomething() }
      }
      judgeChanges()
      if complaint != nil { return }
    }
    end()
  }

  // MARK: Events

  private mutating func take(_ event: RefreshCoordinator.Event, after pause: Duration) {
    let time = now + pause
    // A busy main loop reads the clock only when the next event comes.
    if random.chance(90) { passTime(until: time) }
    now = time
    switch event {
    case .begin, .cancel: break
    // The list first advances to the present time. The witnesses must see those effects first, too.
    default: catchUp()
    }
    watch(event)
    self.event = event
    let effects = list.handle(event, at: now)
    due = list.deadline
    if isTold { story.append("\(now) \(event) → \(effects)") }
    judge(effects)
    if case .device(let event) = event { gestures.forget(after: event) }
    self.event = nil
    judgeDeadline(after: event)
  }

  private mutating func watch(_ event: RefreshCoordinator.Event) {
    times.watch(event, at: now)
    for role in RunRole.allCases { signs[role].watch(event) }
    switch event {
    case .device(let event): gestures.watch(event, at: now)
    case .contentChanged(let place): gestures.watch(.scrolled(to: place), at: now)
    default: break
    }
  }

  private mutating func use(_ metrics: PullMetrics, after pause: Duration) {
    passTime(until: now + pause)
    now += pause
    catchUp()
    times.use(metrics)
    gestures.change(metrics)
    list.metrics = metrics
    due = list.deadline
    judgeDeadline(mayBePast: true)
  }

  /// Lets the handlers under way succeed.
  private mutating func answer(after pause: Duration) {
    passTime(until: now + pause)
    now += pause
    for role in RunRole.allCases {
      guard let id = runs.present[role] else { continue }
      let rows = RunResult.loaded(LoadedRows(added: 9, hasMore: true))
      finish(.finished(id, role.isLoad ? rows : .refreshed()), isLate: false)
    }
  }

  private mutating func catchUp() {
    guard let due, due <= now else { return }
    judge(list.advance(to: now))
    self.due = list.deadline
  }

  private mutating func passTime(until time: Duration) {
    var still = 0
    passSome(ofTimeUntil: time)
    while let deadline = due, deadline <= time {
      let before = shown
      now = max(now, deadline)
      judge(list.advance(to: now))
      due = list.deadline
      if due == deadline, before == shown {
        complain("a deadline that changes nothing")
      }
      judgeDeadline()
      still = due == deadline ? still + 1 : 0
      if still > 3 { return complain("time stands still") }
    }
  }

  /// Advances the list to a time before its deadline, which must do nothing.
  private mutating func passSome(ofTimeUntil time: Duration) {
    guard let due, due > now, random.chance(20) else { return }
    let early = min(time, due - .nanoseconds(1))
    now = random.chance(50) ? early : now + (early - now) / 2
    if !list.advance(to: now).isEmpty || list.deadline != due {
      complain("something happened before its time")
    }
  }

  private mutating func finishSomething() {
    let role = random.pick([RunRole.refresh, .refresh, .loadMore, .loadEarlier])
    let result = random.below(10)
    let isOld = random.chance(20)
    guard let last = isOld ? runs.old[role] : runs.last[role] else { return }
    let isLate = runs.present[role] != last
    if !role.isLoad {
      let results: [RunResult] = [
        .refreshed(), .refreshed(), .failed(message: "no"), .cancelled,
      ]
      finish(.finished(last, results[result % 4]), isLate: isLate)
    } else {
      let results: [RunResult] = [
        .loaded(LoadedRows(added: 50, hasMore: true)),
        .loaded(LoadedRows(added: 0, hasMore: true)),
        .loaded(LoadedRows(added: 0, hasMore: true)),
        .loaded(LoadedRows(added: nil, hasMore: true)),
        .loaded(LoadedRows(added: 9, hasMore: false)), .failed(message: "no"), .cancelled,
      ]
      finish(.finished(last, results[result % 7]), isLate: isLate)
    }
  }

  private mutating func finish(_ event: RefreshCoordinator.Event, isLate: Bool) {
    catchUp()
    watch(event)
    self.event = event
    let effects = list.handle(event, at: now)
    due = list.deadline
    if isLate, !effects.isEmpty { complain("a late result had an effect") }
    judge(effects)
    self.event = nil
    judgeDeadline(after: event)
  }

  /// Ends every run, after which the list must come to rest.
  private mutating func end() {
    for role in [RunRole.loadMore, .loadEarlier] { take(.setLoadMode(role, .pull), after: .zero) }
    take(.device(.touchEnded), after: .zero)
    passTime(until: now + .seconds(3))
    for _ in 0..<4 {
      for role in RunRole.allCases {
        if let id = runs.present[role] { finish(.finished(id, .cancelled), isLate: false) }
      }
      passTime(until: now + .seconds(15))
      now += .seconds(15)
    }
    if RunRole.allCases.contains(where: { runs.present[$0] != nil }) {
      complain("a run does not end")
    }
    judgeChanges()
    if due != nil { complain("an idle list keeps waking up") }
    if ![.idle, .disabled].contains(shown[.refresh].moment) {
      complain("the header does not come to rest")
    }
  }

  // MARK: Rules

  private mutating func complain(_ what: String) {
    guard complaint == nil else { return }
    complaint =
      "\(what) at \(now), after \(String(describing: event)): "
      + "\(RunRole.allCases.map { list[$0] })"
  }

  private mutating func judge(_ effects: [RefreshCoordinator.Effect]) {
    if effects.isEmpty { return }
    let waited = PerRole<Bool> { shown[$0].moment == .waiting }
    if let wrong = times.judge(effects, of: event, leading: list, at: now) { complain(wrong) }
    for effect in effects {
      if let wrong = runs.watch(effect) ?? judgeSigns(effect) { complain(wrong) }
      switch effect {
      case .changed(let role):
        if list[role] == shown[role] { complain("a change that is none") }
        shown[role] = list[role]
        let edge = list.edges[role].axisEdge
        switch shown[role].moment {
        case .pulling, .armed: judgeShown(edge, isDeliberate: true)
        case .peeking: judgeShown(edge, isDeliberate: false)
        default: break
        }
      case .start(let id, let source):
        if !waited[id.role] || source == .automatic { judge(source, of: id.role) }
      default: break
      }
    }
    judgeChanges()
    for role in RunRole.allCases {
      if role.isLoad { judgeLoad(role, waited: waited[role]) }
      judgeProgress(of: shown[role])
    }
  }

  private mutating func judgeSigns(_ effect: RefreshCoordinator.Effect) -> String? {
    var wrong: String?
    for role in RunRole.allCases where role.isLoad { wrong = signs[role].watch(effect) ?? wrong }
    return wrong
  }

  private mutating func judgeChanges() {
    for role in RunRole.allCases where shown[role] != list[role] {
      complain("a change went untold")
    }
  }

  private mutating func judgeShown(_ edge: AxisEdge, isDeliberate: Bool) {
    if !gestures.mayShow(at: edge) { complain("a gesture that is not this list's shows") }
    if isDeliberate, !gestures.isDeliberate(at: edge) {
      complain("a gesture that must peek does more")
    }
  }

  /// - Parameter mayBePast: whether a change may have moved the deadline into the past.
  private mutating func judgeDeadline(mayBePast: Bool = false) {
    let wrong = times.judge(
      deadline: due,
      mayBePast: mayBePast,
      isAutomatic: RunRole.allCases.contains { list.loadMode(of: $0) != .pull },
      at: now
    )
    if let wrong { complain(wrong) }
  }

  private mutating func judgeDeadline(after event: RefreshCoordinator.Event) {
    if case .setEnabled = event { judgeDeadline(mayBePast: true) } else { judgeDeadline() }
  }

  private mutating func judge(_ source: RunSource, of role: RunRole) {
    switch source {
    case .pull(let device):
      if !mayPull(device, RoleEdges()[role].axisEdge) {
        complain("a run without a deliberate pull")
      }
    case .command:
      if event != .begin(role, source) { complain("a run without a command") }
    case .automatic:
      if list.loadMode(of: role) == .pull { complain("a run that nobody asked for") }
    }
  }

  private func mayPull(_ device: PullDevice, _ edge: AxisEdge) -> Bool {
    if case .device(let event) = event {
      return gestures.allows(device, at: edge, now: now, during: event)
    }
    return gestures.allows(device, at: edge, now: now, during: nil)
  }

  private mutating func judgeLoad(_ role: RunRole, waited: Bool) {
    let moment = shown[role].moment
    guard moment != .disabled else { return }
    if moment == .waiting {
      if runs.present[.refresh] == nil { complain("waits for no refresh") }
      if !waited { runs.waits(role) }
      return
    }
    if (moment == .exhausted) != runs.isExhausted[role] {
      complain("exhausted came or left on its own")
    }
    // A pull that can fire is shown in place of a failure.
    if [.pulling, .armed].contains(moment) { return }
    let failure = if case .failed = moment { moment } else { RefreshState.Moment?.none }
    if failure != runs.failure[role] { complain("failed came or left on its own") }
  }

  private mutating func judgeProgress(of state: RefreshState) {
    let progress = state.progress
    let isFine =
      switch state.moment {
      case .peeking: progress > 0 && progress <= 1
      case .pulling: progress > 0 && progress < 1
      case .armed: progress >= 0.85 && progress <= 1
      case .idle, .disabled: progress == 0
      default: progress == 1
      }
    if !isFine { complain("progress out of bounds") }
  }
}

/// Counts the automatic loads of a role since rows came or the user acted.
struct SignWitness {
  private(set) var inARow = 0
  private let role: RunRole
  private var place: ScrollPosition?
  private var lengthBefore = 0.0
  private var mode: LoadMode

  init(of role: RunRole, mode: LoadMode) { (self.role, self.mode) = (role, mode) }

  /// Called after the list has advanced to the present time, and before it handles the event.
  mutating func watch(_ event: RefreshCoordinator.Event) {
    switch event {
    case .device(.scrolled(let place)), .contentChanged(let place):
      let edge = RoleEdges()[role].axisEdge
      if place.contentLength > lengthBefore || place.isAt(edge) { inARow = 0 }
      self.place = place
    case .setLoadMode(self.role, let mode):
      if mode != self.mode { inARow = 0 }
      self.mode = mode
    default:
      break
    }
  }

  /// Checks an effect, and describes its fault; nil if it has none.
  mutating func watch(_ effect: RefreshCoordinator.Effect) -> String? {
    switch effect {
    case .start(let id, let source) where id.role == role:
      inARow = source == .automatic ? inARow + 1 : 0
      lengthBefore = place?.contentLength ?? 0
    case .ended(_, .refreshed): inARow = 0
    default: break
    }
    return inARow > 10 ? "loads on and on by itself" : nil
  }
}
