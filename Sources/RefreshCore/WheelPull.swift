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

  /// - Parameter along: the notches, one at most, signed as a finger that drags the content.
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
  /// however tall the page. Each further notch adds GTK's scroll distance. A pull that reaches the
  /// threshold is armed only if it is deliberate and ``PullMetrics/wheelEnabled``.
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
