/// Decides the scroll position of one scrolled window while rows come and go, while the rows at its
/// edges open and close, and when the content has to be at an edge.
///
/// Events come in by ``handle(_:_:at:)`` and ``userMoved()``. While ``isHolding``, each frame is
/// measured twice, before and after its layout, and ``position(_:_:at:)`` returns the value that
/// the adjustment must be set to, if any.
///
/// There are four holds. Where several are active, the first of these counts: an animation to an
/// edge, an edge, the anchors around rows that were changed, the rows that the user reads.
package struct ScrollKeeper: Sendable {
  /// What happens to the list.
  package enum Event: Sendable, Hashable {
    /// A pull past an edge has fired. The content stays at that edge until the user moves it:
    /// during GTK's spring-back, and when rows arrive later.
    case pulled(past: PullEdge)
    /// Rows have arrived at an edge, for a user who waits there to see them.
    case rowsArrived(at: PullEdge)
    /// Rows have changed, and the rows that the user reads must stay where they are.
    ///
    /// - Parameter contentMovesItself: whether the content scrolls by itself outside of layouts, as
    ///   a text view does. Such moves are not the user's.
    case rowsChanged(contentMovesItself: Bool)
    /// The row at an edge is about to open or to close.
    case roomChanges(at: PullEdge)
    /// The content is to scroll to an edge; at once where the duration is 0.
    case scrollRequested(to: PullEdge, over: Duration)
  }

  /// When a frame is measured.
  package enum Phase: Sendable, Hashable {
    /// After the animations of the frame and before the layout: whatever has scrolled the content
    /// since the last layout was meant to.
    case beforeLayout
    /// After the layout, which may have scrolled the content.
    case afterLayout
  }

  private struct EdgeHold {
    let edge: PullEdge
    /// Whether the hold lasts while rows come and go.
    let outlastsGrowth: Bool
    var end: Duration?
  }

  private struct ReadingHold {
    /// The value that the adjustment would have without the open row at the top. The screen shows
    /// the same rows in the same places as long as this stays the same.
    var place: Double
    var end: Duration?
  }

  private struct AnchorHold {
    let contentMovesItself: Bool
    /// How far the user scrolled since the anchors were noted.
    var moved = 0.0
    var remainingFrames = 4
  }

  private var animation: TimedAnimation?
  private var edge: EdgeHold?
  private var reading: ReadingHold?
  private var anchored: AnchorHold?
  /// What was measured last, with the value that was set then.
  private var last: ScrollMeasurement?
  private var lastLook: ScrollMeasurement?
  /// The edge past which the user has pulled, until the next input.
  private var followed: PullEdge?

  /// How long GTK's layouts and its spring-back may still move the content.
  private static let holdDuration = Duration.seconds(1)
  /// An animation scrolls over no more than this, so that the eye can follow it.
  private static let animatedPages = 3.0

  package init() {}

  /// Whether frames must be measured.
  package var isHolding: Bool {
    animation != nil || edge != nil || reading != nil || anchored != nil
  }

  /// Whether the anchors must be measured, too.
  package var isHoldingAnchors: Bool { anchored != nil }

  // MARK: What happens

  /// The user scrolls by a device: the content goes where they move it.
  package mutating func userMoved() { endHolds() }

  /// - Returns: where the content is to stand at once; nil to leave it.
  package mutating func handle(
    _ event: Event,
    _ measurement: ScrollMeasurement,
    at now: Duration
  ) -> Double? {
    if isHolding { note(measurement, .beforeLayout) }
    last = measurement
    switch event {
    case .pulled(let edge):
      followed = edge
      return hold(edge, measurement, at: now)
    case .rowsArrived(let edge):
      return hold(edge, measurement, at: now)
    case .rowsChanged(let contentMovesItself):
      anchored = AnchorHold(contentMovesItself: contentMovesItself)
    case .roomChanges(let changing):
      // Content at its very top comes along with the room there, so that the row is seen.
      guard !measurement.isAt(.top) else { break }
      let place = reading?.place ?? measurement.value - measurement.room.taken[.top]
      reading = ReadingHold(place: place)
      // The end of the content stays in sight while the room below it changes, so that the row is
      // seen; until rows are added there.
      guard changing == .bottom, measurement.isAt(.bottom) else { break }
      edge = EdgeHold(edge: .bottom, outlastsGrowth: false)
    case .scrollRequested(let edge, let duration):
      return animate(to: edge, over: duration, measurement, at: now)
    }
    return nil
  }

  /// The edge at which content stays when its rows change: new ones are shown there. Nil where the
  /// rows that are read stay instead.
  ///
  /// - Parameter threshold: up to how many px from the edge a user who has pulled past it still
  ///   waits there.
  package func edgeToStay(_ measurement: ScrollMeasurement, threshold: Double) -> PullEdge? {
    if measurement.isAt(.top) { return .top }
    guard let followed, measurement.distance(to: followed) < threshold else { return nil }
    return followed
  }

  /// Compares with the last look whether rows have arrived above the first one. There GTK 4.8 shows
  /// them, and newer ones, as measured with 4.18, go on showing the row that was the first.
  ///
  /// - Parameter isAwaiting: whether the user waits for rows at the top.
  /// - Returns: whether the content must be brought back to the top.
  package mutating func look(_ measurement: ScrollMeasurement, isAwaiting: Bool) -> Bool {
    defer { lastLook = measurement }
    guard isAwaiting, let lastLook, lastLook.isAt(.top), !measurement.isAt(.top) else {
      return false
    }
    return ScrollChange(from: lastLook, to: measurement).isExplainedByRowsAbove
  }

  private mutating func hold(
    _ edge: PullEdge,
    _ measurement: ScrollMeasurement,
    at now: Duration
  ) -> Double? {
    self.edge = EdgeHold(edge: edge, outlastsGrowth: true)
    return position(measurement, .beforeLayout, at: now)
  }

  private mutating func animate(
    to edge: PullEdge,
    over duration: Duration,
    _ measurement: ScrollMeasurement,
    at now: Duration
  ) -> Double? {
    endHolds()
    let end = measurement.value(at: edge)
    let reach = Self.animatedPages * measurement.page
    let start = measurement.value.clamped(to: end - reach...end + reach)
    animation = TimedAnimation(from: start, to: end, precision: 0.5, start: now, length: duration)
    // The jump over the pages that are left out was not made by the user.
    last = measurement.moved(to: start)
    var begun = measurement
    begun.value = start
    return position(begun, .beforeLayout, at: now) ?? start
  }

  private mutating func endHolds() {
    (animation, edge, reading, anchored, followed) = (nil, nil, nil, nil, nil)
  }

  // MARK: Frames

  /// - Parameter now: the frame's time, on the clock of ``handle(_:_:at:)``.
  /// - Returns: where the content is to stand; nil to leave it.
  package mutating func position(
    _ measurement: ScrollMeasurement,
    _ phase: Phase,
    at now: Duration
  ) -> Double? {
    guard isHolding else { return nil }
    note(measurement, phase)
    if phase == .beforeLayout { countFrame() }
    let target = target(measurement, phase, at: now)
    expire(at: now)
    guard let target else { return nil }
    let moved = measurement.moved(to: target.value)
    // GTK lays lists out at whole px: a difference by rounding is ignored, or each layout would
    // lead to the next while the content is held.
    let error = abs(measurement.value - moved.value)
    guard target.isExact ? error > 0 : error >= 1 else { return nil }
    last = moved
    return moved.value
  }

  private mutating func target(
    _ measurement: ScrollMeasurement,
    _ phase: Phase,
    at now: Duration
  ) -> (value: Double, isExact: Bool)? {
    let room = measurement.room.taken[.top]
    if let animation {
      guard phase == .beforeLayout else { return nil }
      let value = animation.value(at: now)
      if value == animation.destination { self.animation = nil }
      reading?.place = value - room
      return (value, true)
    }
    if let edge {
      let value = measurement.value(at: edge.edge)
      reading?.place = value - room
      return (value, edge.edge == .top)
    }
    if phase == .afterLayout, let anchored, let push = measurement.push {
      let value = measurement.value + (push + anchored.moved).rounded()
      reading?.place = value - room
      return (value, false)
    }
    return reading.map { ($0.place + room, false) }
  }

  private mutating func countFrame() {
    guard let remaining = anchored?.remainingFrames else { return }
    if remaining > 1 { anchored?.remainingFrames -= 1 } else { anchored = nil }
  }

  /// The time is counted from the first frame, so that the hold of a hidden list begins when it is
  /// shown.
  private mutating func expire(at now: Duration) {
    let end = now + Self.holdDuration
    if let present = edge {
      edge = now < (present.end ?? end) ? present : nil
      if edge?.end == nil { edge?.end = end }
    }
    if let present = reading {
      reading = now < (present.end ?? end) ? present : nil
      if reading?.end == nil { reading?.end = end }
    }
  }

  /// Notes what the user, GTK or the application have changed since the last measurement.
  private mutating func note(_ measurement: ScrollMeasurement, _ phase: Phase) {
    defer { last = measurement }
    guard let last else { return }
    let change = ScrollChange(from: last, to: measurement)
    if animation != nil, change.isLeap { return endHolds() }
    if let hold = edge {
      let row = measurement.room
      let opened = abs(row.taken[hold.edge] - last.room.taken[hold.edge])
      if change.isGrowth {
        if !hold.outlastsGrowth { edge = nil }
      } else if measurement.distance(to: hold.edge) > row.open[hold.edge] + opened {
        // The spring-back and layouts are off by a row at most. Further away, the user has
        // scrolled, by the keyboard or the scroll bar.
        return endHolds()
      }
    }
    switch phase {
    case .beforeLayout:
      reading?.place += change.move
      if let hold = anchored, !hold.contentMovesItself { anchored?.moved += change.move }
    case .afterLayout:
      reading?.place += change.moveOfContent
    }
  }
}

extension ScrollChange {
  /// How far a layout has moved the content for a reason: with rows above that came or went, or to
  /// where the user or the application wanted it. The rest is the layout's error.
  fileprivate var moveOfContent: Double {
    guard resize > 0.5 else { return abs(move) < Self.rounding ? 0 : move }
    let nearest = abs(move - growth) < abs(move) ? growth : 0
    return abs(move - nearest) <= slack ? nearest : move
  }
}

extension ScrollMeasurement {
  /// How far the content was pushed down: by two anchors that agree, since a single one may have
  /// moved within the list.
  fileprivate var push: Double? {
    for (anchor, next) in zip(anchors, anchors.dropFirst()) where abs(anchor - next) < 1 {
      return anchor
    }
    return anchors.first
  }
}
