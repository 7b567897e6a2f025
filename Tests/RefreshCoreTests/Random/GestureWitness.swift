import RefreshCore

/// Watches the devices on its own and says which pull may fire.
///
/// It knows the rules, not the tracker: it keeps what happened and looks back over it, where the
/// tracker counts forwards.
struct GestureWitness {
  var metrics: PullMetrics
  /// Whether what was seen under other numbers may still count.
  private var metricsChanged = false

  private var seen = false
  private var atTopSince: Duration?
  private var atBottomSince: Duration?

  private struct Finger {
    var deliberate: [PullEdge]
    /// Where something that came with an event forbids even to show the pull.
    var forbidden: PullEdges = []
    var way = 0.0
    var farthest: [PullEdge: Double] = [:]
    /// Whether GTK's witness came when the finger had gone as far.
    var overshot: PullEdges = []
    /// Where it was at each event, and which slop was in force.
    private var stations: [(dx: Double, dy: Double, slop: Double)] = []

    init(deliberate: [PullEdge]) { self.deliberate = deliberate }

    mutating func goes(_ dx: Double, _ dy: Double, slop: Double) {
      way = dy
      farthest[.top] = max(farthest[.top, default: 0], dy)
      farthest[.bottom] = max(farthest[.bottom, default: 0], -dy)
      visits(dx, dy, slop: slop)
    }

    mutating func visits(_ dx: Double, _ dy: Double, slop: Double) {
      stations.append((dx, dy, slop))
    }

    mutating func takes(_ context: InputContext) { forbidden.formUnion(context.forbidden) }

    /// Whether it went mostly up or down when it first left the slop.
    var isVertical: Bool {
      stations.first { abs($0.dx) > $0.slop || abs($0.dy) > $0.slop }
        .map { abs($0.dy) > abs($0.dx) } ?? false
    }

    func mayShow(at edge: PullEdge) -> Bool { isVertical && !forbidden.contains(edge) }

    func isDeliberate(at edge: PullEdge) -> Bool { mayShow(at: edge) && deliberate.contains(edge) }
  }
  private var finger: Finger?
  private var pad: (finger: Finger, way: (dx: Double, dy: Double), last: Duration)?
  private var lastPad: Duration?
  private typealias Notch = (
    time: Duration, way: Double, deliberate: [PullEdge], away: [PullEdge], isForbidden: Bool
  )
  private var notches: [Notch] = []

  init(metrics: PullMetrics) { self.metrics = metrics }

  mutating func change(_ metrics: PullMetrics) {
    self.metrics = metrics
    metricsChanged = true
  }

  // MARK: Watching

  mutating func watch(_ event: DeviceEvent, at now: Duration) {
    switch event {
    case .scrolled(let place):
      note(place, now, moved: true)
    case .touchBegan(let place, let context):
      note(place, now, context)
      finger = Finger(deliberate: rested(now))
      finger?.takes(context)
      pad = nil
      notches.removeAll(keepingCapacity: true)
    case .touchMoved(let dx, let dy, let place, let context):
      finger?.goes(dx.isFinite ? dx : 0, dy.isFinite ? dy : 0, slop: metrics.startSlop)
      finger?.takes(context)
      note(place, now, context)
    case .touchEnded, .touchCancelled, .touchpadStopped:
      break
    case .touchpadScrolled(let dx, let dy, let place, let context):
      note(place, now, context)
      watchPad(dx * metrics.touchpadFactor, dy * metrics.touchpadFactor, place, now, context)
    case .wheelScrolled(let sideways, let notches, let place, let context):
      note(place, now, context)
      let isTilt = abs(sideways) >= abs(notches)
      if isTilt, context.modifiers.isEmpty { break }
      watchWheel(isTilt ? 0 : min(max(notches, -1), 1), place, now, context)
    case .overshot(let edge):
      let way = finger.map { edge == .top ? $0.way : -$0.way } ?? 0
      if way >= 100 { finger?.overshot.insert(PullEdges(edge)) }
    }
  }

  /// What has ended cannot fire any more.
  mutating func forget(after event: DeviceEvent) {
    switch event {
    case .touchEnded, .touchCancelled: finger = nil
    case .touchpadStopped: pad = nil
    default: break
    }
    if finger == nil, pad == nil, notches.isEmpty { metricsChanged = false }
  }

  private mutating func watchPad(
    _ dx: Double,
    _ dy: Double,
    _ place: ScrollPosition,
    _ now: Duration,
    _ context: InputContext
  ) {
    defer { lastPad = now }
    notches.removeAll(keepingCapacity: true)
    guard finger == nil else { return }
    if let pad, now >= pad.last + metrics.touchpadQuiet { self.pad = nil }
    var pad =
      pad
      ?? {
        let isTail = lastPad.map { now - $0 < metrics.restBeforePull } ?? false
        return (Finger(deliberate: isTail ? [] : rested(now)), (0, 0), now)
      }()
    pad.last = now
    pad.way = (pad.way.dx + dx, pad.way.dy + dy)
    pad.finger.visits(pad.way.dx, pad.way.dy, slop: metrics.startSlop)
    pad.finger.takes(context)
    pad.finger.farthest[dy < 0 ? .top : .bottom, default: 0] += abs(dy)
    self.pad = pad
    leave(place)
  }

