/// The visible length of one row, and the content's distance from that edge. Both are one number,
/// unless the row floats, or content that fits leaves it some room.
///
/// Each is the value of a spring, plus the way of the hand while it pulls. An open row's room in
/// the viewport comes and goes in one step: ``offset(at:)`` makes up for that layout in the same
/// frame, so nothing is seen to move.
package struct RowDisplacement: Sendable, Hashable {
  /// Whether the content moves along with the row; otherwise the row lies over it.
  package var movesContent = true
  /// How much of the viewport the row takes, in px.
  package private(set) var room = 0.0
  /// How far that room moves the content, in px.
  private var moved = 0.0
  private var row = Spring()
  private var content = Spring()
  private var hand = Hand()

  package init() {}

  /// The visible length of the row, in px.
  package func shown(at time: Duration) -> Double { max(0, row.value(at: time) + hand.way) }

  /// The distance by which the content is drawn away from its place in the layout, away from the
  /// edge, in px.
  package func offset(at time: Duration) -> Double {
    max(0, content.value(at: time) + (movesContent ? hand.way : 0)) - moved
  }

  package func isAtRest(at time: Duration) -> Bool {
    row.isAtRest(at: time) && content.isAtRest(at: time)
  }

  /// The row's length when it comes to rest, in px.
  package var target: Double { row.target }

  /// The content's displacement when it comes to rest, in px.
  package var contentTarget: Double { content.target }

  /// The content's displacement for this length of the row, in px.
  ///
  /// - Parameter isMoved: whether the row's room moves the content. It does not move the first rows
  ///   of content that fits, if the row is not at the start.
  package func displacement(of length: Double, isMoved: Bool) -> Double {
    guard movesContent, length > 0 else { return 0 }
    return room > 0 ? max(0, moved + length - room) : isMoved ? length : 0
  }

  /// Whether a hand holds the row.
  package var isHeld: Bool { hand.way > 0 }

  /// The hand has pulled this far.
  ///
  /// - Parameters:
  ///   - way: the damped travel, in px.
  ///   - time: the time of the event.
  package mutating func follow(_ way: Double, at time: Duration) { hand.move(to: way, at: time) }

  /// The hand has let go: the springs take over with its speed.
  ///
  /// - Parameters:
  ///   - released: the time of the event.
  ///   - time: the present.
  package mutating func letGo(_ released: Duration, at time: Duration) {
    let speed = hand.speed(at: released)
    row.push(by: hand.way, speed: speed, at: time)
    if movesContent { content.push(by: hand.way, speed: speed, at: time) }
    hand = Hand()
  }

  /// Moves to another length of the row and another displacement of the content, in px.
  package mutating func aim(
    row length: Double,
    content displacement: Double,
    over duration: Duration,
    at time: Duration
  ) {
    row.aim(at: length, over: duration, at: time)
    content.aim(at: displacement, over: duration, at: time)
  }

  /// Hands the content's displacement, in whole px, over to scrolling, because the row is out of
  /// sight.
  ///
  /// - Returns: the px that the content must be scrolled from the edge instead.
  package mutating func handOver(at time: Duration) -> Double {
    guard room == 0, hand.way == 0 else { return 0 }
    let way = offset(at: time).rounded()
    content.push(by: -content.value(at: time), speed: 0, at: time)
    return way
  }

  /// The row takes another part of the viewport, in px.
  ///
  /// - Parameters:
  ///   - distance: how far the content is scrolled away from the edge. Content that is scrolled
  ///     away stays where it is; the spring does the rest of the way.
  ///   - movable: how far the room can move the content at most.
  /// - Returns: how much further from the edge the content is to be drawn, apart from the room.
  package mutating func take(
    room: Double,
    distance: Double,
    movable: Double,
    over duration: Duration,
    at time: Duration
  ) -> Double {
    // If the row closes at once, the content is still displaced by the room, because no other place
    // was drawn.
    let (before, offset) = (content.value(at: time), max(0, offset(at: time)))
    if room > self.room {
      moved = before
    } else {
      let back = min(self.room - room, movable)
      moved = room > 0 ? max(0, moved - back) : 0
      content.push(by: moved + max(0, back - distance) - before, speed: 0, at: time)
      content.aim(at: content.target, over: duration, at: time)
    }
    self.room = room
    return self.offset(at: time) - offset
  }
}

/// The way and the speed of a hand that pulls.
private struct Hand: Sendable, Hashable {
  /// The damped travel, in px.
  private(set) var way = 0.0
  private var time = Duration.zero
  private var earlier = 0.0
  private var earlierTime = Duration.zero

  /// The shortest time over which the speed is measured, since events come in bursts.
  private static let window = Duration.milliseconds(24)
  /// A hand that has rested for this long lets go without speed.
  private static let pause = Duration.milliseconds(80)

  mutating func move(to way: Double, at time: Duration) {
    // Ignores an unchanged way: layouts between two events report it again, at a time of their own.
    guard way != self.way else { return }
    if self.time - earlierTime >= Self.window || self.way == 0 {
      (earlier, earlierTime) = (self.way, self.way == 0 ? time : self.time)
    }
    (self.way, self.time) = (way, time)
  }

  /// The speed, in px a second.
  func speed(at released: Duration) -> Double {
    let span = time - earlierTime
    guard span > .zero, released - time < Self.pause else { return 0 }
    return (way - earlier) / (max(span, Self.window) / .seconds(1))
  }
}
