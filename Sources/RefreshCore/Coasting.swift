import Foundation

/// Content that goes on by itself since the user has let go of it.
///
/// GTK flings it, and counts from where the fling began. A change of rows moves the content, so that
/// GTK's fling has to be ended then; another one goes on in its place, as fast.
struct Coasting: Sendable, Hashable {
  private var fling: Fling?
  /// In how many frames the content has rested since the user let go of it; nil while they move it,
  /// and once it is at rest.
  private var restingFrames: Int?
  /// The time of the last frame, and how fast the content was moved then, apart from layouts.
  private var frame = Duration.zero
  private var velocity = 0.0

  /// GTK's fling begins in the second frame.
  private static let mostRestingFrames = 2

  /// Whether this moves the content, in place of GTK.
  var isUnderWay: Bool { fling != nil }

  /// The user takes hold of the content.
  mutating func userMoved() {
    restingFrames = nil
    end()
  }

  mutating func userLetGo() { restingFrames = 0 }

  mutating func end() { fling = nil }

  /// A frame begins.
  ///
  /// - Parameter move: how far the content was moved since the one before, in px towards the end.
  mutating func note(_ move: Double, at time: Duration) {
    velocity = Fling.velocity(after: move, over: time - frame)
    frame = time
    guard let resting = restingFrames, abs(velocity) < Fling.slowest else { return }
    restingFrames = resting + 1 < Self.mostRestingFrames ? resting + 1 : nil
  }

  /// Rows change, and GTK's fling is ended.
  ///
  /// - Parameter move: how far GTK has moved the content since the last frame, in px.
  mutating func goOn(after move: Double) {
    guard restingFrames != nil, fling == nil else { return }
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
    time > .zero ? way * friction / expm1(friction * (time / .seconds(1))) : 0
  }

  mutating func step(at time: Duration) -> Double {
    let way = velocity / Self.friction * (1 - rest(at: time))
    defer { done = way }
    return way - done
  }

  func isOver(at time: Duration) -> Bool { abs(velocity) * rest(at: time) < Self.slowest }

  private func rest(at time: Duration) -> Double {
    exp(-Self.friction * ((time - start) / .seconds(1)))
  }
}
