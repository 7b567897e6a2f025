import RefreshCore
import Testing

/// Values just above and just below each limit.
@Suite struct BoundaryTests {
  @Test(arguments: [24.0, 99, 100, 101, 250, 400])
  func theThresholdAndTheSlopTogetherArmATouch(threshold: Double) {
    #expect(header(threshold: threshold, touch: [threshold + 15]) == .top(.armed))
    #expect(
      header(threshold: threshold, touch: [threshold + 14])
        == .top(.pulling, (threshold - 1) / threshold)
    )
  }

  @Test func draggedBackToEightyFivePixelsItIsStillArmedToEightyFourNotAnyMore() {
    #expect(header(touch: [150, 100]) == .top(.armed, 0.85))
    #expect(header(touch: [150, 99]) == .top(.pulling, 0.84))
    #expect(header(touch: [150, 99, 100]) == .top(.pulling, 0.85))
    #expect(header(touch: [150, 99, 115]) == .top(.armed))
  }

  @Test func fortyUnitsOfATouchpadArmAndThirtyNineDoNot() {
    #expect(header(touchpad: 40) == .top(.armed))
    #expect(header(touchpad: 39) == .top(.pulling, 0.975))
  }

  @Test func howeverFarItGoesProgressIsBounded() {
    #expect(header(touch: [1e9]) == .top(.armed))
    #expect(header(touch: [.greatestFiniteMagnitude]) == .top(.armed))
  }

  @Test(arguments: [(0.99, true), (1.01, false)])
  func lessThanAPixelFromTheEdgeIsAtTheEdge(distance: Double, arms: Bool) {
    var list = RefreshCoordinator()
    let place = ScrollPosition(distanceToStart: distance, distanceToEnd: 900, page: 450)
    _ = list.handle(.device(.touchBegan(at: place)), at: .seconds(1))
    _ = list.handle(.device(.touchMoved(along: 150, at: .start)), at: .seconds(1))
    #expect((list[.refresh].moment == .armed) == arms)
  }

  @Test(arguments: [(299, false), (300, true)])
  func theRestBeforeAPullIsExact(milliseconds: Int, arms: Bool) {
    var list = RefreshCoordinator()
    _ = list.handle(.device(.scrolled(to: .start)), at: .seconds(1))
    let now = Duration.seconds(1) + .milliseconds(milliseconds)
    _ = list.handle(.device(.touchBegan(at: .start)), at: now)
    _ = list.handle(.device(.touchMoved(along: 150, at: .start)), at: now)
    #expect((list[.refresh].moment == .armed) == arms)
  }

  @Test func theTimesOfARefreshAreExact() {
    var list = RefreshCoordinator()
    let effects = list.handle(.begin(.refresh, .command), at: .zero)
    guard case .start(let id, .command) = effects.last else {
      Issue.record("no refresh: \(effects)")
      return
    }
    #expect(list.deadline == .seconds(30))
    #expect(list.handle(.finished(id, .cancelled), at: .milliseconds(1)).isEmpty)
    #expect(list.deadline == .milliseconds(600))
    #expect(list.advance(to: .milliseconds(599)).isEmpty)
    #expect(
      list.advance(to: .milliseconds(600)) == [
        .changed(.refresh), .ended(id, .cancelled),
      ]
    )
    #expect(list[.refresh].moment == .cancelled)
    #expect(list.deadline == .milliseconds(1400))
    #expect(list.advance(to: .milliseconds(1399)).isEmpty)
    #expect(list.advance(to: .milliseconds(1400)) == [.changed(.refresh)])
    #expect(list[.refresh].moment == .idle)
    #expect(list.deadline == nil)
  }

  @Test func aTimeBeforeTheLastOneCountsAsTheLastOne() {
    var list = RefreshCoordinator()
    _ = list.handle(.begin(.refresh, .command), at: .seconds(10))
    _ = list.handle(.cancel(.refresh), at: .seconds(3))
    #expect(list.deadline == .milliseconds(10_800))
  }

  private func header(threshold: Double = 100, touch: [Double]) -> RefreshState {
    header(
      PullMetrics { $0.threshold = threshold },
      [.touchBegan(at: .start)] + touch.map { .touchMoved(along: $0, at: .start) }
    )
  }

  private func header(touchpad units: Double) -> RefreshState {
    header(PullMetrics(), [.touchpadScrolled(along: -units, at: .start)])
  }

  private func header(_ metrics: PullMetrics, _ events: [DeviceEvent]) -> RefreshState {
    var list = RefreshCoordinator(metrics: metrics)
    for event in events { _ = list.handle(.device(event), at: .seconds(1)) }
    return list[.refresh]
  }
}
