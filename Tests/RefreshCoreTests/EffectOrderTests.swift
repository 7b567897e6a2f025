import RefreshCore
import Testing

/// The effects of one event are carried out in the order they come in.
@Suite struct EffectOrderTests {
  @Test func whatTheEyeSeesComesBeforeWhatIsDone() throws {
    var list = RefreshCoordinator(header: true, footer: true)
    let asked = list.handle(.loadMore(.command), at: .seconds(1))
    let load = try #require(asked.loadID)
    #expect(asked == [.footerChanged(.running(load), pull: .none), .startLoad(load, .command)])

    let began = list.handle(.refresh(.command), at: .seconds(2))
    let refresh = try #require(began.refreshID)
    #expect(
      began == [
        .headerChanged(.running(refresh, .command)), .footerChanged(.idle, pull: .none),
        .cancelLoad(load), .loadEnded(load, .cancelled), .startRefresh(refresh, .command),
      ]
    )

    #expect(
      list.handle(.loadMore(.command), at: .seconds(3)) == [
        .footerChanged(.waitingForRefresh, pull: .none)
      ]
    )

    let ended = list.handle(.refreshFinished(refresh, .success(summary: "3 new")), at: .seconds(4))
    let next = try #require(ended.loadID)
    #expect(next > load)
    #expect(
      ended == [
        .headerChanged(.settling(.success(summary: "3 new"))),
        .footerChanged(.running(next), pull: .none),
        .refreshEnded(refresh, .success(summary: "3 new")), .startLoad(next, .command),
      ]
    )

    #expect(
      list.handle(.cancelLoadMore, at: .seconds(5)) == [
        .headerChanged(.idle), .footerChanged(.idle, pull: .none),
        .cancelLoad(next), .loadEnded(next, .cancelled),
      ]
    )
  }

  @Test func whatIsLateIsDroppedWithoutATrace() throws {
    var list = RefreshCoordinator(header: true, footer: true)
    let refresh = try #require(list.handle(.refresh(.command), at: .seconds(1)).refreshID)
    #expect(list.handle(.cancelRefresh, at: .seconds(2)).count == 3)
    #expect(
      list.handle(.refreshFinished(refresh, .success(summary: nil)), at: .seconds(2)).isEmpty
    )
    #expect(list.header == .settling(.cancelled))
  }

  @Test func whatRunsIgnoresEveryTrigger() {
    var list = RefreshCoordinator(header: true, footer: true)
    _ = list.handle(.refresh(.command), at: .seconds(1))
    for event in [
      .refresh(.command), .refresh(.pull(.wheel)), .device(.touchBegan(at: .top)),
      .device(.touchMoved(dy: 200, at: .top)), .device(.touchEnded),
    ] as [RefreshCoordinator.Event] {
      #expect(list.handle(event, at: .seconds(2)).isEmpty)
    }
    _ = list.handle(.cancelRefresh, at: .seconds(3))
    _ = list.handle(.loadMore(.command), at: .seconds(4))
    for event in [.loadMore(.command), .retry] as [RefreshCoordinator.Event] {
      #expect(list.handle(event, at: .seconds(4)).isEmpty)
    }
  }

  @Test func aStuckRunIsNamedByItsEdgeOnce() throws {
    var list = RefreshCoordinator(header: true, footer: true)
    _ = list.handle(.loadMore(.command), at: .seconds(1))
    #expect(list.advance(to: .seconds(31)) == [.stuck(.bottom)])
    #expect(list.state(of: .bottom).isStuck)
    #expect(list.deadline == nil)
    #expect(list.advance(to: .seconds(99)).isEmpty)
  }

  @Test func whatNothingHappensToNeedsNoWakeUp() {
    var list = RefreshCoordinator(loadMode: .automatic(), header: true, footer: true)
    #expect(list.deadline == nil)
    for event in [
      .scrolled(to: .middle), .touchBegan(at: .middle), .touchMoved(dy: 40, at: .middle),
      .touchEnded, .wheelScrolled(notches: 1, at: .middle),
      .touchpadScrolled(dy: 4, at: .middle), .overshot(.top),
    ] as [DeviceEvent] {
      #expect(list.handle(.device(event), at: .seconds(1)).isEmpty)
      #expect(list.deadline == nil)
    }
  }
}

extension [RefreshCoordinator.Effect] {
  fileprivate var refreshID: RefreshID? {
    for case .startRefresh(let id, _) in self { return id }
    return nil
  }

  fileprivate var loadID: LoadID? {
    for case .startLoad(let id, _) in self { return id }
    return nil
  }
}
