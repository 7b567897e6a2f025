import PullToRefreshGtk
import RefreshCore

@testable import PullToRefresh

enum TextBox {
  @MainActor static func make() -> Widget {
    let column = Box(.vertical, spacing: 0)
    for index in 0..<50 { column.append(Label("line \(index)")) }
    return column.asWidget
  }
}

extension GuestWindow {
  /// Requested only here, so that Swift's own references are the same each time.
  var fingerprint: Fingerprint { Fingerprint(scrolled) }

  /// Puts a finger down at rest and moves it, past the top if positive. The finger stays down.
  func pull(by distance: Double) {
    guard let driver = scrolled.refreshController?.driver else { return }
    driver.rest()
    driver.input.touch(.touchBegan(at: driver.input.position))
    let slop = distance < 0 ? -driver.metrics.startSlop : driver.metrics.startSlop
    driver.input.touch(.touchMoved(along: distance + slop, at: driver.input.position))
  }

  /// Lifts the finger of ``pull(by:)``.
  func release() { scrolled.refreshController?.driver.input.touch(.touchEnded) }
}

extension Margins {
  init(top: Int, bottom: Int, start: Int, end: Int) {
    self.init()
    (self.top, self.bottom, self.start, self.end) = (top, bottom, start, end)
  }
}
