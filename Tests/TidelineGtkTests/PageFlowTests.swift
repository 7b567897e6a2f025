import TidelineGtk
import Testing

/// The positions of lines on pages.
struct PageFlowTests {
  private func places(_ heights: [Double], gap: Double = 0) -> [PageFlow.Place] {
    var flow = PageFlow(height: 100)
    return heights.map {
      flow.leave(gap)
      return flow.add($0)
    }
  }

  @Test func aPageIsFilledToItsEnd() {
    let places = places([40, 60, 1])
    #expect(places.map(\.page) == [0, 0, 1])
    #expect(places.map(\.top) == [0, 40, 0])
  }

  @Test func roomBetweenPartsDoesNotBeginAPage() {
    let places = places([40, 50, 30], gap: 10)
    #expect(places.map(\.page) == [0, 0, 1])
    #expect(places.map(\.top) == [0, 50, 0])
  }

  @Test func whatIsHigherThanAPageHasOneOfItsOwn() {
    #expect(places([10, 300, 10]).map(\.page) == [0, 1, 2])
    #expect(places([300]).map(\.page) == [0])
  }

  @Test func withoutLinesThereIsAPage() {
    #expect(PageFlow(height: 100).pages == 1)
  }
}