  private mutating func watchWheel(
    _ way: Double,
    _ place: ScrollPosition,
    _ now: Duration,
    _ context: InputContext
  ) {
    pad = nil
    guard finger == nil else {
      notches.append((now, way, [], [], false))
      return
    }
    let away = [PullEdge.top, .bottom].filter { place.distance(to: $0) > 1 + metrics.startSlop }
    let ahead: PullEdge = way < 0 ? .top : .bottom
    let isForbidden = !context.modifiers.isEmpty || context.taken.contains(ahead)
    notches.append((now, way, rested(now), away, isForbidden))
  }

  private mutating func note(
    _ place: ScrollPosition,
    _ now: Duration,
    _ context: InputContext = .plain,
    moved: Bool = false
  ) {
    let arrived = seen || moved ? now : .zero
    seen = true
    atTopSince = place.distanceToTop < 1 ? atTopSince ?? arrived : nil
    atBottomSince = place.distanceToBottom < 1 ? atBottomSince ?? arrived : nil
    // Something inside still moves.
    if context.taken.contains(PullEdge.top), atTopSince != nil { atTopSince = now }
    if context.taken.contains(PullEdge.bottom), atBottomSince != nil { atBottomSince = now }
    leave(place)
  }

  private mutating func leave(_ place: ScrollPosition) {
    let near = 1 + metrics.startSlop
    if place.distanceToTop > near { leave(PullEdge.top) }
    if place.distanceToBottom > near { leave(PullEdge.bottom) }
  }

  private mutating func leave(_ edge: PullEdge) {
    finger?.deliberate.removeAll { $0 == edge }
    pad?.finger.deliberate.removeAll { $0 == edge }
    if !notches.isEmpty { notches[notches.count - 1].away.append(edge) }
  }

  private func rested(_ now: Duration) -> [PullEdge] {
    var edges: [PullEdge] = []
    if let since = atTopSince, now - since >= metrics.restBeforePull { edges.append(.top) }
    if let since = atBottomSince, now - since >= metrics.restBeforePull { edges.append(.bottom) }
    return edges
  }

  // MARK: Judging

  /// Whether a pull with this device may fire at this edge now.
  func allows(_ device: PullDevice, at edge: PullEdge, now: Duration, during event: DeviceEvent?)
    -> Bool
  {
    switch device {
    case .touch: event == .touchEnded && allowsTouch(edge)
    case .touchpad: allowsTouchpad(edge)
    case .wheel: allowsWheel(edge, now)
    }
  }

  private func allowsTouch(_ edge: PullEdge) -> Bool {
    guard let finger, finger.isDeliberate(at: edge) else { return false }
    let way = edge == .top ? finger.way : -finger.way
    if metricsChanged { return way > 0 }
    if finger.overshot.contains(edge) { return way >= metrics.disarmFraction * metrics.threshold }
    return finger.farthest[edge, default: 0] >= metrics.threshold + metrics.startSlop
      && way >= metrics.threshold * metrics.disarmFraction + metrics.startSlop
  }

  private func allowsTouchpad(_ edge: PullEdge) -> Bool {
    guard let pad, pad.finger.isDeliberate(at: edge) else { return false }
    let way = pad.finger.farthest[edge, default: 0]
    return metricsChanged ? way > 0 : way >= metrics.threshold
  }

  /// Whether the gesture under way may do more than peek at this edge.
  func isDeliberate(at edge: PullEdge) -> Bool {
    if let finger { return finger.isDeliberate(at: edge) }
    if let pad { return pad.finger.isDeliberate(at: edge) }
    guard !notches.isEmpty else { return false }
    return isDeliberate(series, at: edge) && (metrics.wheelEnabled || metricsChanged)
  }

  /// Whether the gesture under way may show anything at this edge.
  func mayShow(at edge: PullEdge) -> Bool {
    if let finger { return finger.mayShow(at: edge) }
    if let pad { return pad.finger.mayShow(at: edge) }
    return !notches.isEmpty && !series.contains { $0.isForbidden }
  }

  /// The notches since the last pause.
  private var series: ArraySlice<Notch> {
    var first = notches.count - 1
    while first > 0, notches[first].time - notches[first - 1].time <= metrics.wheelPause {
      first -= 1
    }
    return notches[first...]
  }

  private func isDeliberate(_ series: ArraySlice<Notch>, at edge: PullEdge) -> Bool {
    (series[series.startIndex].deliberate.contains(edge) || metricsChanged)
      && !series.contains { $0.isForbidden || $0.away.contains(edge) }
  }

  private func allowsWheel(_ edge: PullEdge, _ now: Duration) -> Bool {
    guard metrics.wheelEnabled, let last = notches.last else { return false }
    let series = series
    let forward = series.map { edge == .top ? -$0.way : $0.way }
    guard isDeliberate(series, at: edge),
      forward.filter({ $0 < 0 }).reduce(0, -) < 0.5 || metricsChanged
    else { return false }
    let count = forward.reduce(0, +)
    return metricsChanged
      || (count >= Double(metrics.wheelNotches) - 0.01 && now >= last.time
        && now - series[series.startIndex].time >= metrics.wheelDwell)
  }
}

extension InputContext {
  /// The edges at which a touch that meets this event must not pull.
  fileprivate var forbidden: PullEdges { modifiers.isEmpty ? taken : .both }
}
