import RefreshCore
import Testing

@Suite struct TouchTests {
  @Test func aPullPastTheTopIsReleasedWithTheFinger() {
    expectPulls(
      "[-1-2-3-4-5-6--]",
      "--p-p-p-p-P-P--R"
    )
  }

  @Test func aPullPastTheBottomIsItsMirrorImage() {
    expectPulls(
      "{-A-B-C-D-E-F--}",
      "--p-p-p-p-P-P--R"
    )
  }

  @Test func aTapDoesNothing() {
    expectPulls(
      "[0-]",
      "----"
    )
  }

  @Test func pulledBackToWhereItBeganItIsOver() {
    expectPulls(
      "[-2-4-2-0--]",
      "--p-p-p-x---"
    )
  }

  @Test func aTouchThatIsTakenAwayFiresNothing() {
    expectPulls(
      "[-4-6-x-7-]",
      "--p-P-x----"
    )
  }

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

  @Test func aFingerSoonAfterTheTopWasReachedOnlyPeeks() {
    expectPulls(
      "M---=-----[-5-]",
      "------------P-R"
    )
    expectPulls(
      "M---=----[-5-]",
      "-----------?-R"
    )
  }

  @Test func peekingLastsUntilTheFingerIsLifted() {
    expectPulls(
      "M-=--[-5---------------------6-]-[-6-]",
      "-------?---------------------?-R---P-R"
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

  @Test func rowsInsertedAboveEndThePull() {
    expectPulls(
      "[-5-M-]",
      "--P-x--"
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

  @Test func aMoveWithoutAFingerMeansNothing() {
    expectPulls(
      "-5-6-]",
      "------"
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
  @Test func itLiftsADeliberatePullToAHundredPixels() {
    // At `4` the finger has moved 100 px, which GTK measures; less the slop, the pull is 85 px.
    expectPulls(
      "[-4-!-]",
      "--p-P-R"
    )
  }

  @Test func whatItAddedIsTakenBackWithTheFinger() {
    expectPulls(
      "[-4!3-2-0-4]",
      "--pPp-p-x-pR"
    )
  }

  @Test func aloneItStartsNothing() {
    expectPulls(
      "!-[-!-]-!",
      "---------"
    )
  }

  @Test func itDoesNotMakeAPeekDeliberate() {
    expectPulls(
      "M-=-[-4!-]",
      "------?--R"
    )
  }

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

  @Test func aTouchpadHasNoSlopToMakeGood() {
    expectPulls(
      "t!-s",
      "p--R"
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
