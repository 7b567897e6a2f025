import XCTest

@testable import TidelineGtk

nonisolated final class NextFrameTests: WidgetTestCase {
  func testTheNextFrameIsPaintedBeforeTheCall() {
    onMainActor {
      let (window, label) = Self.window()
      var (frames, seen) = (0, -1)
      label.afterNextFrame { seen = frames }
      window.present()
      let painting = label.frameClock?.after(.paint) { frames += 1 }
      XCTAssertTrue(MainLoop.run { seen >= 0 })
      XCTAssertEqual(seen, 1)
      painting?.disconnect()
      window.destroy()
    }
  }

  @MainActor
  private static func window() -> (Window, Label) {
    let label = Label("tide")
    let window = Window()
    window.child = label.asWidget
    return (window, label)
  }
}
