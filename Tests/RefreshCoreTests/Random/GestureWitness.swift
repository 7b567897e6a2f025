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
    var way = 0.0
    var farthest: [PullEdge: Double] = [:]
    var overshot = false

    mutating func goes(_ dy: Double) {
      way = dy
      farthest[.top] = max(farthest[.top, default: 0], dy)
      farthest[.bottom] = max(farthest[.bottom, default: 0], -dy)
    }
  }
  private var finger: Finger?
  private var pad: (finger: Finger, last: Duration)?
  private var lastPad: Duration?
  private typealias Notch = (
    time: Duration, way: Double, deliberate: [PullEdge], away: [PullEdge]
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
    case .touchBegan(let place):
      note(place, now)
      finger = Finger(deliberate: rested(now))
      pad = nil
      notches.removeAll(keepingCapacity: true)
    case .touchMoved(let dy, let place):
      let dy = dy.isFinite ? dy : 0
      finger?.goes(dy)
      note(place, now)
    case .touchEnded, .touchCancelled, .touchpadStopped:
      break
    case .touchpadScrolled(let dy, let place):
      note(place, now)
      watchPad(dy * metrics.touchpadFactor, place, now)
    case .wheelScrolled(let notches, let place):
      note(place, now)
      watchWheel(min(max(notches, -1), 1), place, now)
    case .overshot:
      finger?.overshot = true
      pad?.finger.overshot = true
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

  private mutating func watchPad(_ way: Double, _ place: ScrollPosition, _ now: Duration) {
    defer { lastPad = now }
    notches.removeAll(keepingCapacity: true)
    guard finger == nil else { return }
    if let pad, now >= pad.last + metrics.touchpadQuiet { self.pad = nil }
    if pad == nil {
      let isTail = lastPad.map { now - $0 < metrics.restBeforePull } ?? false
      pad = (Finger(deliberate: isTail ? [] : rested(now)), now)
      leave(place)
    }
    pad?.last = now
    let edge: PullEdge = way < 0 ? .top : .bottom
    pad?.finger.farthest[edge, default: 0] += abs(way)
  }

  private mutating func watchWheel(_ way: Double, _ place: ScrollPosition, _ now: Duration) {
    pad = nil
    guard finger == nil else {
      notches.append((now, way, [], []))
      return
    }
    let away = [PullEdge.top, .bottom].filter { place.distance(to: $0) > 1 + metrics.startSlop }
    notches.append((now, way, rested(now), away))
  }

  private mutating func note(_ place: ScrollPosition, _ now: Duration, moved: Bool = false) {
    let arrived = seen || moved ? now : .zero
    seen = true
    atTopSince = place.distanceToTop < 1 ? atTopSince ?? arrived : nil
    atBottomSince = place.distanceToBottom < 1 ? atBottomSince ?? arrived : nil
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
    guard let finger, finger.deliberate.contains(edge) else { return false }
    let way = edge == .top ? finger.way : -finger.way
    if metricsChanged || finger.overshot { return way > 0 }
    return finger.farthest[edge, default: 0] >= metrics.threshold + metrics.startSlop
      && way >= metrics.threshold * metrics.disarmFraction + metrics.startSlop
  }

  private func allowsTouchpad(_ edge: PullEdge) -> Bool {
    guard let pad, pad.finger.deliberate.contains(edge) else { return false }
    let way = pad.finger.farthest[edge, default: 0]
    return metricsChanged || pad.finger.overshot ? way > 0 : way >= metrics.threshold
  }

  /// Whether the gesture under way may do more than peek at this edge.
  func isDeliberate(at edge: PullEdge) -> Bool {
    if let finger { return finger.deliberate.contains(edge) }
    if let pad { return pad.finger.deliberate.contains(edge) }
    guard !notches.isEmpty else { return false }
    return isDeliberate(series, at: edge) && (metrics.wheelEnabled || metricsChanged)
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
      && !series.contains { $0.away.contains(edge) }
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
