import RefreshCore
import Testing

@Suite struct PullMetricsTests {
  @Test func theNumbersAreThoseOfTheDesign() {
    let metrics = PullMetrics()
    #expect(metrics.threshold == 100)
    #expect(metrics.startSlop == 15)
    #expect(metrics.touchpadFactor == 2.5)
    #expect(metrics.resistance == 0.5)
    #expect(metrics.disarmFraction == 0.85)
    #expect(metrics.wheelEnabled)
    #expect(metrics.wheelNotches == 3)
    #expect(metrics.wheelPause == .milliseconds(400))
    #expect(metrics.wheelDwell == .milliseconds(300))
    #expect(metrics.restBeforePull == .milliseconds(300))
    #expect(metrics.touchpadQuiet == .milliseconds(150))
    #expect(metrics.decay == .milliseconds(400))
    #expect((metrics.headerHeight, metrics.footerHeight) == (54, 44))
    #expect(metrics.openDuration == .milliseconds(200))
    #expect(metrics.closeDuration == .milliseconds(250))
    #expect(metrics.minimumRunning == .milliseconds(600))
    #expect(metrics.resultShown == .milliseconds(800))
    #expect(metrics.cooldown == .milliseconds(500))
    #expect(metrics.stuckNotice == .seconds(30))
  }

  @Test(arguments: [
    (0, 24), (-5, 24), (23.9, 24), (24, 24), (64, 64), (400, 400), (401, 400),
    (Double.infinity, 400), (-Double.infinity, 24), (.nan, 100), (.signalingNaN, 100),
  ])
  func aThresholdStaysInItsRange(set: Double, got: Double) {
    #expect(PullMetrics { $0.threshold = set }.threshold == got)
  }

  @Test func everyOtherNumberStaysInItsRangeToo() {
    let lengths: [WritableKeyPath<PullMetrics, Double>] = [
      \.startSlop, \.touchpadFactor, \.resistance, \.disarmFraction, \.headerHeight,
      \.footerHeight,
    ]
    for length in lengths {
      let standard = PullMetrics()[keyPath: length]
      #expect(PullMetrics { $0[keyPath: length] = .nan }[keyPath: length] == standard)
      #expect(PullMetrics { $0[keyPath: length] = -1 }[keyPath: length] >= 0)
      #expect(PullMetrics { $0[keyPath: length] = .infinity }[keyPath: length] <= 400)
    }
    let times: [WritableKeyPath<PullMetrics, Duration>] = [
      \.wheelPause, \.wheelDwell, \.restBeforePull, \.touchpadQuiet, \.decay, \.openDuration,
      \.closeDuration, \.minimumRunning, \.resultShown, \.cooldown, \.stuckNotice,
    ]
    for time in times {
      #expect(PullMetrics { $0[keyPath: time] = .seconds(-1) }[keyPath: time] >= .zero)
      #expect(
        PullMetrics { $0[keyPath: time] = .seconds(86_400) }[keyPath: time] <= .seconds(3600)
      )
    }
    #expect(PullMetrics { $0.wheelNotches = 1 }.wheelNotches == 2)
    #expect(PullMetrics { $0.wheelNotches = .max }.wheelNotches == 10)
  }

  @Test func theIndicatorMovesHalfAPixelAPixelUpToTheThreshold() {
    let metrics = PullMetrics()
    #expect(metrics.indicatorTravel(pull: 0) == 0)
    #expect(metrics.indicatorTravel(pull: 40) == 20)
    #expect(metrics.indicatorTravel(pull: 100) == 50)
  }

  @Test func pastTheThresholdItSlowsDownAndStops() {
    let metrics = PullMetrics()
    #expect(metrics.indicatorTravel(pull: 200) == 87.5)
    #expect(metrics.indicatorTravel(pull: 300) == 100)
    #expect(metrics.indicatorTravel(pull: 1e9) == 100)
  }

  @Test(arguments: [24.0, 100, 400])
  func itNeverMovesBackAndNeverJumps(threshold: Double) {
    let metrics = PullMetrics { $0.threshold = threshold }
    let travels = stride(from: 0.0, through: 4 * threshold, by: 1).map {
      metrics.indicatorTravel(pull: $0)
    }
    for (before, after) in zip(travels, travels.dropFirst()) {
      #expect((0...0.5001).contains(after - before))
    }
  }

  @Test(arguments: [-1, Double.nan, -Double.infinity])
  func whatIsNoPullDoesNotMoveIt(pull: Double) {
    #expect(PullMetrics().indicatorTravel(pull: pull) == 0)
    #expect(PullMetrics().progress(pull: pull) == 0)
  }

  @Test(arguments: [(1, 1), (8, 4), (27, 9), (1000, 100), (64, 16), (0.001, 0.01), (1e9, 1e6)])
  func aNotchIsThePageToTheTwoThirds(page: Double, notch: Double) {
    #expect(abs(PullMetrics().wheelNotch(page: page) - notch) < notch * 1e-9)
  }

  @Test(arguments: [0, -1, Double.nan, .infinity])
  func noPageNoNotch(page: Double) {
    #expect(PullMetrics().wheelNotch(page: page) == 0)
  }

  @Test func aPositionThatIsNoNumberCountsAsZero() {
    let position = ScrollPosition(distanceToTop: .nan, distanceToBottom: -3, page: .infinity)
    #expect(position == ScrollPosition(distanceToTop: 0, distanceToBottom: 0, page: 0))
    #expect(position.isAt(.top) && position.isAt(.bottom))
  }
}
