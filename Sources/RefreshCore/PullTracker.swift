/// An event of a pull past an edge, derived from the events of a device.
package enum PullEvent: Sendable, Hashable {
  /// The content is pulled past an edge by `distance` px, more than 0.
  ///
  /// A pull that is not `deliberate` only peeks: it cannot fire, however far it goes. For example,
  /// its gesture began away from the edge, or too soon after the content reached the edge.
  case moved(AxisEdge, distance: Double, deliberate: Bool)

  /// The user let go; for a wheel, the dwell is over. An armed pull fires now.
  case released(AxisEdge, device: PullDevice)

  /// The pull ended and fires nothing. For example, the user moved back to the edge, the gesture
  /// was cancelled, or the wheel's pause elapsed.
  case cancelled(AxisEdge)

  var edge: AxisEdge {
    switch self {
    case .moved(let edge, _, _), .released(let edge, _), .cancelled(let edge): edge
    }
  }
}

/// Turns the events of the devices into pulls past an edge.
///
/// Pure: device events and times go in, pull events come out. One tracker serves both edges, and
/// one gesture pulls at a time. Each device has rules of its own. With any device, a pull fires
/// only if no modifier key is held, the movement is mostly along the list's axis, nothing inside
/// the list takes the movement, and the content has rested at the edge for
/// ``PullMetrics/restBeforePull`` before the gesture and has not left the edge since. A fast scroll
/// to the edge therefore never fires.
package struct PullTracker: Sendable {
  /// The metrics. They may change at any time.
  package var metrics: PullMetrics

  private var rest = EdgeRest()
  private var gesture: (any Gesture)?
  /// The times of the last touchpad and wheel events, kept when a gesture ends: events that follow
  /// soon may be the tail of that gesture, such as inertia, and do not fire.
  private var lastTouchpad: Duration?
  private var lastWheel: Duration?

  package init(metrics: PullMetrics = PullMetrics()) {
    self.metrics = metrics
  }

  /// The time at which ``advance(to:)`` must be called next; nil for never. It may change with
  /// every event and with the metrics.
  package var deadline: Duration? {
    switch gesture {
    case let touchpad as TouchpadPull:
      return touchpad.pull == nil ? nil : touchpad.last + metrics.touchpadQuiet
    case let wheel as WheelPull where wheel.pull != nil:
      if let armed = wheel.armed { return armed + metrics.wheelDwell }
      // Adds a nanosecond, because a notch exactly at the end of the pause still counts.
      return wheel.last + metrics.wheelPause + .nanoseconds(1)
    default: return nil
    }
  }

  /// Handles an event that happened at `now`, on any clock that does not go backwards.
  package mutating func handle(_ event: DeviceEvent, at now: Duration) -> [PullEvent] {
    var events = advance(to: now)
    let before = gesture?.pull
    if let position = event.position {
      let taken = event.context?.taken ?? []
      rest.note(position, moved: !event.isMovement, taken: taken, at: now)
    }
    switch event {
    case .touchBegan(let position, let context):
      gesture = TouchPull(at: position, firing: firing(at: now), context)
    case .touchMoved(let across, let along, _, let context):
      guard var touch = gesture as? TouchPull else { break }
      touch.moved(across: across, along: along, slop: metrics.startSlop, context)
      gesture = touch
    case .touchEnded:
      events += release(.touch)
      return events
    case .touchCancelled:
      if gesture?.device == .touch { gesture = nil }
    case .touchpadScrolled(let across, let along, let position, let context):
      let factor = -metrics.touchpadFactor
      touchpadMoved(
        across: across.orZero * factor,
        along: along.orZero * factor,
        at: position,
        now: now,
        context
      )
    case .touchpadStopped:
      events += release(.touchpad)
      return events
    case .wheelScrolled(let across, let notches, let position, let context):
      // A turn that is mostly across is not a notch.
      let isAlong = abs(notches.orZero) > abs(across.orZero)
      let along = isAlong ? -notches.orZero.clamped(to: -1...1) : 0
      wheelMoved(along: along, at: position, now: now, context)
    case .overshot(let edge):
      guard var touch = gesture as? TouchPull else { break }
      touch.overshot(edge)
      gesture = touch
    case .scrolled:
      break
    }
    if let position = event.position {
      leaveEdges(at: position)
    }
    events += difference(since: before)
    return events
  }

  /// Ends what is due: a touchpad pull without events, an armed wheel pull after its dwell, another
  /// wheel pull after its pause.
  package mutating func advance(to now: Duration) -> [PullEvent] {
    switch gesture {
    case let touchpad as TouchpadPull:
      return now >= touchpad.last + metrics.touchpadQuiet ? release(.touchpad) : []
    case var wheel as WheelPull:
      guard let pull = wheel.pull, let deadline, now >= deadline else { return [] }
      let fires = wheel.armed != nil && metrics.wheelEnabled
      wheel.spend()
      gesture = wheel
      return [fires ? .released(pull.edge, device: .wheel) : .cancelled(pull.edge)]
    default: return []
    }
  }

  /// The edges where this list's own content has rested for ``PullMetrics/restBeforePull``. While
  /// GTK drags this list, an inner list may pull only past these edges.
  package func restingEdges(at now: Duration) -> AxisEdges {
    AxisEdges(where: {
      rest.hasRested(at: $0, for: metrics.restBeforePull, now: now, isInside: true)
    })
  }

  /// The device that pulls past an edge, and the distance in px, without the correction by
  /// `edge-overshot`; nil if nothing pulls past the edge.
  package func pull(past edge: AxisEdge) -> (way: Double, device: PullDevice)? {
    guard let gesture, let pull = gesture.pull, pull.edge == edge else { return nil }
    return (pull.distance - pull.correction, gesture.device)
  }

  /// The edges where a gesture that begins now may fire; none if it may be the tail of another one.
  private func firing(at now: Duration, isTail: Bool = false) -> AxisEdges {
    if isTail { return [] }
    return AxisEdges(where: { rest.hasRested(at: $0, for: metrics.restBeforePull, now: now) })
  }

  private mutating func touchpadMoved(
    across: Double,
    along: Double,
    at position: ScrollPosition,
    now: Duration,
    _ context: InputContext
  ) {
    defer { lastTouchpad = now }
    if gesture?.device == .touch { return }
    let isTail = lastTouchpad.map { now < $0 + metrics.restBeforePull } ?? false
    var touchpad =
      gesture as? TouchpadPull ?? TouchpadPull(firing: firing(at: now, isTail: isTail), at: now)
    touchpad.moved(
      across: across,
      along: along,
      at: position,
      now: now,
      slop: metrics.startSlop,
      context
    )
    gesture = touchpad
  }

  private mutating func wheelMoved(
    along: Double,
    at position: ScrollPosition,
    now: Duration,
    _ context: InputContext
  ) {
    let edge = AxisEdge(pulledBy: along)
    // Ignores a turn across the list, unless a key is held: any turn with a held key ends the
    // series of notches, which `spend()` does below.
    guard edge != nil || context.isKeyHeld else { return }
    defer { lastWheel = now }
    if gesture?.device == .touch { return }
    var wheel: WheelPull
    if let running = gesture as? WheelPull,
      running.isContinued(at: now, pause: metrics.wheelPause)
    {
      wheel = running
    } else {
      let isTail = lastWheel.map { now <= $0 + metrics.wheelPause } ?? false
      let firing = firing(at: now, isTail: isTail)
      wheel = WheelPull(towards: edge ?? .start, firing: firing, at: now)
    }
    if context.refused.contains(edge ?? .start) { wheel.spend() }
    wheel.moved(along: along, at: position, now: now, metrics: metrics)
    gesture = wheel
  }

  /// Tells the gesture which edges the content has left. A later pull of the gesture past such an
  /// edge cannot fire, whether the user scrolled away and back or new rows moved the edge.
  private mutating func leaveEdges(at position: ScrollPosition) {
    let near = 1 + metrics.startSlop
    if position.distanceToStart > near { gesture?.leave(.start) }
    if position.distanceToEnd > near { gesture?.leave(.end) }
  }

  private mutating func release(_ device: PullDevice) -> [PullEvent] {
    guard gesture?.device == device else { return [] }
    defer { gesture = nil }
    return gesture?.pull.map { [.released($0.edge, device: device)] } ?? []
  }

  private func difference(since before: Pull?) -> [PullEvent] {
    let pull = gesture?.pull
    guard pull != before else { return [] }
    var events: [PullEvent] = []
    if let before, before.edge != pull?.edge { events.append(.cancelled(before.edge)) }
    if let pull {
      events.append(.moved(pull.edge, distance: pull.distance, deliberate: pull.deliberate))
    }
    return events
  }
}

