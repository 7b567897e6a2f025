import PullToRefreshGtk
import XCTest

extension Window {
  /// Collects a value after each of the next frames is painted; no values if the window is gone.
  @discardableResult
  func painted<Value>(_ frames: Int, _ look: @escaping () -> Value) -> [Value] {
    guard let clock = frameClock else { return [] }
    var seen: [Value] = []
    let connection = clock.connect("after-paint") { seen.append(look()) }
    addTickCallback { _ in seen.count < frames }
    XCTAssertTrue(MainLoop.run { seen.count >= frames }, "it paints")
    connection.disconnect()
    return seen
  }

  /// Lets frames be painted.
  func paint(_ frames: Int) { painted(frames) {} }
}
