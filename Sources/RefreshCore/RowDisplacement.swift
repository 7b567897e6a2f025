/// How far one row is revealed, and how far the content stands away from that edge: one number,
/// unless the row floats, or content that fits leaves it some room.
///
/// Both are where a spring stands, plus the way of the hand while it pulls. The room that an open
/// row takes of the viewport comes and goes in one step: what the layout then moves is taken off
/// the ``offset(at:)`` in the same frame, so that nothing is seen to move.
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

  /// How many px of the row show.
  package func shown(at time: Duration) -> Double { max(0, row.value(at: time) + hand.way) }

  /// How far the content is moved from where it is laid out, away from the edge, in px.
  package func offset(at time: Duration) -> Double {
    max(0, content.value(at: time) + (movesContent ? hand.way : 0)) - moved
  }

  package func isAtRest(at time: Duration) -> Bool {
    row.isAtRest(at: time) && content.isAtRest(at: time)
  }

  /// The row's length when it comes to rest, in px.
  package var target: Double { row.target }

  /// How far the content is to be moved when it comes to rest, in px.
  package var contentTarget: Double { content.target }

  /// How far the content is to be moved by as much of the row, in px.
  ///
  /// - Parameter isMoved: whether the row's room moves the content. It does not move the first rows
  ///   of content that fits away from the start.
  package func displacement(of length: Double, isMoved: Bool) -> Double {
    guard movesContent, length > 0 else { return 0 }
    return room > 0 ? max(0, moved + length - room) : isMoved ? length : 0
  }

  /// Whether a hand holds it.
  package var isHeld: Bool { hand.way > 0 }

  /// The hand has pulled so far.
  ///
  /// - Parameters:
  ///   - way: the damped travel, in px.
  ///   - time: the event's own.
  package mutating func follow(_ way: Double, at time: Duration) { hand.move(to: way, at: time) }

  /// The hand has let go: the springs go on from there, as fast.
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

  /// Moves to other lengths of the row and of the content's displacement, in px.
  package mutating func aim(
    row length: Double,
    content displacement: Double,
    over duration: Duration,
    at time: Duration
  ) {
    row.aim(at: length, over: duration, at: time)
    content.aim(at: displacement, over: duration, at: time)
  }

  /// Leaves the content to be scrolled by as much as it is moved in whole px: the row is out of sight.
  ///
  /// - Returns: how far it is to be seen from the edge in place of that.
  package mutating func handOver(at time: Duration) -> Double {
    guard room == 0, hand.way == 0 else { return 0 }
    let way = offset(at: time).rounded()
    content.push(by: -content.value(at: time), speed: 0, at: time)
    return way
  }

  /// The row takes another part of the viewport, in px.
  ///
  /// - Parameters:
  ///   - distance: how far the content is scrolled away from the edge. Content that is scrolled away
  ///     stays where it is; the rest of the way is left to the spring.
  ///   - movable: how far the room can move the content at most.
  /// - Returns: how much further from the edge the content is to be seen, apart from the room.
  package mutating func take(
    room: Double,
    distance: Double,
    movable: Double,
    over duration: Duration,
    at time: Duration
  ) -> Double {
    // Where it closes at once, the content still stands by the room: nothing else was shown.
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

  /// The speed is that of at least this time, since events come in bursts.
  private static let window = Duration.milliseconds(24)
  /// A hand that has rested for so long lets go without any speed.
  private static let pause = Duration.milliseconds(80)

  mutating func move(to way: Double, at time: Duration) {
    // Layouts between two events report the same way again, at a time of their own.
    guard way != self.way else { return }
    if self.time - earlierTime >= Self.window || self.way == 0 {
      (earlier, earlierTime) = (self.way, self.way == 0 ? time : self.time)
    }
    (self.way, self.time) = (way, time)
  }

  /// In px a second.
  func speed(at released: Duration) -> Double {
    let span = time - earlierTime
    guard span > .zero, released - time < Self.pause else { return 0 }
    return (way - earlier) / (max(span, Self.window) / .seconds(1))
  }
}
