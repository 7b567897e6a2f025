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
    #expect((metrics.refreshHeight, metrics.loadHeight) == (54, 44))
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
      \.startSlop, \.touchpadFactor, \.resistance, \.disarmFraction, \.refreshHeight,
      \.loadHeight,
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

  /// Metrics may be set to any value. A pull of any length can then still be drawn, and can fire.
  @Test(arguments: [0, -1, -1e300, .nan, .infinity, -.infinity, 1e-300, 1e300])
  func whateverTheNumbersAreThePullStaysWithinBounds(number: Double) {
    var metrics = PullMetrics()
    metrics.threshold = number
    metrics.startSlop = number
    metrics.resistance = number
    metrics.disarmFraction = number
    metrics.touchpadFactor = number
    metrics.refreshHeight = number
    for pull in [0, -1, 1e-300, 399, 1e300, .infinity, -.infinity, .nan] {
      #expect((0...PullMetrics.mostProgress).contains(metrics.progress(pull: pull)))
      #expect((0...800).contains(metrics.indicatorTravel(pull: pull)))
    }
    #expect(metrics.progress(pull: 400) >= 1)
    var list = RefreshCoordinator(metrics: metrics)
    _ = list.handle(.device(.scrolled(to: .start)), at: .zero)
    _ = list.handle(.device(.touchBegan(at: .start)), at: .seconds(1))
    _ = list.handle(.device(.touchMoved(along: 500, at: .start)), at: .seconds(1))
    #expect(list[.refresh] == .top(.armed))
  }

  /// A pull can reach a threshold larger than the list's height: a finger moves further than the
  /// window, and a wheel counts its notches.
  @Test func aThresholdBeyondTheWindowCanBeReached() {
    let small = ScrollPosition(distanceToStart: 0, distanceToEnd: 900, page: 120)
    let metrics = PullMetrics { $0.threshold = 10_000 }
    #expect(metrics.threshold == 400)
    var list = RefreshCoordinator(metrics: metrics, enabled: [.refresh])
    _ = list.handle(.device(.scrolled(to: small)), at: .zero)
    _ = list.handle(.device(.touchBegan(at: small)), at: .seconds(1))
    _ = list.handle(.device(.touchMoved(along: 414, at: small)), at: .seconds(1))
    #expect(list[.refresh] == .top(.pulling, 399.0 / 400))
    _ = list.handle(.device(.touchMoved(along: 415, at: small)), at: .seconds(1))
    #expect(list[.refresh] == .top(.armed))
  }

  @Test(arguments: [0, -1, Double.nan, .infinity, -.infinity])
  func devicesThatReportNonsenseDoNotFire(number: Double) {
    var list = RefreshCoordinator()
    let nowhere = ScrollPosition(distanceToStart: number, distanceToEnd: number, page: number)
    let events: [DeviceEvent] = [
      .scrolled(to: nowhere), .touchBegan(at: nowhere), .touchMoved(along: number, at: nowhere),
      .touchEnded, .touchpadScrolled(along: number.isFinite ? 0 : number, at: nowhere),
      .touchpadStopped, .wheelScrolled(notches: number, at: nowhere),
    ]
    for (index, event) in events.enumerated() {
      for effect in list.handle(.device(event), at: .seconds(index + 1)) {
        switch effect {
        case .start: Issue.record("\(event) fired")
        default: break
        }
      }
    }
    _ = list.advance(to: .seconds(60))
    #expect(
      list[.refresh].moment == .idle && list[.loadMore].moment == .idle && list.deadline == nil
    )
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
    let position = ScrollPosition(distanceToStart: .nan, distanceToEnd: -3, page: .infinity)
    #expect(position == ScrollPosition(distanceToStart: 0, distanceToEnd: 0, page: 0))
    #expect(position.isAt(.start) && position.isAt(.end))
  }
}
