/// Decides the scroll position of one scrolled window while its rows change, while its header and
/// footer rows open and close, and when the content has to be at an edge.
///
/// Events come in by ``handle(_:_:)`` and the functions beside it. Each frame is measured twice,
/// before and after its layout, and ``position(_:_:at:)`` returns the value that the adjustment
/// must be set to, if any. While ``isHolding``, frames must be requested.
///
/// If several of the four holds are active, the first in this list applies: an animation to an
/// edge, a hold at an edge, the anchors around changed rows, a resized viewport. A fling continues
/// beside the last two.
package struct ScrollKeeper: Sendable {
  /// The events that the keeper handles.
  package enum Event: Sendable, Hashable {
    /// A pull past an edge has fired. Until the user moves the content, it stays at that edge, both
    /// during GTK's spring-back and when rows arrive later.
    case pulled(past: AxisEdge)
    /// Rows have arrived at an edge where the user waits to see them.
    case rowsArrived(at: AxisEdge)
    /// Rows have changed, and the rows in sight keep their place. A text view scrolls itself, also
    /// between layouts. ``ScrollKeeper/move(to:)`` returns `moved`.
    case rowsChanged(contentMovesItself: Bool, moved: Double = 0)
    /// Rows are about to change in a list view. GTK moves the rows in sight if the view is at an
    /// edge, but keeps them if it is half a px away. Between the change and its layout, nothing may
    /// scroll the view: it would apply the new value to the new rows.
    case rowsWillChange
    /// The header or footer row at an edge shortens or lengthens the viewport in the next layout.
    ///
    /// - Parameter shift: how far content that is not at the edge must be scrolled after that
    ///   layout, in px, to keep its place on the screen.
    case roomChanges(at: AxisEdge, shift: Double)
    /// The content is to be scrolled to an edge; at once if the duration is 0.
    case scrollRequested(to: AxisEdge, over: Duration)
  }

  /// The moment at which a frame is measured.
  package enum Phase: Sendable, Hashable {
    /// After the animations of the frame and before the layout: any scroll since the last layout
    /// was intended.
    case beforeLayout
    /// After the layout, which may have scrolled the content.
    case afterLayout
  }

  /// Whether new rows are shown at the end, as in a chat.
  package var showsRowsAtEnd = false

  private var animation: (spring: Spring, edge: AxisEdge, duration: Duration)?
  private var edge: EdgeHold?
  private var anchored: AnchorHold?
  private var resized: ResizeHold?
  package private(set) var coasting = Coasting()
  /// Whether rows have changed and are not laid out yet.
  package private(set) var awaitsLayout = false
  /// Whether the user has moved the content since the last layout.
  private var isTouched = false
  /// The time of the last navigation key since the last layout: a list view that moves its focus by
  /// a key scrolls to the new row only in its next layout.
  private var keyPress: Duration?
  /// The last measurement; with the keeper's own value, if the keeper has scrolled the content.
  package private(set) var last: ScrollMeasurement?
  /// The number of corrections made after layouts in the present frame.
  private var corrections = 0
  /// The edge past which the user has pulled, until the next input.
  private var followed: AxisEdge?

  /// The most corrections in one frame; the rest follows in the next frame. A correction leads to
  /// another layout, and after four layouts GTK draws a frame even if widgets lack an allocation.
  private static let maximumCorrections = 2
  /// The most viewports that an animation scrolls over, so that the eye can follow it.
  private static let animatedPages = 3.0
  /// The longest time from a key to its layout, even in a program that has much to do meanwhile.
  private static let keyDelay = Duration.milliseconds(500)

  package init() {}

  /// Whether frames must be requested, because a hold, a fling or a pending layout needs them.
  package var isHolding: Bool {
    animation != nil || edge != nil || anchored != nil || resized != nil
      || awaitsLayout || coasting.isUnderWay
  }

  /// Whether a measurement in this phase must include the ``ScrollMeasurement/anchors``.
  package func isHoldingAnchors(_ phase: Phase = .afterLayout) -> Bool {
    anchored.map { phase == .afterLayout || $0.contentMovesItself } ?? false
  }

  /// Whether the content is at rest away from its start: a layout must not move visible rows then.
  package func isAtRest(_ measurement: ScrollMeasurement) -> Bool {
    !isHolding && measurement.hasPlace(of: last) && !measurement.isAt(.start)
  }

  /// The edge at which the content is held, if any.
  package var heldEdge: AxisEdge? { edge?.edge }

  // MARK: Events

  /// Ends the animation, fling and edge hold. Called when the user scrolls or touches the content.
  package mutating func userMoved() {
    (animation, edge, followed, isTouched) = (nil, nil, nil, true)
    coasting.userMoved()
  }

  /// Notes that the user let go of the content, which GTK may fling.
  package mutating func userLetGo() { coasting.userLetGo() }

  /// Notes that the user pressed a key that may move the focus or scroll.
  package mutating func navigationKeyPressed(at now: Duration) { keyPress = now }

  /// How far the content was scrolled since the last measurement, in px.
  package func move(to measurement: ScrollMeasurement) -> Double {
    measurement.value - (last ?? measurement).value
  }

  /// - Returns: the value to scroll to at once; nil to leave the content where it is.
  package mutating func handle(_ event: Event, _ measurement: ScrollMeasurement) -> Double? {
    let move = move(to: measurement)
    if isHolding { note(measurement, .beforeLayout) }
    last = measurement
    switch event {
    case .pulled(let edge):
      followed = edge
      return hold(edge, measurement)
    case .rowsArrived(let edge): return hold(edge, measurement)
    case .rowsChanged(let contentMovesItself, let moved):
      awaitsLayout = true
      anchored = AnchorHold(contentMovesItself: contentMovesItself, moved: moved)
      coasting.goOn(after: moved)
    case .rowsWillChange:
      awaitsLayout = true
      coasting.goOn(after: move)
      for edge in AxisEdge.allCases where measurement.value == measurement.value(at: edge) {
        last = measurement.moved(to: measurement.value + edge.forward(0.5))
        return last?.value
      }
    case .roomChanges(let edge, let shift):
      // Content at the edge is held there while the viewport grows and shrinks, until rows are
      // added or removed. Other content moves by the shift.
      if !measurement.isAt(edge) {
        resized = ResizeHold(shift: shift)
      } else if edge == .start || !measurement.isAt(.start) {
        self.edge = EdgeHold(edge: edge, outlastsGrowth: false)
      }
    case .scrollRequested(let edge, let duration):
      return scroll(to: edge, over: duration, measurement)
    }
    return nil
  }

  /// Whether content stays at an edge when its rows change, so that new rows are shown there. After
  /// a pull past the edge, the user waits for rows and reads nothing, so content that is less than
  /// the threshold, in px, away from the edge stays there, too.
  package func stays(
    _ measurement: ScrollMeasurement,
    at edge: AxisEdge,
    waitingWithin threshold: Double,
    isRead: Bool = false
  ) -> Bool {
    if followed == edge { return measurement.distance(to: edge) < max(1, threshold) }
    return measurement.isAt(edge) && !isRead
  }

  private mutating func hold(_ edge: AxisEdge, _ measurement: ScrollMeasurement) -> Double {
    self.edge = EdgeHold(edge: edge, outlastsGrowth: true)
    coasting.end()
    let end = measurement.value(at: edge)
    last = measurement.moved(to: end)
    return end
  }

  private mutating func scroll(
    to edge: AxisEdge,
    over duration: Duration,
    _ measurement: ScrollMeasurement
  ) -> Double {
    endHolds()
    keyPress = nil
    let end = measurement.value(at: edge)
    guard duration > .zero else {
      // The layout decides where the end is, and before the first layout also where the start is.
      if edge == .end || measurement.page <= 0 { return hold(edge, measurement) }
      last = measurement.moved(to: end)
      return end
    }
    let reach = Self.animatedPages * measurement.page
    let start = measurement.value.clamped(to: end - reach...end + reach)
    animation = (Spring(at: start), edge, duration)
    // Notes the jump over the skipped pages, so that it does not count as the user's move.
    last = measurement.moved(to: start)
    return start
  }

  private mutating func endHolds() {
    (animation, edge, anchored, resized, followed) = (nil, nil, nil, nil, nil)
    coasting.end()
  }

  // MARK: Frames

  /// - Parameter now: the frame's time.
  /// - Returns: the value to scroll to; nil to leave the content where it is.
  package mutating func position(
    _ measurement: ScrollMeasurement,
    _ phase: Phase,
    at now: Duration
  ) -> Double? {
    if phase == .beforeLayout { beginFrame(measurement, at: now) }
    defer { if phase == .afterLayout { (isTouched, keyPress) = (false, nil) } }
    guard isHolding else { return rest(measurement, phase) }
    note(measurement, phase)
    defer { if edge?.isOver(at: now) ?? false { edge = nil } }
    guard let target = target(measurement, phase, at: now) else { return nil }
    let moved = measurement.moved(to: target.value)
    // GTK lays lists out at whole px. A rounding difference is ignored; otherwise each layout would
    // lead to the next while the content is held.
    let error = abs(measurement.value - moved.value)
    guard target.isExact ? error > 0 : error >= 1 else { return nil }
    guard phase == .beforeLayout || corrections < Self.maximumCorrections else { return nil }
    if phase == .afterLayout { corrections += 1 }
    last = moved
    return moved.value
  }

  private mutating func rest(_ measurement: ScrollMeasurement, _ phase: Phase) -> Double? {
    let before = last
    last = measurement
    guard let before, phase == .afterLayout, corrections < Self.maximumCorrections,
      keyPress == nil || !ScrollChange(from: before, to: measurement).isScroll,
      let place = measurement.restingPlace(after: before, showsRowsAtEnd: showsRowsAtEnd)
    else { return nil }
    corrections += 1
    last = measurement.moved(to: place)
    return last?.value
  }

  private mutating func target(
    _ measurement: ScrollMeasurement,
    _ phase: Phase,
    at now: Duration
  ) -> (value: Double, isExact: Bool)? {
    if var animation {
      guard phase == .beforeLayout else { return nil }
      // Sets the target in each frame: a list view estimates its end until the end is in sight.
      let end = measurement.value(at: animation.edge)
      animation.spring.aim(at: end, over: animation.duration, at: now)
      let hasArrived = animation.spring.isAtRest(at: now)
      self.animation = hasArrived ? nil : animation
      if hasArrived, animation.edge == .end { return (hold(.end, measurement), true) }
      return (animation.spring.value(at: now), true)
    }
    if let edge {
      let value = measurement.value(at: edge.edge)
      return (value, edge.edge == .start)
    }
    // Waits for the layout of changed rows before any scroll, except in a text view.
    let mayMove = phase == .afterLayout || !awaitsLayout || anchored?.contentMovesItself == true
    let step = mayMove ? coasting.step(at: now) : 0
    anchored?.moved += step
    if step != 0, phase == .beforeLayout || anchored == nil {
      return (measurement.value + step, true)
    }
    if phase == .afterLayout, let anchored, let push = measurement.push {
      let value = measurement.value + (push + anchored.moved).rounded()
      return (value, false)
    }
    guard phase == .afterLayout, let resized, resized.way != 0 else { return nil }
    self.resized?.way = 0
    return (measurement.value + resized.way, false)
  }

  private mutating func beginFrame(_ measurement: ScrollMeasurement, at now: Duration) {
    corrections = 0
    if let press = keyPress, now > press + Self.keyDelay { keyPress = nil }
    coasting.note(move(to: measurement), at: now)
    if resized?.isLaidOut ?? false { resized = nil }
    // Keeps a text view's anchors during a fling: in idle time the view lays out lines and scrolls.
    guard let hold = anchored, !hold.contentMovesItself || !coasting.isUnderWay else { return }
    if hold.remainingFrames > 1 { anchored?.remainingFrames -= 1 } else { anchored = nil }
  }

  /// Notes the changes since the last measurement. Ends the holds if a scroll has overruled them.
  private mutating func note(_ measurement: ScrollMeasurement, _ phase: Phase) {
    defer { last = measurement }
    if phase == .afterLayout { awaitsLayout = false }
    guard let last else { return }
    let change = ScrollChange(from: last, to: measurement)
    if animation != nil, change.isLeap { return endHolds() }
    if keyPress != nil, change.isScroll { (edge, followed) = (nil, nil) }
    if let hold = edge {
      if change.isGrowth {
        if !hold.outlastsGrowth { edge = nil }
      } else if phase == .beforeLayout || change.resize == 0,
        measurement.distance(to: hold.edge) > measurement.row + change.resize
      {
        // The keyboard or scroll bar has scrolled: spring-back and layouts miss the edge by a row
        // at most. A layout that resizes the viewport may leave a list view pages away for a
        // moment.
        return endHolds()
      }
    }
    switch phase {
    case .beforeLayout:
      if abs(anchored?.note(change, isTouched: isTouched) ?? change.move) >= 1 { coasting.end() }
    case .afterLayout: resized?.note(change)
    }
  }
}
