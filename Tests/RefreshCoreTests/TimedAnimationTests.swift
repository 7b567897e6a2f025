import Testing

@testable import RefreshCore

/// How a value comes to where it is sent.
struct TimedAnimationTests {
  @Test(arguments: [(0.0, 54.0, 0.5), (700, 0, 0.5), (0, 1, 0.01), (1, 0, 0.01)])
  func itEasesOutAndLandsExactly(from origin: Double, to destination: Double, precision: Double) {
    let animation = TimedAnimation(
      from: origin,
      to: destination,
      precision: precision,
      start: .seconds(9),
      length: .milliseconds(200)
    )
    let values = (0...20).map { animation.value(at: .seconds(9) + .milliseconds(10 * $0)) }
    #expect(values.first == origin)
    #expect(values.last == destination)
    let steps = zip(values, values.dropFirst()).map { abs($1 - $0) }
    // Each step is smaller than the one before, but for the last, which takes in what is not seen.
    for (step, next) in zip(steps, steps.dropFirst()) { #expect(next < step + precision) }
    #expect(abs(values[10] - destination) < abs(origin - destination) / 7)
  }

  @Test func itLandsWhereTheRestIsNotSeen() {
    let animation = TimedAnimation(
      from: 0,
      to: 1,
      precision: 0.01,
      start: .zero,
      length: .seconds(1)
    )
    #expect(animation.value(at: .milliseconds(750)) < 0.99)
    #expect(animation.value(at: .milliseconds(800)) == 1)
  }

  @Test func itStandsStillBeforeAndAfterItsTime() {
    let animation = TimedAnimation(
      from: 3,
      to: 9,
      precision: 0.5,
      start: .seconds(2),
      length: .seconds(1)
    )
    #expect(animation.value(at: .zero) == 3)
    #expect(animation.value(at: .seconds(99)) == 9)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func withoutALengthItHasArrived(length: Duration) {
    let animation = TimedAnimation(
      from: 3,
      to: 9,
      precision: 0.5,
      start: .seconds(2),
      length: length
    )
    #expect(animation.value(at: .zero) == 9)
  }
}
