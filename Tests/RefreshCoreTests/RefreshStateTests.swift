import RefreshCore
import Testing

@Suite struct RefreshStateTests {
  @Test func everyStateHasAPhase() {
    let states: [(RefreshState.Moment, Double, RefreshState.Phase, Double)] = [
      (.disabled, 0, .invalid, 0), (.idle, 0, .stopped, 0), (.peeking, 0.4, .stopped, 0.4),
      (.pulling, 0.6, .stopped, 0.6), (.armed, 2, .triggered, 1), (.waiting, 1, .triggered, 1),
      (.succeeded(summary: "3 new"), 1, .stopped, 1), (.failed(message: "no"), 1, .stopped, 1),
      (.failed(message: nil), 1, .stopped, 1), (.cancelled, 1, .stopped, 1),
      (.exhausted, 1, .invalid, 1),
    ]
    for (moment, given, phase, progress) in states {
      let state = RefreshState.top(moment, given)
      #expect((state.phase, state.progress) == (phase, progress))
    }
  }

  @Test func eachRowIsAtItsEdgeAndShowsItsPull() throws {
    var list = RefreshCoordinator(enabled: [.loadMore])
    #expect(list[.refresh] == .top(.disabled, 0))
    #expect(list[.loadMore] == RefreshState(edge: .bottom, moment: .idle, progress: 0))
    for (along, moment, progress) in [
      (-75.0, RefreshState.Moment.pulling, 0.6), (-135, .armed, 1), (-15, .idle, 0),
    ] {
      if along == -75 { _ = list.handle(.device(.touchBegan(at: .end)), at: .seconds(1)) }
      _ = list.handle(.device(.touchMoved(along: along, at: .end)), at: .seconds(1))
      #expect(list[.loadMore] == RefreshState(edge: .bottom, moment: moment, progress: progress))
    }
  }

  @Test func aPullIsShownInPlaceOfAFailureAndNotInPlaceOfTheEnd() throws {
    for (hasMore, before, pulled) in [
      (true, RefreshState.Moment.failed(message: nil), RefreshState.Moment.armed),
      (false, .exhausted, .exhausted),
    ] {
      var list = RefreshCoordinator()
      for time in 1...2 {
        _ = list.handle(.begin(.loadMore, .command), at: .seconds(time))
        guard let id = list.unfinishedRun(of: .loadMore) else { break }
        let rows = LoadedRows(added: 0, hasMore: hasMore)
        _ = list.handle(.finished(id, .loaded(rows)), at: .seconds(time) + .milliseconds(700))
      }
      #expect(list[.loadMore] == RefreshState(edge: .bottom, moment: before))
      _ = list.handle(.device(.touchBegan(at: .end)), at: .seconds(9))
      _ = list.handle(.device(.touchMoved(along: -35, at: .end)), at: .seconds(9))
      _ = list.handle(.device(.touchMoved(along: -115, at: .end)), at: .seconds(9))
      #expect(list[.loadMore] == RefreshState(edge: .bottom, moment: pulled))
    }
  }

  @Test func whatRunsIsLoading() {
    var list = RefreshCoordinator()
    _ = list.handle(.begin(.loadMore, .command), at: .seconds(1))
    #expect(list[.loadMore].phase == .loading)
    _ = list.handle(.begin(.refresh, .command), at: .seconds(1))
    #expect(list[.refresh].phase == .loading)
    #expect(list[.loadMore].phase == .stopped)
  }

  @Test func aStateOfOnesOwnStaysWithinBounds() {
    func progress(_ value: Double) -> Double {
      RefreshState.top(.pulling, value).progress
    }
    #expect(progress(0.3) == 0.3)
    #expect(progress(-1) == 0)
    #expect(progress(.infinity) == 1)
    #expect(progress(.nan) == 0)
  }

  @Test func anActionDoesWhatItsClosureDoes() async {
    await confirmation { called in
      let refresh = RefreshAction { called() }
      await refresh()
    }
  }
}
