import RefreshCore
import Testing

@Suite struct TouchpadTests {
  @Test(arguments: try Diagram.read("touchpad"))
  func thePullsAreAsDrawn(_ diagram: Diagram) { expectPulls(diagram) }

  @Test func aGestureOfNothingLeavesNoDeadline() {
    var tracker = PullTracker()
    #expect(tracker.handle(.touchpadScrolled(along: -9, at: .middle), at: .seconds(1)).isEmpty)
    #expect(tracker.deadline == nil)
  }

  @Test func aPixelCountsByTheFactor() {
    var tracker = PullTracker(metrics: PullMetrics { $0.touchpadFactor = 4 })
    #expect(
      tracker.handle(.touchpadScrolled(along: -10, at: .start), at: .seconds(1)) == [
        .moved(.start, distance: 40, deliberate: true)
      ]
    )
  }
}