/// The times since which the content has rested at the edges.
private struct EdgeRest: Sendable {
  private var since = Each<AxisEdge, Duration?>(repeating: nil)
  /// The time when a scroller inside the list last moved towards the edge.
  private var taken = Each<AxisEdge, Duration?>(repeating: nil)
  private var isNew = true

  /// - Parameters:
  ///   - moved: whether the content has just moved; false if a gesture reports the position. If
  ///     false for the very first position, the content counts as at rest since time zero.
  ///   - taken: the edges towards which a scroller inside the list moves. A pull of the outer list
  ///     must wait for a new rest after it (``hasRested(at:for:now:isInside:)``).
  mutating func note(_ position: ScrollPosition, moved: Bool, taken: AxisEdges, at now: Duration) {
    let arrived = isNew && !moved ? .zero : now
    isNew = false
    for edge in AxisEdge.allCases {
      since[edge] = position.isAt(edge) ? since[edge] ?? arrived : nil
      if taken.contains(edge) { self.taken[edge] = now }
    }
  }

  /// - Parameter isInside: whether to ignore movements of inner lists, for a pull by such a list.
  func hasRested(
    at edge: AxisEdge,
    for time: Duration,
    now: Duration,
    isInside: Bool = false
  ) -> Bool {
    guard let since = since[edge] else { return false }
    let moved = isInside ? since : max(since, taken[edge] ?? since)
    return now >= moved + time
  }
}
