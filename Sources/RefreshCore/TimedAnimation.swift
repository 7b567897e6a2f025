/// The animation of a value from one number to another. It eases out with the cube of the remaining
/// time.
package struct TimedAnimation: Sendable, Hashable {
  /// The value at the start.
  package let origin: Double
  /// The value at the end.
  package let destination: Double
  private let start: Duration
  private let length: Duration
  private let precision: Double

  /// - Parameters:
  ///   - precision: the part of the way that is too small to be seen, in the value's own unit: half
  ///     a px for a length.
  ///   - start: on the clock of ``value(at:)``.
  ///   - length: 0 or less arrives at once.
  package init(
    from origin: Double,
    to destination: Double,
    precision: Double,
    start: Duration,
    length: Duration
  ) {
    self.origin = origin
    self.destination = destination
    self.precision = precision
    self.start = start
    self.length = length
  }

  /// Exactly the destination once the animation has ended: after its whole length, or as soon as
  /// the rest of the way is too small to be seen, since a compositor may delay a frame in which
  /// nothing changes.
  package func value(at time: Duration) -> Double {
    guard length > .zero else { return destination }
    let progress = ((time - start) / length).clamped(to: 0...1)
    let remaining = 1 - progress
    let rest = (destination - origin) * remaining * remaining * remaining
    return progress == 1 || abs(rest) < precision ? destination : destination - rest
  }
}
