import RefreshCore
import Testing

@Suite struct RefreshStateTests {
  @Test func everyHeaderStateHasAPhase() {
    let states: [(RefreshMachine.State, RefreshState.Phase, Double)] = [
      (.disabled, .invalid, 0), (.idle, .stopped, 0), (.peeking(progress: 0.4), .stopped, 0.4),
      (.pulling(progress: 0.6), .stopped, 0.6), (.armed(progress: 2), .triggered, 1),
      (.settling(.success("3 new")), .stopped, 1),
      (.settling(.failure(message: "no")), .stopped, 1), (.settling(.cancelled), .stopped, 1),
    ]
    for (header, phase, progress) in states {
      let state = RefreshState(header: header)
      #expect((state.phase, state.progress) == (phase, progress))
      #expect(state.edge == .top)
    }
  }

  @Test func everyFooterStateHasAPhase() {
    let states: [(LoadMoreMachine.State, PullStage, RefreshState.Phase, Double)] = [
      (.disabled, .none, .invalid, 0), (.idle, .none, .stopped, 0),
      (.idle, .peeking(progress: 0.4), .stopped, 0.4),
      (.idle, .pulling(progress: 0.6), .stopped, 0.6),
      (.idle, .armed(progress: 1.2), .triggered, 1), (.waitingForRefresh, .none, .triggered, 1),
      (.failed(.emptyTwice), .none, .stopped, 1),
      (.failed(.emptyTwice), .armed(progress: 1), .triggered, 1),
      (.exhausted, .peeking(progress: 0.2), .invalid, 1),
    ]
    for (footer, pull, phase, progress) in states {
      let state = RefreshState(footer: footer, pull: pull)
      #expect((state.phase, state.progress) == (phase, progress))
      #expect(state.edge == .bottom)
    }
  }

  @Test func whatRunsIsLoading() {
    var list = RefreshCoordinator(header: true, footer: true)
    _ = list.handle(.begin(.loadMore, .command), at: .seconds(1))
    #expect(list.state(of: .loadMore).phase == .loading)
    _ = list.handle(.begin(.refresh, .command), at: .seconds(1))
    #expect(list.state(of: .refresh).phase == .loading)
    #expect(list.state(of: .loadMore).phase == .stopped)
  }

  @Test func aStateOfOnesOwnStaysWithinBounds() {
    func progress(_ value: Double) -> Double {
      RefreshState(edge: .top, moment: .pulling, progress: value).progress
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
