import RefreshCore
import Testing

@Suite struct TouchpadTests {
  @Test func aPullIsReleasedWhenTheFingersAreLifted() {
    expectPulls(
      "tt-s------",
      "pP-R------"
    )
  }

  @Test func withoutThatAMomentOfQuietReleasesIt() {
    expectPulls(
      "tt--------",
      "pP--R-----"
    )
  }

  @Test func theSameHoldsAtTheBottom() {
    expectPulls(
      "bb-s--bb--------",
      "pP-R--??--R-----"
    )
  }

  @Test func pulledBackToTheEdgeItIsOver() {
    expectPulls(
      "trr-------",
      "ppx-------"
    )
  }

  @Test func aGestureFromTheMiddleOnlyPeeks() {
    expectPulls(
      "nnn=ttttt-----",
      "----?????--R--"
    )
  }

  @Test func soonAfterTheTopWasReachedItOnlyPeeks() {
    expectPulls(
      "M---=-----tt---",
      "----------pP--R"
    )
    expectPulls(
      "M---=----tt---",
      "---------??--R"
    )
  }

  @Test func theTailAfterTheQuietIsNoNewPull() {
    // A pull, 150 ms of quiet, and then the events that a compositor still sends.
    expectPulls(
      "tt---t-t-t--t----t-----",
      "pP--R?-?-?--[R?]--R-?--R--"
    )
  }

  @Test func afterARestANewPullCounts() {
    expectPulls(
      "tt---------tt-s",
      "pP--R------pP-R"
    )
    expectPulls(
      "tt-----tt-s",
      "pP--R--pP-R"
    )
    expectPulls(
      "tt----tt-s",
      "pP--R-??-R"
    )
  }

  @Test func aGestureOfNothingLeavesNoDeadline() {
    var tracker = PullTracker()
    #expect(tracker.handle(.touchpadScrolled(along: -9, at: .middle), at: .seconds(1)).isEmpty)
    #expect(tracker.deadline == nil)
  }

  @Test func scrolledAwayAndBackItOnlyPeeks() {
    expectPulls(
      "tMttt-s",
      "px???-R"
    )
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
