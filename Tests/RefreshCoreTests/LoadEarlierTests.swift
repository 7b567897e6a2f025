import RefreshCore
import Testing

/// A list that loads at both edges. Its loads of earlier rows share their edge with the refresh.
struct LoadEarlierTests {
  private static let both: [RunRole] = [.loadMore, .loadEarlier]

  private static func pull(past edge: AxisEdge, _ list: inout RefreshCoordinator, at now: Duration)
    -> [RunID]
  {
    let place = edge == .start ? ScrollPosition.start : .end
    let way = edge == .start ? 165.0 : -165
    _ = list.handle(.device(.scrolled(to: place)), at: now)
    _ = list.handle(.device(.touchBegan(at: place)), at: now + .seconds(1))
    _ = list.handle(.device(.touchMoved(along: way, at: place)), at: now + .seconds(2))
    return list.handle(.device(.touchEnded), at: now + .seconds(3)).ids
  }

  @Test(arguments: PullEdge.allCases)
  func aPullPastEachEdgeLoadsThereAndBothMayRunAtOnce(edge: PullEdge) {
    let edges = RoleEdges(.loadMore, at: edge)
    var list = RefreshCoordinator(edges: edges, enabled: Self.both)
    for (number, role) in Self.both.enumerated() {
      let ids = Self.pull(past: edges[role].axisEdge, &list, at: .seconds(10 * number))
      #expect(ids.map(\.role) == [role])
    }
    #expect(Self.both.allSatisfy { list[$0].moment == .running })
  }

  @Test func eachEdgeEndsOnItsOwn() throws {
    var list = RefreshCoordinator(enabled: Self.both)
    var ids: [RunRole: RunID] = [:]
    for role in Self.both {
      ids[role] = list.handle(.begin(role, .command), at: .zero).ids.first
    }
    let (more, earlier) = (try #require(ids[.loadMore]), try #require(ids[.loadEarlier]))
    _ = list.handle(.finished(earlier, .loaded(LoadedRows(hasMore: false))), at: .seconds(1))
    #expect(list[.loadEarlier].moment == .exhausted)
    #expect(list[.loadMore].moment == .running)
    #expect(!list.hasMore(.loadEarlier) && list.hasMore(.loadMore))
    _ = list.handle(.finished(more, .failed(message: "no")), at: .seconds(2))
    #expect(list[.loadMore].moment == .failed(message: "no"))
    #expect(list[.loadEarlier].moment == .exhausted)
    #expect(list.handle(.begin(.loadEarlier, .command), at: .seconds(3)).isEmpty)
    #expect(
      list.handle(.begin(.loadMore, .command), at: .seconds(3)).ids.map(\.role) == [.loadMore]
    )
    _ = list.handle(.setHasMore(.loadEarlier, true), at: .seconds(4))
    #expect(list[.loadEarlier].moment == .idle)
  }

  @Test func bothEdgesLoadByThemselvesWhereTheContentIsNear() {
    func loads(at place: ScrollPosition) -> [RunRole] {
      var list = RefreshCoordinator(loadMode: .automatic(), enabled: Self.both)
      return list.handle(.contentChanged(to: place), at: .seconds(1)).ids.map(\.role)
    }
    #expect(loads(at: .fits) == [.loadMore, .loadEarlier])
    #expect(loads(at: .start) == [.loadEarlier])
    #expect(loads(at: .end) == [.loadMore])
    let middle = ScrollPosition(distanceToStart: 2500, distanceToEnd: 2500, page: 450)
    #expect(loads(at: middle) == [])
  }

