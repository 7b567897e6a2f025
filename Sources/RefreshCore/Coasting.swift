/// Content that keeps moving after the user has let go of it.
///
/// GTK flings it, and computes each position from the fling's start. A change of rows moves the
/// content, so GTK's fling must be ended then. A fling of our own takes over with the same
/// velocity.
package struct Coasting: Sendable, Hashable {
  private var hand = Hand.still
  private var fling: Fling?
  /// The time of the last frame, and the content's velocity then, without the moves by layouts.
  private var frame = Duration.zero
  private var velocity = 0.0

  private enum Hand: Sendable, Hashable {
    /// The hand moves the content, or nothing moves it.
    case still
    /// The hand let go this many frames ago. The first frame still shows the hand's own movement.
    case lifted(frames: Int)
    /// GTK flings the content.
    case flung
  }

  /// Whether the next frames will show if GTK flings the content.
  package var mayBeFlung: Bool {
    if case .lifted = hand { true } else { false }
  }

  /// Whether this fling, and not GTK's, moves the content.
  var isUnderWay: Bool { fling != nil }

  /// The user takes hold of the content.
  mutating func userMoved() {
    hand = .still
    end()
  }

  mutating func userLetGo() { hand = .lifted(frames: 0) }

  mutating func end() { fling = nil }

  /// A frame begins.
  ///
  /// - Parameter move: how far the content was moved since the last frame, in px towards the end.
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

  /// Rows change, and GTK's fling is ended: this fling takes over.
  ///
  /// - Parameter move: how far GTK has moved the content since the last frame, in px.
  mutating func goOn(after move: Double) {
    guard hand == .flung, fling == nil else { return }
    fling = Fling(velocity: velocity, start: frame, done: move)
  }

  /// - Returns: how far to move the content in this frame, in px towards the end.
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
  /// The part of the way that is already done, in px.
  var done: Double

  /// How fast the velocity decays, per second: `DECELERATION_FRICTION` of GTK's scrolled window.
  private static let friction = 4.0
  /// The lowest velocity, in px a second. A slower fling would move one px in 15 frames.
  static let slowest = 4.0

  /// - Returns: the velocity at the end of a stretch of `way` px that took `time`.
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

  /// The fraction of the velocity that is left.
  private static func rest(after time: Duration) -> Double {
    inverseExponential(friction * max(0, time / .seconds(1)))
  }
}
