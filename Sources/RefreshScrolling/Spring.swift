/// A length that moves to its target like a critically damped spring. It never overshoots the
/// target by itself, and a new target or a push continues the present motion smoothly.
package struct Spring: Sendable, Hashable {
  /// The length at rest, in px.
  package private(set) var target = 0.0
  /// The distance from the target in px, and the speed in px a second, at `start`.
  private var distance = 0.0
  private var speed = 0.0
  private var start = Duration.zero
  /// The rate at which the motion fades, per second.
  private var rate = 0.0

  /// The product of rate and duration that leaves a hundredth of the distance after the duration.
  private static let fading = 6.64
  /// The distance and speed, in px and px a second, below which no motion is visible.
  private static let rest = (distance: 0.5, speed: 30.0)

  /// A length at rest, in px.
  package init(at target: Double = 0) { self.target = target }

  /// The length, in px. It is exactly the target once the remaining distance is invisible.
  package func value(at time: Duration) -> Double { target + motion(at: time).distance }

  package func isAtRest(at time: Duration) -> Bool { motion(at: time) == (0, 0) }

  /// Moves to another target from now on, starting with its present speed.
  ///
  /// - Parameter duration: the time until all but a hundredth of the distance is covered; 0 or less
  ///   arrives at once.
  package mutating func aim(at target: Double, over duration: Duration, at time: Duration) {
    let (distance, speed) = motion(at: time)
    self.distance = distance + self.target - target
    (self.target, self.speed, start) = (target, speed, time)
    rate = duration > .zero ? Self.fading / (duration / .seconds(1)) : 0
  }

  /// Adds to the length in px, and to the speed in px a second. Call ``aim(at:over:at:)`` next: it
  /// sets how long the spring takes to its target.
  package mutating func push(by length: Double, speed: Double, at time: Duration) {
    let present = motion(at: time)
    (distance, self.speed, start) = (present.distance + length, present.speed + speed, time)
    if rate == 0 { rate = 1 }
  }

  private func motion(at time: Duration) -> (distance: Double, speed: Double) {
    guard rate > 0 else { return (0, 0) }
    let seconds = max(0, (time - start) / .seconds(1))
    let pull = speed + rate * distance
    let fade = inverseExponential(rate * seconds)
    let left = (distance + pull * seconds) * fade
    let present = pull * fade - rate * left
    let isSeen = abs(left) >= Self.rest.distance || abs(present) >= Self.rest.speed
    return isSeen ? (left, present) : (0, 0)
  }
}