  @Test func theRefreshHasTheirEdgeWhileBothAreOn() {
    var list = RefreshCoordinator()
    #expect(list.role(at: .start) == .refresh)
    #expect(list[.loadEarlier].moment == .disabled)
    #expect(list.arrivals == .top)
    #expect(list.handle(.begin(.loadEarlier, .command), at: .zero).isEmpty)
    _ = list.handle(.setEnabled(.refresh, false), at: .seconds(1))
    #expect(list.role(at: .start) == .loadEarlier)
    #expect(list[.loadEarlier].moment == .idle)
    #expect(list.arrivals == nil)
    let ids = Self.pull(past: .start, &list, at: .seconds(2))
    #expect(ids.map(\.role) == [.loadEarlier])
    _ = list.handle(.setEnabled(.refresh, true), at: .seconds(6))
    #expect(list[.loadEarlier].moment == .disabled)
    #expect(list.isUnderWay(.loadEarlier))
  }

  @Test func rowsArriveAtTheLaterEdgeOnceAllIsLoadedThere() {
    for edge in PullEdge.allCases {
      var list = RefreshCoordinator(edges: RoleEdges(.loadMore, at: edge), enabled: Self.both)
      #expect(list.arrivals == nil)
      _ = list.handle(.setHasMore(.loadEarlier, false), at: .zero)
      #expect(list.arrivals == nil)
      _ = list.handle(.setHasMore(.loadMore, false), at: .zero)
      #expect(list.arrivals == edge)
      _ = list.handle(.setHasMore(.loadMore, true), at: .zero)
      #expect(list.arrivals == nil)
    }
  }

  @Test func aPullOnlyPeeksOnceItsEdgeHasChangedHands() {
    for isRefreshFirst in [true, false] {
      let first: [RunRole] = isRefreshFirst ? RunRole.allCases : Self.both
      var list = RefreshCoordinator(enabled: first)
      _ = list.handle(.device(.scrolled(to: .start)), at: .zero)
      _ = list.handle(.device(.touchBegan(at: .start)), at: .seconds(1))
      _ = list.handle(.device(.touchMoved(along: 165, at: .start)), at: .seconds(2))
      #expect(list[list.role(at: .start)].moment == .armed)
      _ = list.handle(.setEnabled(.refresh, !isRefreshFirst), at: .seconds(3))
      #expect(list[list.role(at: .start)].moment == .peeking)
      _ = list.handle(.device(.touchMoved(along: 170, at: .start)), at: .seconds(4))
      #expect(list.handle(.device(.touchEnded), at: .seconds(5)).ids.isEmpty)
    }
  }

  @Test func aRefreshEndsBothLoadsAndBringsBothBack() throws {
    var list = RefreshCoordinator(enabled: Self.both)
    for role in Self.both { _ = list.handle(.begin(role, .command), at: .zero) }
    _ = list.handle(.setEnabled(.refresh, true), at: .seconds(1))
    let effects = list.handle(.begin(.refresh, .command), at: .seconds(2))
    let cancelled = effects.compactMap { if case .cancel(let id, _) = $0 { id.role } else { nil } }
    #expect(cancelled == Self.both)
    let refresh = try #require(effects.ids.last)
    for role in Self.both { _ = list.handle(.setHasMore(role, false), at: .seconds(2)) }
    for role in Self.both { _ = list.handle(.setHasMore(role, true), at: .seconds(3)) }
    _ = list.handle(.finished(refresh, .refreshed()), at: .seconds(3))
    _ = list.handle(.setEnabled(.refresh, false), at: .seconds(4))
    #expect(Self.both.allSatisfy { list[$0].moment == .idle })
  }

  @Test func cancellingWithoutARoleEndsBothLoads() {
    var list = RefreshCoordinator(enabled: Self.both)
    for role in Self.both { _ = list.handle(.begin(role, .command), at: .zero) }
    _ = list.handle(.cancel(nil), at: .seconds(1))
    #expect(Self.both.allSatisfy { list[$0].moment == .idle })
  }
}

extension [RefreshCoordinator.Effect] {
  /// The IDs of the runs that are started.
  fileprivate var ids: [RunID] {
    compactMap { if case .start(let id, _) = $0 { id } else { nil } }
  }
}
