import RefreshCore
import Testing

@Suite struct AutomaticTests {
  @Test(arguments: try Diagram.read("automatic"))
  func theListIsAsDrawn(_ diagram: Diagram) { expectList(diagram, loadMode: .automatic()) }

  @Test(arguments: [
    (0.0, 0.0), (1, 450), (2, 900), (-3, 0), (.nan, 450), (99, 4500), (.infinity, 4500),
  ])
  func prefetchIsCountedInViewports(prefetch: Double, left: Double) {
    for (left, expected) in [(left, 1), (left + 1, 0)] {
      var list = RefreshCoordinator(loadMode: .automatic(prefetch: prefetch))
      let place = ScrollPosition(distanceToStart: 900, distanceToEnd: left, page: 450)
      #expect(list.handle(.contentChanged(to: place), at: .seconds(1)).starts == expected)
    }
  }

  @Test func whatIsNotANumberIsReadAsTheOneViewportThatItCountsAs() {
    var list = RefreshCoordinator()
    _ = list.handle(.setLoadMode(.loadMore, .automatic(prefetch: .nan)), at: .seconds(1))
    #expect(list.loadMode(of: .loadMore) == .automatic())
  }

  @Test func inPullModeItNeverAsks() {
    expectList(
      "-w--m--w--n--",
      footer: "............."
    )
  }

  @Test func onePageIsOneLoadHoweverItsRowsCome() {
    var list = FilledList()
    list.load(.loaded(LoadedRows(added: 50, hasMore: true)))
    for part in 1...8 {
      list.lay(out: .end(length: 900 + 60 * Double(part)))
      list.pass(.milliseconds(50))
      #expect(list.starts == 1)
    }
    list.pass(.milliseconds(50))
    #expect(list.starts == 2)
  }

  @Test func aListWhoseLengthChangesForEverIsAskedAgainAfterHalfASecond() {
    var list = FilledList()
    list.load(.loaded(LoadedRows(added: 50, hasMore: true)))
    for part in 1...7 {
      list.lay(out: .end(length: 900 + 60 * Double(part)))
      list.pass(.milliseconds(80))
    }
    #expect(list.starts == 2)
  }

  @Test func aViewportThatIsNotFullIsFilled() {
    var list = FilledList()
    for page in 1...20 {
      #expect(list.starts == page)
      list.load(.loaded(LoadedRows(added: 2, hasMore: true)))
      list.lay(out: .fits)
      list.pass(.milliseconds(100))
    }
  }

  @Test func whatIsHiddenAsksOnlyOnceItIsLaidOutAgain() {
    var list = FilledList()
    list.load(.loaded(LoadedRows(added: 2, hasMore: true)))
    list.hide()
    list.scroll(to: .middle)
    list.scroll(to: .fits)
    list.pass(.seconds(1000))
    #expect(list.starts == 1)
    list.lay(out: .fits)
    list.pass(.milliseconds(100))
    #expect(list.starts == 2)
  }

  @Test(arguments: [0, 50, nil])
  func pagesThatShowNothingAreFollowedByMoreAfterAGrowingPause(added: Int?) {
    var list = FilledList(.end(length: 900))
    let pauses = [0.25, 0.5, 1, 2, 4, 8, 8, 8, 8, 8]
    for (page, pause) in pauses.enumerated() {
      list.load(.loaded(LoadedRows(added: added, hasMore: true)))
      list.lay(out: .end(length: 900))
      list.pass(.seconds(pause) - .milliseconds(10))
      #expect(list.starts == page + 1)
      list.pass(.milliseconds(20))
      #expect(list.starts == (page < 9 ? page + 2 : 10))
    }
    list.pass(.seconds(1000))
    #expect(list.starts == 10)
    list.scroll(to: .middle)
    list.scroll(to: .end(length: 900))
    #expect(list.starts == 11)
  }

  @Test func aPageThatShowsSomethingBeginsTheCountAnew() {
    var list = FilledList(.end(length: 900))
    for page in 1...12 {
      list.load(.loaded(LoadedRows(added: 50, hasMore: true)))
      list.lay(out: .end(length: 900 + 50 * Double(page / 3)))
      list.pass(.seconds(2))
      #expect(list.starts == page + 1)
    }
  }

  @Test func theRoomOfARowIsNoArrival() {
    var list = FilledList(.end(length: 900))
    list.load(.failed(message: "no"))
    for distance in [44.0, 0] {
      list.scroll(to: ScrollPosition(distanceToStart: 450, distanceToEnd: distance, page: 406))
    }
    #expect(list.starts == 1)
  }

  @Test func contentThatFitsInAViewportThatGrewHasNotGrown() {
    var list = FilledList()
    list.load(.cancelled)
    list.lay(out: ScrollPosition(distanceToStart: 0, distanceToEnd: 0, page: 504))
    list.pass(.seconds(1))
    #expect(list.starts == 1)
    list.lay(out: ScrollPosition(distanceToStart: 0, distanceToEnd: 50, page: 504))
    list.pass(.seconds(1))
    #expect(list.starts == 2)
  }

  @Test func switchedToItAsksAtOnce() {
    var list = RefreshCoordinator()
    #expect(list.handle(.contentChanged(to: .end), at: .seconds(1)).starts == 0)
    #expect(list.handle(.setLoadMode(.loadMore, .automatic()), at: .seconds(2)).starts == 1)
  }

  @Test func withoutAFooterItDoesNotAsk() {
    var list = RefreshCoordinator(loadMode: .automatic(), enabled: [.refresh])
    #expect(list.handle(.contentChanged(to: .end), at: .seconds(1)).starts == 0)
    #expect(list.handle(.setEnabled(.loadMore, true), at: .seconds(2)).starts == 1)
  }
}

/// A list in automatic mode, at its end, that counts the loads it starts.
private struct FilledList {
  private(set) var starts = 0
  private var list = RefreshCoordinator(loadMode: .automatic())
  private var now = Duration.seconds(1)
  private var load: RunID?

  init(_ position: ScrollPosition = .fits) { lay(out: position) }

  mutating func lay(out position: ScrollPosition) { handle(.contentChanged(to: position)) }

  mutating func hide() { handle(.hidden) }

  mutating func scroll(to position: ScrollPosition) { handle(.device(.scrolled(to: position))) }

  /// Ends the load under way.
  mutating func load(_ result: RunResult) {
    if let load { handle(.finished(load, result)) }
  }

  mutating func pass(_ time: Duration) {
    let end = now + time
    while let deadline = list.deadline, deadline <= end {
      now = max(now, deadline)
      note(list.advance(to: now))
    }
    now = end
  }

  private mutating func handle(_ event: RefreshCoordinator.Event) {
    note(list.handle(event, at: now))
  }

  private mutating func note(_ effects: [RefreshCoordinator.Effect]) {
    for case .start(let id, _) in effects {
      starts += 1
      load = id
    }
  }
}

extension ScrollPosition {
  /// The end of content of `length` px in a viewport of 450 px.
  fileprivate static func end(length: Double) -> ScrollPosition {
    ScrollPosition(distanceToStart: length - 450, distanceToEnd: 0, page: 450)
  }
}

extension [RefreshCoordinator.Effect] {
  fileprivate var starts: Int {
    count { if case .start = $0 { true } else { false } }
  }
}
