import RefreshCore
import Testing

@Suite struct NestedScrollerTests {
  private static let plain = NestedScroller(resting: .both, pulls: [])
  private static let list = NestedScroller(resting: .both, pulls: .both)

  @Test(arguments: PullEdge.allCases)
  func theInnermostListHasThePull(edge: PullEdge) {
    #expect([Self.plain, Self.list, Self.list].owner(of: edge, resting: .both) == .inner(1))
    #expect([Self.list, Self.plain].owner(of: edge, resting: .both) == .inner(0))
  }

  @Test(arguments: PullEdge.allCases)
  func withoutOneTheOuterListHasIt(edge: PullEdge) {
    #expect([Self.plain, Self.plain].owner(of: edge, resting: .both) == .outer)
    #expect([].owner(of: edge, resting: .both) == .outer)
  }

  @Test func eachEdgeHasItsOwn() {
    let scrollers = [
      NestedScroller(resting: .both, pulls: .top), NestedScroller(resting: .both, pulls: .bottom),
    ]
    #expect(scrollers.owner(of: .top, resting: .both) == .inner(0))
    #expect(scrollers.owner(of: .bottom, resting: .both) == .inner(1))
    #expect(Array(scrollers.prefix(1)).owner(of: .bottom, resting: .both) == .outer)
  }

  @Test func whatCanStillMoveHasTheMovementWhereverItIs() {
    let moving = NestedScroller(resting: .bottom, pulls: .both)
    for scrollers in [[moving, Self.list], [Self.list, moving], [Self.plain, moving]] {
      #expect(scrollers.owner(of: .top, resting: .both) == .none)
    }
    #expect([moving, Self.list].owner(of: .bottom, resting: .both) == .inner(0))
  }

  @Test func anOuterListThatIsDraggedAndCanStillScrollComesFirst() {
    let moving = NestedScroller(resting: [], pulls: .both)
    for scrollers in [[Self.list], [moving], [Self.plain]] {
      #expect(scrollers.owner(of: .top, resting: .bottom) == .outer)
    }
    #expect([Self.list].owner(of: .bottom, resting: .bottom) == .inner(0))
  }
}
