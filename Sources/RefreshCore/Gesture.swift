/// A gesture under way on one device.
protocol Gesture: Sendable {
  var device: PullDevice { get }
  var pull: Pull? { get }
  /// Notes that the content has left an edge during the gesture.
  mutating func leave(_ edge: AxisEdge)
}

/// The present pull of a gesture.
struct Pull: Sendable, Equatable {
  var edge: AxisEdge
  /// The distance past the edge, in px; more than 0.
  var distance: Double
  var deliberate: Bool
  /// The part of `distance` that `edge-overshot` has added to the finger's own movement, in px.
  var correction = 0.0
}

extension AxisEdge {
  /// The edge past which a finger pulls by moving `along` px; nil for 0 and NaN. A movement towards
  /// the end pulls the content past its start.
  package init?(pulledBy along: Double) {
    if along > 0 { self = .start } else if along < 0 { self = .end } else { return nil }
  }
}

/// The edges past which a gesture may pull. During the gesture, edges are removed but never added.
struct Allowance: Sendable {
  /// The edges where a pull is deliberate and may fire. A pull past any other edge cannot fire.
  private var firing: AxisEdges
  /// The edges where the pull is shown. At any other edge, a held key or a scroller inside the list
  /// takes the movement.
  private var shown = AxisEdges.both

  init(firing: AxisEdges) { self.firing = firing }

  mutating func limit(by context: InputContext) { shown.subtract(context.refused) }

  /// Notes that the content has left the edge.
  mutating func leave(_ edge: AxisEdge) { firing.remove(edge) }

  /// - Returns: nil if no pull is shown at the edge.
  func pull(past edge: AxisEdge, by distance: Double, correction: Double = 0) -> Pull? {
    guard shown.contains(edge) else { return nil }
    return Pull(
      edge: edge,
      distance: distance,
      deliberate: firing.contains(edge),
      correction: correction
    )
  }
}

/// The axis of a gesture, decided once it has moved by more than the slop: a swipe across the list
/// may drift along it, and a pull across.
struct MainAxis: Sendable {
  private var decided: Bool?

  /// Whether the gesture is known to go mostly along the list.
  var isAlong: Bool { decided == true }

  /// `across` and `along` are the finger's movement since the gesture began, in px; so is `slop`.
  mutating func note(across: Double, along: Double, slop: Double) {
    guard decided == nil, max(abs(across), abs(along)) > slop else { return }
    decided = abs(along) > abs(across)
  }
}

/// A touch of one finger or a stylus, until it is lifted. The pull is the finger's offset, minus
/// the distance that the content could still scroll when the touch began, and minus the slop.
struct TouchPull: Gesture {
  let device = PullDevice.touch
  private(set) var pull: Pull?
  private let began: ScrollPosition
  private var axis = MainAxis()
  private var allowed: Allowance
  /// How far the finger has moved past the edge that it pulls at, slop included.
  private var way = 0.0
  /// The px that `edge-overshot` has added to the distance.
  private var correction = Each<AxisEdge, Double>(repeating: 0)
  /// The distance past the edge at which GTK emits `edge-overshot`, in px.
  private static let overshot = 100.0

  init(at position: ScrollPosition, firing: AxisEdges, _ context: InputContext) {
    began = position
    allowed = Allowance(firing: firing)
    allowed.limit(by: context)
  }

  mutating func moved(across: Double, along: Double, slop: Double, _ context: InputContext) {
    pull = nil
    let (across, along) = (across.orZero, along.orZero)
    allowed.limit(by: context)
    axis.note(across: across, along: along, slop: slop)
    guard let edge = AxisEdge(pulledBy: along) else {
      correction = Each(repeating: 0)
      return
    }
    way = edge.forward(along) - began.distance(to: edge)
    if way <= 0 { correction[edge] = 0 }
    let distance = way - slop + correction[edge]
    guard distance > 0, axis.isAlong else { return }
    pull = allowed.pull(past: edge, by: distance, correction: correction[edge])
  }

  /// Raises a deliberate pull to 100 px if the finger has moved that far: unlike GTK, a touch pull
  /// does not count the slop. Pulls by other devices count it, and are not raised.
  mutating func overshot(_ edge: AxisEdge) {
    guard let pull, pull.edge == edge, pull.deliberate, way >= Self.overshot else { return }
    let missing = max(0, Self.overshot - pull.distance)
    correction[edge] += missing
    self.pull?.distance += missing
    self.pull?.correction += missing
  }

