import RefreshCore
import Testing

@Suite struct AutomaticTests {
  @Test func itAsksAtOneViewportLeft() {
    for (left, expected) in [(451.0, false), (450, true), (0, true)] {
      var list = RefreshCoordinator(loadMode: .automatic(), header: true, footer: true)
      let place = ScrollPosition(distanceToStart: 900, distanceToEnd: left, page: 450)
      let effects = list.handle(.device(.scrolled(to: place)), at: .seconds(1))
      #expect((effects.starts == 1) == expected)
    }
  }

  @Test(arguments: [(0.0, 0.0), (2, 900), (-3, 0), (.nan, 450), (99, 4500)])
  func prefetchIsCountedInViewports(prefetch: Double, left: Double) {
    for (left, expected) in [(left, 1), (left + 1, 0)] {
      var list = RefreshCoordinator(
        loadMode: .automatic(prefetch: prefetch),
        header: true,
        footer: true
      )
      let place = ScrollPosition(distanceToStart: 900, distanceToEnd: left, page: 450)
      #expect(list.handle(.contentChanged(to: place), at: .seconds(1)).starts == expected)
    }
  }

  @Test func whatIsNotANumberIsReadAsTheOneViewportThatItCountsAs() {
    var list = RefreshCoordinator(header: true, footer: true)
    _ = list.handle(.setLoadMode(.automatic(prefetch: .nan)), at: .seconds(1))
    #expect(list.loadMode == .automatic(prefetch: 1))
  }

  @Test func inPullModeItNeverAsks() {
    expectList(
      "-w--m--w--n--",
      footer: "............."
    )
  }

  @Test func itAsksAgainOnceTheRowsAreLaidOutAndTheirEndIsNear() {
    expectList(
      "w--+--g--m--w--+--g",
      footer: "RRR.........RRR....",
      loadMode: .automatic()
    )
  }

  @Test func itsLoadsAreNotHeld() {
    expectList(
      "w+--",
      footer: "R...",
      loadMode: .automatic()
    )
  }

  @Test func itAsksThreeTimesInARowAtMostUnlessTheUserScrolls() {
    expectList(
      "n-+-n-+-n-+-n-m-n-",
      footer: "RR..RR..RR......RR",
      loadMode: .automatic()
    )
  }

  @Test func aPageThatIsNotFullIsFilledByThreeLoads() {
    var list = RefreshCoordinator(loadMode: .automatic(), header: true, footer: true)
    var now = Duration.seconds(1)
    var starts = 0
    for _ in 0..<10 {
      for effect in list.handle(.contentChanged(to: .fits), at: now) {
        guard case .start(let id, .automatic) = effect else { continue }
        starts += 1
        _ = list.handle(.loadFinished(id, .success(LoadedRows(added: 2, hasMore: true))), at: now)
      }
      now += .seconds(1)
    }
    #expect(starts == 3)
  }

  @Test func afterNothingItWaitsUntilTheListGrew() {
    expectList(
      "w-0-n-w-m-w-g--w-",
      footer: "RR.............RR",
      loadMode: .automatic()
    )
  }

  @Test func whatIsUnknownCountsOnceTheContentIsHigher() {
    expectList(
      "w-~-n-m-w--g--w-",
      footer: "RR............RR",
      loadMode: .automatic()
    )
  }

  @Test func aFailureIsNotRetried() {
    expectList(
      "w-e-n-m-w-y",
      footer: "RRFFFFFFFFR",
      loadMode: .automatic()
    )
  }

  @Test func theEndIsTheEnd() {
    expectList(
      "w-$-n-m-w--",
      footer: "RREEEEEEEEE",
      loadMode: .automatic()
    )
  }

  @Test func whatTheUserCancelledIsNotAskedForAgain() {
    expectList(
      "w-Y-n-m-w-l",
      footer: "RR........R",
      loadMode: .automatic()
    )
  }

  @Test(arguments: [LoadMoreResult.cancelled, .success(LoadedRows(added: 0, hasMore: true))])
  func contentThatFitsInAViewportThatGrewHasNotGrown(result: LoadMoreResult) {
    var list = RefreshCoordinator(loadMode: .automatic(), header: true, footer: true)
    let effects = list.handle(.contentChanged(to: .fits), at: .seconds(1))
    for case .start(let id, _) in effects {
      _ = list.handle(.loadFinished(id, result), at: .seconds(2))
    }
    let larger = ScrollPosition(distanceToStart: 0, distanceToEnd: 0, page: 504)
    #expect(list.handle(.contentChanged(to: larger), at: .seconds(3)).starts == 0)
    let longer = ScrollPosition(distanceToStart: 0, distanceToEnd: 50, page: 504)
    #expect(list.handle(.contentChanged(to: longer), at: .seconds(4)).starts == 1)
  }

  @Test func aPullStillLoads() {
    expectList(
      "w-Y---------{b}-",
      footer: "RR...........ARR",
      loadMode: .automatic()
    )
  }

  @Test func duringARefreshItDoesNotAsk() {
    expectList(
      "r--w---f---",
      footer: ".......RRRR",
      loadMode: .automatic()
    )
  }

  @Test func whatARefreshCutShortIsAskedForAgain() {
    expectList(
      "w--r------s--",
      footer: "RRR.......RRR",
      loadMode: .automatic()
    )
  }

  @Test func aSuccessfulRefreshGivesItAnotherChance() {
    expectList(
      "w-0-n-r------s-",
      footer: "RR...........RR",
      loadMode: .automatic()
    )
  }

  @Test func switchedToItAsksAtOnce() {
    var list = RefreshCoordinator(header: true, footer: true)
    #expect(list.handle(.contentChanged(to: .end), at: .seconds(1)).starts == 0)
    #expect(list.handle(.setLoadMode(.automatic()), at: .seconds(2)).starts == 1)
  }

  @Test func withoutAFooterItDoesNotAsk() {
    var list = RefreshCoordinator(loadMode: .automatic(), header: true, footer: false)
    #expect(list.handle(.contentChanged(to: .end), at: .seconds(1)).starts == 0)
    #expect(list.handle(.setEnabled(.loadMore, true), at: .seconds(2)).starts == 1)
  }
}

extension [RefreshCoordinator.Effect] {
  fileprivate var starts: Int {
    count { if case .start = $0 { true } else { false } }
  }
}
