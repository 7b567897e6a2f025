import RefreshCore
import Testing

@Suite struct LoadMoreMachineTests {
  @Test(arguments: try Diagram.read("load-more"))
  func theListIsAsDrawn(_ diagram: Diagram) { expectList(diagram) }
}

@Suite struct BothEdgesTests {
  @Test(arguments: try Diagram.read("both-edges"))
  func theListIsAsDrawn(_ diagram: Diagram) { expectList(diagram) }
}
