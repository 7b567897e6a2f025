import RefreshCore
import Testing

@Suite struct TouchTests {
  @Test(arguments: try Diagram.read("touch"))
  func thePullsAreAsDrawn(_ diagram: Diagram) { expectPulls(diagram) }

  @Test func aDragThatBeganInTheMiddleOnlyPeeks() {
    // The finger must move 300 px before the content is at the top.
    var tracker = PullTracker()
    #expect(tracker.handle(.touchBegan(at: .middle), at: .seconds(1)).isEmpty)
    #expect(tracker.handle(.touchMoved(along: 315, at: .start), at: .seconds(2)).isEmpty)
    #expect(
      tracker.handle(.touchMoved(along: 316, at: .start), at: .seconds(3)) == [
        .moved(.start, distance: 1, deliberate: false)
      ]
    )
    #expect(
      tracker.handle(.touchMoved(along: 900, at: .start), at: .seconds(4)) == [
        .moved(.start, distance: 585, deliberate: false)
      ]
    )
  }

  @Test func theFirstPixelsDoNothing() {
    var tracker = PullTracker()
    _ = tracker.handle(.touchBegan(at: .start), at: .seconds(1))
    #expect(tracker.handle(.touchMoved(along: 15, at: .start), at: .seconds(2)).isEmpty)
    #expect(
      tracker.handle(.touchMoved(along: 16, at: .start), at: .seconds(2)) == [
        .moved(.start, distance: 1, deliberate: true)
      ]
    )
  }

  @Test func scrolledAwayAndBackTheSameFingerOnlyPeeks() {
    // A fast scroll that happens to begin at the top looks like this.
    var tracker = PullTracker()
    _ = tracker.handle(.touchBegan(at: .start), at: .seconds(1))
    _ = tracker.handle(.touchMoved(along: -300, at: .start), at: .seconds(2))
    _ = tracker.handle(.touchMoved(along: -200, at: .middle), at: .seconds(3))
    #expect(
      tracker.handle(.touchMoved(along: 150, at: .start), at: .seconds(4)) == [
        .moved(.start, distance: 135, deliberate: false)
      ]
    )
  }

  @Test func whatFitsIsPulledAtBothEdges() {
    var tracker = PullTracker()
    _ = tracker.handle(.touchBegan(at: .fits), at: .seconds(1))
    #expect(
      tracker.handle(.touchMoved(along: 65, at: .fits), at: .seconds(2)) == [
        .moved(.start, distance: 50, deliberate: true)
      ]
    )
    #expect(
      tracker.handle(.touchMoved(along: -65, at: .fits), at: .seconds(3)) == [
        .cancelled(.start), .moved(.end, distance: 50, deliberate: true),
      ]
    )
  }

  @Test(arguments: [Double.nan, Double.infinity, -Double.infinity])
  func whatIsNoNumberEndsThePull(along: Double) {
    var tracker = PullTracker()
    _ = tracker.handle(.touchBegan(at: .start), at: .seconds(1))
    _ = tracker.handle(.touchMoved(along: 150, at: .start), at: .seconds(2))
    #expect(
      tracker.handle(.touchMoved(along: along, at: .start), at: .seconds(3)) == [.cancelled(.start)]
    )
  }
}

@Suite struct EdgeOvershotTests {
  @Test(arguments: try Diagram.read("overshot"))
  func thePullsAreAsDrawn(_ diagram: Diagram) { expectPulls(diagram) }

  @Test func itDoesNotCountWhatTheFingerDidNotDo() {
    // The finger has moved 88 px; the rest of GTK's value may come from an earlier movement.
    var tracker = PullTracker()
    _ = tracker.handle(.touchBegan(at: .start), at: .seconds(1))
    _ = tracker.handle(.touchMoved(along: 88, at: .start), at: .seconds(2))
    #expect(tracker.handle(.overshot(.start), at: .seconds(2)).isEmpty)
    _ = tracker.handle(.touchMoved(along: 99, at: .start), at: .seconds(2))
    #expect(tracker.handle(.overshot(.start), at: .seconds(2)).isEmpty)
    _ = tracker.handle(.touchMoved(along: 100, at: .start), at: .seconds(2))
    #expect(
      tracker.handle(.overshot(.start), at: .seconds(2)) == [
        .moved(.start, distance: 100, deliberate: true)
      ]
    )
  }

  @Test func aboveAHundredItIsNotEnough() {
    var coordinator = RefreshCoordinator(
      metrics: PullMetrics { $0.threshold = 200 },
      enabled: [.refresh]
    )
    _ = coordinator.handle(.device(.touchBegan(at: .start)), at: .seconds(1))
    _ = coordinator.handle(.device(.touchMoved(along: 100, at: .start)), at: .seconds(2))
    _ = coordinator.handle(.device(.overshot(.start)), at: .seconds(2))
    #expect(coordinator[.refresh] == .top(.pulling, 0.5))
  }
}
