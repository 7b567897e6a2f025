import RefreshCore

/// Watches the devices independently of the tracker, and decides which pull may fire.
///
/// It implements the same rules in another way: it keeps all events and looks back over them, while
/// the tracker counts forwards.
struct GestureWitness {
  var metrics: PullMetrics
  /// Whether events from before a change of the metrics may still count.
  private var metricsChanged = false

  private var seen = false
  private var atTopSince: Duration?
  private var atBottomSince: Duration?

  private struct Finger {
    var deliberate: [AxisEdge]
    /// The edges at which an event forbids the pull to be shown at all.
    var forbidden: AxisEdges = []
    var way = 0.0
    var farthest: [AxisEdge: Double] = [:]
    /// The edges at which GTK's `edge-overshot` came after the finger had moved 100 px.
    var overshot: AxisEdges = []
    /// The finger's position at each event, with the slop at that time.
    private var stations: [(across: Double, along: Double, slop: Double)] = []

    init(deliberate: [AxisEdge]) { self.deliberate = deliberate }

    mutating func goes(_ across: Double, _ along: Double, slop: Double) {
      way = along
      farthest[.start] = max(farthest[.start, default: 0], along)
      farthest[.end] = max(farthest[.end, default: 0], -along)
      visits(across, along, slop: slop)
    }

    mutating func visits(_ across: Double, _ along: Double, slop: Double) {
      stations.append((across, along, slop))
    }

    mutating func takes(_ context: InputContext) { forbidden.formUnion(context.forbidden) }

    /// Whether the gesture went mostly up or down when it first left the slop.
    var isAlong: Bool {
      stations.first { abs($0.across) > $0.slop || abs($0.along) > $0.slop }
        .map { abs($0.along) > abs($0.across) } ?? false
    }

    func mayShow(at edge: AxisEdge) -> Bool { isAlong && !forbidden.contains(edge) }

