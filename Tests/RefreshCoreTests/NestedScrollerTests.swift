import RefreshCore
import Testing

@Suite struct NestedScrollerTests {
  private static let plain = NestedScroller(resting: .both, pulls: [])
  private static let list = NestedScroller(resting: .both, pulls: .both)

  @Test(arguments: AxisEdge.allCases)
  func theInnermostListHasThePull(edge: AxisEdge) {
    #expect([Self.plain, Self.list, Self.list].owner(of: edge, resting: .both) == .inner(1))
    #expect([Self.list, Self.plain].owner(of: edge, resting: .both) == .inner(0))
  }

  @Test(arguments: AxisEdge.allCases)
  func withoutOneTheOuterListHasIt(edge: AxisEdge) {
    #expect([Self.plain, Self.plain].owner(of: edge, resting: .both) == .outer)
    #expect([].owner(of: edge, resting: .both) == .outer)
  }

  @Test func eachEdgeHasItsOwn() {
    let scrollers = [
      NestedScroller(resting: .both, pulls: [.start]),
      NestedScroller(resting: .both, pulls: [.end]),
    ]
    #expect(scrollers.owner(of: .start, resting: .both) == .inner(0))
    #expect(scrollers.owner(of: .end, resting: .both) == .inner(1))
    #expect(Array(scrollers.prefix(1)).owner(of: .end, resting: .both) == .outer)
  }

  @Test func whatCanStillMoveHasTheMovementWhereverItIs() {
    let moving = NestedScroller(resting: [.end], pulls: .both)
    for scrollers in [[moving, Self.list], [Self.list, moving], [Self.plain, moving]] {
      #expect(scrollers.owner(of: .start, resting: .both) == .none)
    }
    #expect([moving, Self.list].owner(of: .end, resting: .both) == .inner(0))
  }

  @Test func anOuterListThatIsDraggedAndCanStillScrollComesFirst() {
    let moving = NestedScroller(resting: [], pulls: .both)
    for scrollers in [[Self.list], [moving], [Self.plain]] {
      #expect(scrollers.owner(of: .start, resting: [.end]) == .outer)
    }
    #expect([Self.list].owner(of: .end, resting: [.end]) == .inner(0))
  }
}
