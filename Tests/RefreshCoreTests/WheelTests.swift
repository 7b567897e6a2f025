import RefreshCore
import Testing

@Suite struct WheelTests {
  @Test func threeNotchesAtTheRestingTopFireAfterADwell() {
    expectPulls(
      "^--^--^---------",
      "p--p--P-----R---"
    )
  }

  @Test func theSameHoldsAtTheBottom() {
    expectPulls(
      "w--w--w---------",
      "p--p--P-----R---"
    )
  }

  @Test func oneNotchNeverFires() {
    expectPulls(
      "^-----------",
      "p--------x--"
    )
  }

  @Test func twoNotchesNeverFire() {
    expectPulls(
      "^--^-----------",
      "p--p--------x--"
    )
  }

  @Test func aNotchJustInTimeContinuesTheSeries() {
    expectPulls(
      "^-------^-------^------",
      "p-------p-------P-----R"
    )
  }

  @Test func aNotchTooLateBeginsAnew() {
    expectPulls(
      "^--------^-------^-------^------",
      "p--------[xp]-------p-------P-----R"
    )
  }

  @Test func aReverseNotchCancels() {
    expectPulls(
      "^--^--v---------",
      "p--p--x---------"
    )
  }

  @Test func aReverseNotchDuringTheDwellCancels() {
    expectPulls(
      "^--^--^----v-----",
      "p--p--P----x-----"
    )
  }

  @Test func afterAReverseNotchTheRestOfTheSeriesDoesNothing() {
    expectPulls(
      "^--^--v--^--^--^--^--------",
      "p--p--x--------------------"
    )
  }

  @Test func tenFastNotchesFromTheMiddleNeverFire() {
    expectPulls(
      "m-m-m=^-^-^-^-^-^-^-^-------------",
      "------?-?-?-?-?-?-?-?--------x----"
    )
  }

  @Test func theSeriesFromTheMiddlePeeksForAsLongAsItGoesOn() {
    expectPulls(
      "m=^-------^-------^-------^-------^---------",
      "--?-------?-------?-------?-------?--------x"
    )
  }

  @Test func aNewSeriesAfterAPauseAtTheTopCounts() {
    expectPulls(
      "m=^----------^--^--^------",
      "--?--------x-p--p--P-----R"
    )
  }

  @Test func notchesSoonAfterTheTopWasReachedByOtherMeansOnlyPeek() {
    expectPulls(
      "M---=-----^--^--^---------",
      "----------p--p--P-----R---"
    )
    expectPulls(
      "M---=----^--^--^-----------",
      "---------?--?--?--------x--"
    )
  }

  @Test func oneNotchOnATallPageDoesNotArm() {
    expectPulls(
      "y--y-----------",
      "p--p--------x--"
    )
  }

  @Test func partsOfANotchAddUp() {
    expectPulls(
      "aaaaaaaaa------",
      "ppppppppP-----R"
    )
  }

  @Test func aWheelThatSlipsBackALittleGoesOn() {
    expectPulls(
      "^-c^-c^c--------",
      "p--p--P-----R---"
    )
  }

  @Test func edgeOvershotDoesNotDefeatTheThreeNotches() {
    expectPulls(
      "y!-y!----------",
      "p--p--------x--"
    )
  }

  @Test func afterItFiredTheSeriesDoesNothingMore() {
    expectPulls(
      "^--^--^--^--^--^--^--^--^--^------------",
      "p--p--P--P--R---------------------------"
    )
  }

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

  @Test func aFingerOnTheScreenSilencesTheWheel() {
    expectPulls(
      "[-5-^-^-^-------]",
      "--P-------------R"
    )
  }
}
