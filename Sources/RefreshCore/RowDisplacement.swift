/// The visible length of one header or footer row, and how far this row moves the content away from
/// the row's edge. The two are equal, unless the row floats, or lies in the free space after
/// content that is shorter than the viewport.
///
/// Both are a spring's value plus the present pull. ``offset(at:)`` hides the jump when the row
/// takes its room in the layout.
package struct RowDisplacement: Sendable, Hashable {
  /// Whether the content moves along with the row; otherwise the row lies over the content.
  package var movesContent = true
  /// How much of the viewport the row takes, in px.
  package private(set) var room = 0.0
  /// How far ``room`` moves the content, in px.
  private var moved = 0.0
  private var row = Spring()
  private var content = Spring()
  private var hand = Hand()

  package init() {}

  /// The visible length of the row, in px.
  package func shown(at time: Duration) -> Double { max(0, row.value(at: time) + hand.way) }

  /// How far from its place in the layout the content is drawn, in px; positive is away from the
  /// edge.
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

  /// The content's displacement at rest for a length of the row, in px. `isMoved` is false for a
  /// row whose room in the viewport moves no content: at the end of content that fits.
  package func displacement(of length: Double, isMoved: Bool) -> Double {
    guard movesContent, length > 0 else { return 0 }
    return room > 0 ? max(0, moved + length - room) : isMoved ? length : 0
  }

  /// Whether the user holds the row by a pull.
  package var isHeld: Bool { hand.way > 0 }

  /// Follows the user's pull: its damped travel in px, at the time of the event.
  package mutating func follow(_ way: Double, at time: Duration) { hand.move(to: way, at: time) }

  /// Ends the pull: the springs continue the movement at the speed of the release.
  package mutating func letGo(_ released: Duration, at time: Duration) {
    let speed = hand.speed(at: released)
    row.push(by: hand.way, speed: speed, at: time)
    if movesContent { content.push(by: hand.way, speed: speed, at: time) }
    hand = Hand()
  }

  /// Starts moving to another length of the row and another displacement of the content, in px.
  package mutating func aim(
    row length: Double,
    content displacement: Double,
    over duration: Duration,
    at time: Duration
  ) {
    row.aim(at: length, over: duration, at: time)
    content.aim(at: displacement, over: duration, at: time)
  }

  /// Replaces the content's displacement by a scroll of the same length, so that nothing moves on
  /// the screen. Called when the row is out of sight.
  ///
  /// - Returns: how far to scroll towards the edge, in whole px; 0 if the row has room or is held.
  package mutating func handOver(at time: Duration) -> Double {
    guard room == 0, hand.way == 0 else { return 0 }
    let way = offset(at: time).rounded()
    content.push(by: -content.value(at: time), speed: 0, at: time)
    return way
  }

  /// Changes the room that the row takes in the viewport, in px.
  ///
  /// - Parameters:
  ///   - distance: the content's distance from the edge, in px. If the row gives back more room
  ///     than this, the spring moves the content by the difference.
  ///   - movable: how far the room can move the content at most, in px.
  /// - Returns: the change of ``offset(at:)``, without the content's move by the layout.
  package mutating func take(
    room: Double,
    distance: Double,
    movable: Double,
    over duration: Duration,
    at time: Duration
  ) -> Double {
    // Without animation, the spring is at 0 already, but `moved` still belongs to the old room. The
    // content was drawn in its place, so its offset was 0.
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

/// The distance and the speed of the user's pull.
private struct Hand: Sendable, Hashable {
  /// The damped travel, in px.
  private(set) var way = 0.0
  private var time = Duration.zero
  private var earlier = 0.0
  private var earlierTime = Duration.zero

  /// The shortest time over which the speed is measured. Events come in bursts, and the events of a
  /// burst are too close in time to tell a speed.
  private static let window = Duration.milliseconds(24)
  /// A pull that has not moved for this long is released without speed.
  private static let pause = Duration.milliseconds(80)

  mutating func move(to way: Double, at time: Duration) {
    // Ignores an unchanged value: layouts between two events report it again, at later times.
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
