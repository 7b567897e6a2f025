import Testing

@testable import RefreshScrolling

/// The motion of a length to its target, and changes of a motion under way.
struct SpringTests {
  private static let now = Duration.seconds(9)

  @Test(arguments: [(0.0, 54.0), (54, 0), (80, 54)])
  func itComesToItsTargetWithoutSwingingPast(from origin: Double, to target: Double) {
    var spring = Spring()
    spring.push(by: origin, speed: 0, at: Self.now)
    spring.aim(at: target, over: .milliseconds(200), at: Self.now)
    let values = Self.values(of: spring)
    #expect(abs((values.first ?? .infinity) - origin) < 1e-9)
    #expect(values.last == target)
    #expect(values.allSatisfy { (min(origin, target) - 1e-9...max(origin, target)).contains($0) })
    for (value, next) in zip(values, values.dropFirst()) {
      #expect(abs(next - target) <= abs(value - target))
    }
  }

  @Test(arguments: [Duration.milliseconds(200), .milliseconds(400), .seconds(2)])
  func aHundredthOfTheWayIsLeftAfterItsDuration(_ duration: Duration) {
    var spring = Spring()
    spring.aim(at: 1000, over: duration, at: Self.now)
    #expect(abs(spring.value(at: Self.now + duration) - 990) < 1)
    #expect(abs(spring.value(at: Self.now + duration / 2) - 844) < 1)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func withoutADurationItHasArrived(_ duration: Duration) {
    var spring = Spring()
    spring.push(by: 30, speed: 900, at: Self.now)
    spring.aim(at: 54, over: duration, at: Self.now)
    #expect(spring.value(at: Self.now) == 54)
    #expect(spring.isAtRest(at: Self.now))
  }

  @Test func itGoesOnAsFastAsTheHandWas() {
    var spring = Spring()
    spring.push(by: 40, speed: 900, at: Self.now)
    spring.aim(at: 54, over: .milliseconds(200), at: Self.now)
    let step = spring.value(at: Self.now + .microseconds(100)) - 40
    #expect(abs(step - 0.09) < 0.001)
    // Its initial speed alone carries it past the target, and it comes back.
    let values = Self.values(of: spring)
    #expect(values.contains { $0 > 54 })
    #expect(values.last == 54)
  }

  @Test(arguments: [0, 30, 90, 150])
  func anotherTargetBendsTheMotion(after milliseconds: Int) {
    var spring = Spring()
    spring.aim(at: 54, over: .milliseconds(200), at: Self.now)
    let turn = Self.now + .milliseconds(milliseconds)
    let (before, speed) = (spring.value(at: turn), Self.speed(of: spring, at: turn))
    spring.aim(at: 0, over: .milliseconds(250), at: turn)
    #expect(abs(spring.value(at: turn) - before) < 1e-9)
    #expect(abs(Self.speed(of: spring, at: turn) - speed) < 12)
  }

  @Test func theSameTargetAgainChangesNothing() {
    var spring = Spring()
    spring.aim(at: 54, over: .milliseconds(200), at: Self.now)
    var other = spring
    for step in 1...10 {
      let time = Self.now + .milliseconds(8 * step)
      other.aim(at: 54, over: .milliseconds(200), at: time)
      #expect(abs(other.value(at: time) - spring.value(at: time)) < 1e-6)
    }
  }

  @Test func aFrameOfAnEarlierTimeShowsTheStart() {
    var spring = Spring()
    spring.push(by: 40, speed: 600, at: Self.now)
    spring.aim(at: 54, over: .milliseconds(200), at: Self.now)
    #expect(abs(spring.value(at: Self.now - .milliseconds(16)) - 40) < 1e-9)
  }

  private static func values(of spring: Spring) -> [Double] {
    (0...200).map { spring.value(at: now + .milliseconds(4 * $0)) }
  }

  /// The speed in px a second.
  private static func speed(of spring: Spring, at time: Duration) -> Double {
    let way = spring.value(at: time + .microseconds(200)) - spring.value(at: time)
    return way / 0.0002
  }
}
