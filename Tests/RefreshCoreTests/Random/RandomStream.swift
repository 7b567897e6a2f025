import RefreshCore

/// Random actions of users, handlers and lists, as whole gestures: single random events would
/// hardly ever make a pull.
struct RandomStream {
  enum Step {
    case event(RefreshCoordinator.Event, after: Duration)
    /// The handlers under way succeed.
    case answer(after: Duration)
    /// The metrics change.
    case use(PullMetrics, after: Duration)
  }

  private var random: SeededGenerator
  private var place: ScrollPosition
  private var steps: [Step] = []

  private static let places: [ScrollPosition] = [
    .start, .start, .middle, .end, .end, .fits, .tallTop,
    ScrollPosition(distanceToStart: 9, distanceToEnd: 300, page: 450),
  ]

  // Stored, because making an array for each event would take as long as the event itself.
  private static let pauses = [0, 1, 10, 90, 310, 700, 1500, 4000]
  private static let touchpadPauses = [8, 16, 60, 149, 151]
  private static let wheelPauses = [30, 120, 120, 399, 400, 401]
  private static let ways = [
    -420.0, -160, -60, -12, 12, 40, 114, 115, 150, 420, 800, .nan,
  ]

  init(random: SeededGenerator) {
    self.random = random
    place = .start
    place = self.random.pick(Self.places)
  }

  static func metrics(_ random: inout SeededGenerator) -> PullMetrics {
    guard random.chance(40) else { return PullMetrics() }
    let random = (random.pick([24.0, 60, 100, 180, 400]), random.pick([2, 3, 5]), random.below(4))
    return PullMetrics {
      $0.threshold = random.0
      $0.wheelNotches = random.1
      $0.wheelEnabled = random.2 > 0
      $0.startSlop = Double(8 * random.2)
      $0.resultShown = .milliseconds(400 * random.2)
      $0.cooldown = .milliseconds(250 * random.2)
      $0.minimumRunning = .milliseconds(600 * random.2)
      $0.stuckNotice = .seconds(4 - random.2)
    }
  }

  /// The next few steps: those of one gesture, or of another action.
  mutating func phrase() -> [Step] {
    steps.removeAll(keepingCapacity: true)
    switch random.below(15) {
    case 0, 1, 2: touch()
    case 3, 4: touchpad()
    case 5, 6: wheel()
    case 7, 8: scroll()
    case 9: add(.begin(.refresh, .command))
    case 10: add(.begin(random.pick([.loadMore, .loadEarlier]), .command))
    case 11: add(.cancel(random.pick([nil, .refresh, .loadMore, .loadEarlier])))
    case 12: switchSomething()
    case 13: fillUp()
    default: add(.contentChanged(to: place), after: 20)
    }
    return steps
  }

  private mutating func add(_ event: RefreshCoordinator.Event, after milliseconds: Int? = nil) {
    let pause = milliseconds ?? random.pick(Self.pauses)
    steps.append(.event(event, after: .milliseconds(pause)))
  }

  /// Adds loads with few rows, each laid out, without an event of the user.
  private mutating func fillUp() {
    for _ in 0..<4 {
      steps.append(.answer(after: .milliseconds(700)))
      add(.contentChanged(to: place), after: 20)
    }
  }

  private mutating func scroll() {
    place = random.pick(Self.places)
    add(.device(.scrolled(to: place)))
  }

  /// Sometimes adds another event in the middle of a gesture.
  private mutating func disturb() {
    guard random.chance(4) else { return }
    switch random.below(5) {
    case 0: scroll()
    case 1:
      let notches = random.pick([-1.0, 1])
      add(.device(.wheelScrolled(notches: notches, at: place, with: context())), after: 5)
    case 2:
      let along = random.pick([-30.0, 30])
      add(.device(.touchpadScrolled(along: along, at: place, with: context())), after: 5)
    case 3: add(.device(.touchBegan(at: place, with: context())), after: 5)
    default: switchSomething()
    }
  }

  /// The context of an event: mostly plain; otherwise a key is held, or an inner scroller takes it.
  private mutating func context() -> InputContext {
    switch random.below(24) {
    case 0: InputContext(isKeyHeld: true)
    case 1: InputContext(taken: random.pick([[.start], [.end], .both]))
    case 2: InputContext(isKeyHeld: true, taken: [.start])
    default: .plain
    }
  }

  /// The movement across: mostly little; otherwise about as much as along, or more.
  private mutating func drift(of along: Double) -> Double {
    random.chance(85) ? Double(random.below(12)) : along * random.pick([-3, -1, 0.9, 1, 1.1, .nan])
  }

  private mutating func touch() {
    add(.device(.touchBegan(at: place, with: context())))
    for _ in 0..<(1 + random.below(4)) {
      let along = random.pick(Self.ways)
      let across = drift(of: along)
      add(.device(.touchMoved(across: across, along: along, at: place, with: context())), after: 16)
      if random.chance(8) { overshoot() }
      disturb()
    }
    add(.device(random.chance(85) ? .touchEnded : .touchCancelled), after: 16)
  }

  private mutating func touchpad() {
    let direction = random.pick([-1.0, 1])
    for _ in 0..<(1 + random.below(5)) {
      let back = random.chance(15) ? -1.0 : 1
      let along = direction * back * Double(2 + random.below(30))
      let across = direction * Double(random.chance(85) ? random.below(2) : random.below(40))
      add(
        .device(.touchpadScrolled(across: across, along: along, at: place, with: context())),
        after: random.pick(Self.touchpadPauses)
      )
      if random.chance(8) { overshoot() }
      disturb()
    }
    if random.chance(50) { add(.device(.touchpadStopped), after: 16) }
  }

  private mutating func wheel() {
    let direction = random.pick([-1.0, 1])
    let part = random.pick([1.0, 1, 1, 0.5, 7])
    for _ in 0..<(1 + random.below(6)) {
      let back = random.chance(8) ? -1.0 : 1
      let notches = direction * back * part
      let tilt = random.chance(90) ? 0 : notches * random.pick([-2, 0.5, 1])
      add(
        .device(.wheelScrolled(across: tilt, notches: notches, at: place, with: context())),
        after: random.pick(Self.wheelPauses)
      )
      if random.chance(8) { overshoot() }
      disturb()
    }
  }

  private mutating func overshoot() {
    add(.device(.overshot(random.pick([.start, .end]))), after: 0)
  }

  private mutating func switchSomething() {
    switch random.below(5) {
    case 0: add(.setEnabled(.refresh, random.chance(60)))
    case 1: add(.setEnabled(.loadMore, random.chance(70)))
    case 2: add(.setEnabled(.loadEarlier, random.chance(70)))
    case 3:
      let mode = random.pick([LoadMode.pull, .automatic(), .automatic(prefetch: 0)])
      add(.setLoadMode(random.pick([.loadMore, .loadEarlier]), mode))
    default:
      let pause = random.pick(Self.pauses)
      steps.append(.use(Self.metrics(&random), after: .milliseconds(pause)))
    }
  }
}
