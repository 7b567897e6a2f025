import RefreshCore
import Testing

/// The order of the effects of one event, in which the caller must carry them out.
@Suite struct EffectOrderTests {
  @Test func whatTheEyeSeesComesBeforeWhatIsDone() throws {
    var list = RefreshCoordinator()
    let asked = list.handle(.begin(.loadMore, .command), at: .seconds(1))
    let load = try #require(asked.startedID)
    #expect(asked == [.changed(.loadMore), .start(load, .command)])
    #expect(list[.loadMore].moment == .running)
    #expect(list.unfinishedRun(of: .loadMore) == load)

    let began = list.handle(.begin(.refresh, .command), at: .seconds(2))
    let refresh = try #require(began.startedID)
    #expect(
      began == [
        .changed(.refresh), .changed(.loadMore),
        .cancel(load, as: .cancelled), .ended(load, .cancelled), .start(refresh, .command),
      ]
    )
    #expect(list[.refresh].moment == .running)
    #expect(list.unfinishedRun(of: .refresh) == refresh)
    #expect(list[.loadMore].moment == .idle)

    #expect(
      list.handle(.begin(.loadMore, .command), at: .seconds(3)) == [.changed(.loadMore)]
    )
    #expect(list[.loadMore].moment == .waiting)

    let ended = list.handle(.finished(refresh, .refreshed(summary: "3 new")), at: .seconds(4))
    let next = try #require(ended.startedID)
    #expect(next != load)
    #expect(
      ended == [
        .changed(.refresh), .changed(.loadMore),
        .ended(refresh, .refreshed(summary: "3 new")), .start(next, .command),
      ]
    )
    #expect(list[.refresh].moment == .succeeded(summary: "3 new"))
    #expect(list[.loadMore].moment == .running)
    #expect(list.unfinishedRun(of: .loadMore) == next)

    #expect(
      list.handle(.cancel(.loadMore), at: .seconds(5)) == [
        .changed(.refresh), .changed(.loadMore),
        .cancel(next, as: .cancelled), .ended(next, .cancelled),
      ]
    )
    #expect(list[.refresh].moment == .idle)
    #expect(list[.loadMore].moment == .idle)
  }

  @Test func whatRunsIgnoresEveryTrigger() {
    var list = RefreshCoordinator()
    _ = list.handle(.begin(.refresh, .command), at: .seconds(1))
    for event in [
      .begin(.refresh, .command), .begin(.refresh, .pull(.wheel)), .device(.touchBegan(at: .start)),
      .device(.touchMoved(along: 200, at: .start)), .device(.touchEnded),
    ] as [RefreshCoordinator.Event] {
      #expect(list.handle(event, at: .seconds(2)).isEmpty)
    }
    _ = list.handle(.cancel(.refresh), at: .seconds(3))
    _ = list.handle(.begin(.loadMore, .command), at: .seconds(4))
    #expect(list.handle(.begin(.loadMore, .command), at: .seconds(4)).isEmpty)
  }

  @Test func aStuckRunIsNamedByItsEdgeOnce() throws {
    var list = RefreshCoordinator()
    _ = list.handle(.begin(.loadMore, .command), at: .seconds(1))
    #expect(list.advance(to: .seconds(31)) == [.changed(.loadMore)])
    #expect(list[.loadMore].isStuck)
    #expect(list.deadline == nil)
    #expect(list.advance(to: .seconds(99)).isEmpty)
  }

  @Test func whatNothingHappensToNeedsNoWakeUp() {
    var list = RefreshCoordinator(loadMode: .automatic())
    #expect(list.deadline == nil)
    for event in [
      .scrolled(to: .middle), .touchBegan(at: .middle), .touchMoved(along: 40, at: .middle),
      .touchEnded, .wheelScrolled(notches: 1, at: .middle),
      .touchpadScrolled(along: 4, at: .middle), .overshot(.start),
    ] as [DeviceEvent] {
      #expect(list.handle(.device(event), at: .seconds(1)).isEmpty)
      #expect(list.deadline == nil)
    }
  }
}

extension [RefreshCoordinator.Effect] {
  /// The ID of the last run that is started.
  fileprivate var startedID: RunID? {
    for case .start(let id, _) in reversed() { return id }
    return nil
  }
}