    func isDeliberate(at edge: AxisEdge) -> Bool { mayShow(at: edge) && deliberate.contains(edge) }
  }
  private var finger: Finger?
  private var pad: (finger: Finger, way: (across: Double, along: Double), last: Duration)?
  private var lastPad: Duration?
  private typealias Notch = (
    time: Duration, way: Double, deliberate: [AxisEdge], away: [AxisEdge], isForbidden: Bool
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
    case .touchMoved(let across, let along, let place, let context):
      finger?.goes(
        across.isFinite ? across : 0,
        along.isFinite ? along : 0,
        slop: metrics.startSlop
      )
      finger?.takes(context)
      note(place, now, context)
    case .touchEnded, .touchCancelled, .touchpadStopped:
      break
    case .touchpadScrolled(let across, let along, let place, let context):
      note(place, now, context)
      watchPad(across * metrics.touchpadFactor, along * metrics.touchpadFactor, place, now, context)
    case .wheelScrolled(let across, let notches, let place, let context):
      note(place, now, context)
      let isTilt = abs(across) >= abs(notches)
      if isTilt, !context.isKeyHeld { break }
      watchWheel(isTilt ? 0 : min(max(notches, -1), 1), place, now, context)
    case .overshot(let edge):
      let way = finger.map { edge == .start ? $0.way : -$0.way } ?? 0
      if way >= 100 { finger?.overshot.insert(edge) }
    }
  }

  /// Drops a gesture that has ended, which cannot fire any more.
  mutating func forget(after event: DeviceEvent) {
    switch event {
    case .touchEnded, .touchCancelled: finger = nil
    case .touchpadStopped: pad = nil
    default: break
    }
    if finger == nil, pad == nil, notches.isEmpty { metricsChanged = false }
  }

  private mutating func watchPad(
    _ across: Double,
    _ along: Double,
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
    pad.way = (pad.way.across + across, pad.way.along + along)
    pad.finger.visits(pad.way.across, pad.way.along, slop: metrics.startSlop)
    pad.finger.takes(context)
    pad.finger.farthest[along < 0 ? .start : .end, default: 0] += abs(along)
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
    let away = [AxisEdge.start, .end].filter { place.distance(to: $0) > 1 + metrics.startSlop }
    let ahead: AxisEdge = way < 0 ? .start : .end
    let isForbidden = context.isKeyHeld || context.taken.contains(ahead)
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
    atTopSince = place.distanceToStart < 1 ? atTopSince ?? arrived : nil
    atBottomSince = place.distanceToEnd < 1 ? atBottomSince ?? arrived : nil
    // An inner scroller still moves, so the period of rest begins again.
    if context.taken.contains(AxisEdge.start), atTopSince != nil { atTopSince = now }
    if context.taken.contains(AxisEdge.end), atBottomSince != nil { atBottomSince = now }
    leave(place)
  }

  private mutating func leave(_ place: ScrollPosition) {
    let near = 1 + metrics.startSlop
    if place.distanceToStart > near { leave(AxisEdge.start) }
    if place.distanceToEnd > near { leave(AxisEdge.end) }
  }

  private mutating func leave(_ edge: AxisEdge) {
    finger?.deliberate.removeAll { $0 == edge }
    pad?.finger.deliberate.removeAll { $0 == edge }
    if !notches.isEmpty { notches[notches.count - 1].away.append(edge) }
  }

  private func rested(_ now: Duration) -> [AxisEdge] {
    var edges: [AxisEdge] = []
    if let since = atTopSince, now - since >= metrics.restBeforePull { edges.append(.start) }
    if let since = atBottomSince, now - since >= metrics.restBeforePull { edges.append(.end) }
    return edges
  }

  // MARK: Judging

  /// Whether a pull with this device may fire at this edge now.
  func allows(_ device: PullDevice, at edge: AxisEdge, now: Duration, during event: DeviceEvent?)
    -> Bool
  {
    switch device {
    case .touch: event == .touchEnded && allowsTouch(edge)
    case .touchpad: allowsTouchpad(edge)
    case .wheel: allowsWheel(edge, now)
    }
  }

  private func allowsTouch(_ edge: AxisEdge) -> Bool {
    guard let finger, finger.isDeliberate(at: edge) else { return false }
    let way = edge == .start ? finger.way : -finger.way
    if metricsChanged { return way > 0 }
    if finger.overshot.contains(edge) { return way >= metrics.disarmFraction * metrics.threshold }
    return finger.farthest[edge, default: 0] >= metrics.threshold + metrics.startSlop
      && way >= metrics.threshold * metrics.disarmFraction + metrics.startSlop
  }

  private func allowsTouchpad(_ edge: AxisEdge) -> Bool {
    guard let pad, pad.finger.isDeliberate(at: edge) else { return false }
    let way = pad.finger.farthest[edge, default: 0]
    return metricsChanged ? way > 0 : way >= metrics.threshold
  }

  /// Whether the gesture under way may do more than peek at this edge.
  func isDeliberate(at edge: AxisEdge) -> Bool {
    if let finger { return finger.isDeliberate(at: edge) }
    if let pad { return pad.finger.isDeliberate(at: edge) }
    guard !notches.isEmpty else { return false }
    return isDeliberate(series, at: edge) && (metrics.wheelEnabled || metricsChanged)
  }

  /// Whether the gesture under way may show anything at this edge.
  func mayShow(at edge: AxisEdge) -> Bool {
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

  private func isDeliberate(_ series: ArraySlice<Notch>, at edge: AxisEdge) -> Bool {
    (series[series.startIndex].deliberate.contains(edge) || metricsChanged)
      && !series.contains { $0.isForbidden || $0.away.contains(edge) }
  }

  private func allowsWheel(_ edge: AxisEdge, _ now: Duration) -> Bool {
    guard metrics.wheelEnabled, let last = notches.last else { return false }
    let series = series
    let forward = series.map { edge == .start ? -$0.way : $0.way }
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
  /// The edges at which a gesture with an event of this context must not pull.
  fileprivate var forbidden: AxisEdges { isKeyHeld ? .both : taken }
}
