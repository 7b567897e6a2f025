import RefreshCore
import Testing

@Suite struct WheelTests {
  @Test(arguments: try Diagram.read("wheel"))
  func thePullsAreAsDrawn(_ diagram: Diagram) { expectPulls(diagram) }

  @Test func switchedOffItOnlyPeeks() {
    expectPulls(
      "^--^--^------------",
      "?--?--?--------x---",
      metrics: PullMetrics { $0.wheelEnabled = false }
    )
  }

  @Test func aWheelCountsOneNotchAnEventAtMost() {
    var tracker = PullTracker()
    #expect(
      tracker.handle(.wheelScrolled(notches: -30, at: .start), at: .seconds(1)) == [
        .moved(.start, distance: 100.0 / 3, deliberate: true)
      ]
    )
  }

  @Test(arguments: [24, 100, 250, 400])
  func atAnyThresholdThreeNotchesReachItAndTwoDoNot(threshold: Double) {
    var tracker = PullTracker(metrics: PullMetrics { $0.threshold = threshold })
    let distances = (0..<4).flatMap { notch in
      tracker.handle(
        .wheelScrolled(notches: -1, at: .tallTop),
        at: .seconds(1) + .milliseconds(100 * notch)
      )
    }.map { event in
      if case .moved(_, let distance, _) = event { distance } else { 0.0 }
    }
    #expect(distances.count == 4)
    #expect(distances[1] < threshold * 0.85)
    #expect(distances[2] == threshold)
    #expect(distances[3] > threshold)
  }
}
