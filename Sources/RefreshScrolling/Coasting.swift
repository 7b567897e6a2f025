/// The movement of content after the user has let go of it: a fling by GTK or by this library.
///
/// GTK computes each position from the fling's start, and so would undo the scroll that keeps the
/// rows in place when rows change. GTK's fling is therefore ended at such a change, and a fling of
/// this library continues at the same velocity.
package struct Coasting: Sendable, Hashable {
  private var hand = Hand.still
  private var fling: Fling?
  /// The time of the last frame.
  private var frame = Duration.zero
  /// The content's velocity in the last frame, in px a second. Moves by layouts do not count.
  private var velocity = 0.0

  private enum Hand: Sendable, Hashable {
    /// GTK does not fling the content, and the user has not just let go of it.
    case still
    /// The user let go this many frames ago. The first frame still shows the user's own movement.
    case lifted(frames: Int)
    /// GTK flings the content.
    case flung
  }

  /// Whether the user has just let go: the next two frames show whether GTK flings the content.
  package var mayBeFlung: Bool {
    if case .lifted = hand { true } else { false }
  }

  /// Whether the library's fling, and not GTK's, moves the content.
  var isUnderWay: Bool { fling != nil }

  /// Notes that the user moves or touches the content, which ends any fling.
  mutating func userMoved() {
    hand = .still
    end()
  }

  mutating func userLetGo() { hand = .lifted(frames: 0) }

  mutating func end() { fling = nil }

  /// Notes the beginning of a frame, and the scroll since the last one, in px; positive is towards
  /// the content's end.
  mutating func note(_ move: Double, at time: Duration) {
    velocity = Fling.velocity(after: move, over: time - frame)
    frame = time
    let isMoving = abs(velocity) >= Fling.slowest
    switch hand {
    case .lifted(frames: 0): hand = .lifted(frames: 1)
    case .lifted where isMoving: hand = .flung
    case .lifted, .flung: if !isMoving { hand = .still }
    case .still: break
    }
  }

  /// Replaces GTK's fling, if there is one, by a fling of the library, because rows change. GTK has
  /// moved the content by `move` px since the last frame.
  mutating func goOn(after move: Double) {
    guard hand == .flung, fling == nil else { return }
    fling = Fling(velocity: velocity, start: frame, done: move)
  }

  /// - Returns: how far to scroll the content in this frame, in px; positive is towards its end.
  mutating func step(at time: Duration) -> Double {
    let step = fling?.step(at: time) ?? 0
    if fling?.isOver(at: time) ?? false { end() }
    return step
  }
}

/// A movement that slows down by friction.
private struct Fling: Sendable, Hashable {
  /// The velocity at the start, in px a second.
  let velocity: Double
  let start: Duration
  /// The distance that is already covered, in px.
  var done: Double

  /// How fast the velocity decays, per second: `DECELERATION_FRICTION` of GTK's scrolled window.
  private static let friction = 4.0
  /// The velocity below which a fling ends, in px a second: a slower fling takes more than 15
  /// frames for one px, at 60 frames a second.
  static let slowest = 4.0

  /// - Returns: the velocity at the end of a movement by `way` px that took `time`.
  static func velocity(after way: Double, over time: Duration) -> Double {
    let rest = rest(after: time)
    return rest < 1 ? way * friction * rest / (1 - rest) : 0
  }

  mutating func step(at time: Duration) -> Double {
    let way = velocity / Self.friction * (1 - Self.rest(after: time - start))
    defer { done = way }
    return way - done
  }

  func isOver(at time: Duration) -> Bool {
    abs(velocity) * Self.rest(after: time - start) < Self.slowest
  }

  /// The fraction of the velocity that is left after a time.
  private static func rest(after time: Duration) -> Double {
    inverseExponential(friction * max(0, time / .seconds(1)))
  }
}