  mutating func leave(_ edge: AxisEdge) {
    allowed.leave(edge)
    if pull?.edge == edge { pull = nil }
  }
}

/// Two fingers on a touchpad, from their first movement until they are lifted or stay still.
struct TouchpadPull: Gesture {
  let device = PullDevice.touchpad
  private(set) var last: Duration
  private var axis = MainAxis()
  private var allowed: Allowance
  private var sum = (across: 0.0, along: 0.0)
  /// The pull, whether or not it may be shown.
  private var counted: (edge: AxisEdge, distance: Double)?

  init(firing: AxisEdges, at now: Duration) {
    allowed = Allowance(firing: firing)
    last = now
  }

  /// The visible pull: none before the axis is decided, and afterwards the whole distance that was
  /// pulled past the edge.
  var pull: Pull? {
    guard let counted, axis.isAlong else { return nil }
    return allowed.pull(past: counted.edge, by: counted.distance)
  }

  /// `across` and `along` are in px, signed like the movement of a finger that drags the content.
  mutating func moved(
    across: Double,
    along: Double,
    at position: ScrollPosition,
    now: Duration,
    slop: Double,
    _ context: InputContext
  ) {
    last = now
    allowed.limit(by: context)
    sum.across += across
    sum.along += along
    axis.note(across: sum.across, along: sum.along, slop: slop)
    if let counted {
      let distance = counted.distance + counted.edge.forward(along)
      self.counted = distance > 0 ? (counted.edge, distance) : nil
    } else if let edge = AxisEdge(pulledBy: along), position.isAt(edge) {
      counted = (edge, abs(along))
    }
  }

  mutating func leave(_ edge: AxisEdge) {
    allowed.leave(edge)
    if counted?.edge == edge { counted = nil }
  }
}

/// A series of wheel notches, each soon after the one before.
struct WheelPull: Gesture {
  let device = PullDevice.wheel
  private(set) var pull: Pull?
  private(set) var last: Duration
  /// The time when the series had enough notches to fire.
  private(set) var armed: Duration?
  private let edge: AxisEdge
  private var isDeliberate: Bool
  /// Whether further notches do nothing: the series has fired, has paused too long or was turned
  /// back, or one of its notches was for a scroller inside the list or came with a held key.
  private var isSpent = false
  private var notches = 0.0
  private var reversed = 0.0

  init(towards edge: AxisEdge, firing: AxisEdges, at now: Duration) {
    self.edge = edge
    isDeliberate = firing.contains(edge)
    last = now
  }

  /// - Parameter along: the notches, one at most, signed like a finger that drags the content.
  mutating func moved(
    along: Double,
    at position: ScrollPosition,
    now: Duration,
    metrics: PullMetrics
  ) {
    last = now
    guard !isSpent else { return }
    let forward = edge.forward(along)
    guard forward > 0 else { return turnBack(by: -forward) }
    reversed = 0
    guard position.isAt(edge) else { return }
    notches += forward
    count(page: position.page, now: now, metrics: metrics)
  }

  /// High-resolution wheels slip back a little between two notches. Half a notch or more backwards
  /// counts as turning back, and ends the series.
  private mutating func turnBack(by part: Double) {
    reversed += part
    if reversed >= 0.5 { spend() }
  }

  /// Sets the pull. It grows evenly to the threshold with ``PullMetrics/wheelNotches`` notches,
  /// however tall the page; each further notch adds GTK's scroll distance.
  private mutating func count(page: Double, now: Duration, metrics: PullMetrics) {
    let enough = Double(metrics.wheelNotches)
    // Tolerates rounding, since parts of a notch, such as thirds, need not add up exactly.
    let isEnough = notches >= enough - 0.001
    let distance =
      isEnough
      ? metrics.threshold + max(0, notches - enough) * metrics.wheelNotch(page: page)
      : metrics.threshold * notches / enough
    let counts = isDeliberate && metrics.wheelEnabled
    if counts, isEnough, armed == nil { armed = now }
    pull = Pull(edge: edge, distance: distance, deliberate: counts)
  }

  mutating func leave(_ edge: AxisEdge) {
    guard edge == self.edge else { return }
    isDeliberate = false
    notches = 0
    armed = nil
    pull = nil
  }

  /// Spends the series: its remaining notches do nothing.
  mutating func spend() {
    isSpent = true
    armed = nil
    pull = nil
  }

  /// Whether a notch at this moment belongs to the series. While the series is armed, every notch
  /// belongs to it until the dwell is over.
  func isContinued(at now: Duration, pause: Duration) -> Bool {
    armed != nil || now <= last + pause
  }
}
