/// Content that goes on by itself since the user has let go of it.
///
/// GTK flings it, and counts from where the fling began. A change of rows moves the content, so that
/// GTK's fling has to be ended then; another one goes on in its place, as fast.
package struct Coasting: Sendable, Hashable {
  private var hand = Hand.still
  private var fling: Fling?
  /// The time of the last frame, and how fast the content was moved then, apart from layouts.
  private var frame = Duration.zero
  private var velocity = 0.0

  private enum Hand: Sendable, Hashable {
    /// It moves the content, or nothing does.
    case still
    /// It has let go, so many frames ago. The first one still shows what the hand did.
    case lifted(frames: Int)
    /// GTK flings the content.
    case flung
  }

  /// Whether the next frames show whether the content is flung.
  package var mayBeFlung: Bool {
    if case .lifted = hand { true } else { false }
  }

  /// Whether this moves the content, in place of GTK.
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
  /// - Parameter move: how far the content was moved since the one before, in px towards the end.
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

  /// Rows change, and GTK's fling is ended.
  ///
  /// - Parameter move: how far GTK has moved the content since the last frame, in px.
  mutating func goOn(after move: Double) {
    guard hand == .flung, fling == nil else { return }
    fling = Fling(velocity: velocity, start: frame, done: move)
  }

  /// - Returns: how far the content is still to be moved in a frame, in px towards the end.
  mutating func step(at time: Duration) -> Double {
    let step = fling?.step(at: time) ?? 0
    if fling?.isOver(at: time) ?? false { end() }
    return step
  }
}

/// A movement that slows down by friction.
private struct Fling: Sendable, Hashable {
  /// At the start, in px a second.
  let velocity: Double
  let start: Duration
  /// How much of the way is behind, in px.
  var done: Double

  /// By which part of its velocity it slows down, a second: `DECELERATION_FRICTION` of GTK's
  /// scrolled window.
  private static let friction = 4.0
  /// In px a second: less is a step every 15 frames.
  static let slowest = 4.0

  /// - Returns: how fast it still is when it has gone so far, in px, over a time.
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

  /// Which part of the velocity is left.
  private static func rest(after time: Duration) -> Double {
    inverseExponential(friction * max(0, time / .seconds(1)))
  }
}
