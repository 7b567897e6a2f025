import RefreshCore
import Testing

/// One pixel more, one pixel less.
@Suite struct BoundaryTests {
  @Test(arguments: [24.0, 99, 100, 101, 250, 400])
  func theThresholdAndTheSlopTogetherArmATouch(threshold: Double) {
    #expect(header(threshold: threshold, touch: [threshold + 15]) == .armed(progress: 1))
    #expect(
      header(threshold: threshold, touch: [threshold + 14])
        == .pulling(progress: (threshold - 1) / threshold)
    )
  }

  @Test func aHundredAndFiftyPixelsArmAndFortyDoNot() {
    #expect(header(touch: [150]) == .armed(progress: 1.35))
    #expect(header(touch: [40]) == .pulling(progress: 0.25))
  }

  @Test func draggedBackToEightyFivePixelsItIsStillArmedToEightyFourNotAnyMore() {
    #expect(header(touch: [150, 100]) == .armed(progress: 0.85))
    #expect(header(touch: [150, 99]) == .pulling(progress: 0.84))
    #expect(header(touch: [150, 99, 100]) == .pulling(progress: 0.85))
    #expect(header(touch: [150, 99, 115]) == .armed(progress: 1))
  }

  @Test func fortyUnitsOfATouchpadArmAndThirtyNineDoNot() {
    #expect(header(touchpad: 40) == .armed(progress: 1))
    #expect(header(touchpad: 39) == .pulling(progress: 0.975))
  }

  @Test func howeverFarItGoesProgressIsBounded() {
    #expect(header(touch: [1e9]) == .armed(progress: 3))
    #expect(header(touch: [.greatestFiniteMagnitude]) == .armed(progress: 3))
  }

  @Test(arguments: [(0.99, true), (1.01, false)])
  func lessThanAPixelFromTheEdgeIsAtTheEdge(distance: Double, arms: Bool) {
    var list = RefreshCoordinator(header: true, footer: true)
    let place = ScrollPosition(distanceToStart: distance, distanceToEnd: 900, page: 450)
    _ = list.handle(.device(.touchBegan(at: place)), at: .seconds(1))
    _ = list.handle(.device(.touchMoved(along: 150, at: .start)), at: .seconds(1))
    let isArmed = if case .armed = list.header { true } else { false }
    #expect(isArmed == arms)
  }

  @Test(arguments: [(299, false), (300, true)])
  func theRestBeforeAPullIsExact(milliseconds: Int, arms: Bool) {
    var list = RefreshCoordinator(header: true, footer: true)
    _ = list.handle(.device(.scrolled(to: .start)), at: .seconds(1))
    let now = Duration.seconds(1) + .milliseconds(milliseconds)
    _ = list.handle(.device(.touchBegan(at: .start)), at: now)
    _ = list.handle(.device(.touchMoved(along: 150, at: .start)), at: now)
    let isArmed = if case .armed = list.header { true } else { false }
    #expect(isArmed == arms)
  }

  @Test func theTimesOfARefreshAreExact() {
    var list = RefreshCoordinator(header: true, footer: true)
    let effects = list.handle(.begin(.refresh, .command), at: .zero)
    guard case .start(let id, .command) = effects.last else {
      Issue.record("no refresh: \(effects)")
      return
    }
    #expect(list.deadline == .seconds(30))
    #expect(list.handle(.refreshFinished(id, .cancelled), at: .milliseconds(1)).isEmpty)
    #expect(list.deadline == .milliseconds(600))
    #expect(list.advance(to: .milliseconds(599)).isEmpty)
    #expect(
      list.advance(to: .milliseconds(600)) == [
        .changed(.refresh), .refreshEnded(id, .cancelled),
      ]
    )
    #expect(list.header == .settling(.cancelled))
    #expect(list.deadline == .milliseconds(1400))
    #expect(list.advance(to: .milliseconds(1399)).isEmpty)
    #expect(list.advance(to: .milliseconds(1400)) == [.changed(.refresh)])
    #expect(list.header == .idle)
    #expect(list.deadline == nil)
  }

  @Test func aTimeBeforeTheLastOneCountsAsTheLastOne() {
    var list = RefreshCoordinator(header: true, footer: true)
    _ = list.handle(.begin(.refresh, .command), at: .seconds(10))
    _ = list.handle(.cancel(.refresh), at: .seconds(3))
    #expect(list.deadline == .milliseconds(10_800))
  }

  private func header(threshold: Double = 100, touch: [Double]) -> RefreshMachine.State {
    header(
      PullMetrics { $0.threshold = threshold },
      [.touchBegan(at: .start)] + touch.map { .touchMoved(along: $0, at: .start) }
    )
  }

  private func header(touchpad units: Double) -> RefreshMachine.State {
    header(PullMetrics(), [.touchpadScrolled(along: -units, at: .start)])
  }

  private func header(_ metrics: PullMetrics, _ events: [DeviceEvent]) -> RefreshMachine.State {
    var list = RefreshCoordinator(metrics: metrics, header: true, footer: true)
    for event in events { _ = list.handle(.device(event), at: .seconds(1)) }
    return list.header
  }
}
