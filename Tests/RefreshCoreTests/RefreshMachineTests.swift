import RefreshCore
import Testing

@Suite struct RefreshMachineTests {
  @Test(arguments: try Diagram.read("refresh"))
  func theListIsAsDrawn(_ diagram: Diagram) { expectList(diagram) }

  @Test func afterThirtySecondsItSaysSoAndGoesOn() {
    expectList(
      "r" + String(repeating: "-", count: 300) + "-s-",
      header: String(repeating: "R", count: 300) + "!!SS"
    )
  }
}
