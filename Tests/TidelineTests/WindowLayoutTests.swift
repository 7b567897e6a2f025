import TidelineGtk
import XCTest

@testable import Tideline

/// Where a window's panes stand.
nonisolated final class WindowLayoutTests: TidelineTestCase {
  /// AdwFlap divides by the width that its panes have: before their first layout that is 0, and a
  /// frame of the animation that begins then has sizes that are no numbers.
  func testFoldersThatAreKnownBeforeTheFirstLayoutAreThereAtOnce() throws {
    try onMainActor {
      let screen = LayoutScreen()
      let clock = try XCTUnwrap(screen.layout.widget.frameClock)
      clock.connect("before-paint") { [unowned screen] in
        if screen.layout.widget.isMapped { screen.layout.showFolders(true) }
      }
      XCTAssertEqual(screen.steps(to: 1).last, 1)
      XCTAssertEqual(screen.steps.first { $0 != 0 }, 1, "\(screen.steps)")
      XCTAssertGreaterThan(screen.layout.widget.width, WindowLayout.breakpoint)
      XCTAssertTrue(screen.layout.wantsFolders)
    }
  }

  func testFoldersComeWithAMailboxAtOnceAndSlideForTheUser() {
    onMainActor {
      let screen = LayoutScreen()
      var wishes: [Bool] = []
      screen.layout.onFoldersWanted = { wishes.append($0) }
      XCTAssertTrue(MainLoop.run(timeout: 10) { screen.layout.widget.width > 0 })
      screen.layout.showFolders(true)
      XCTAssertEqual(screen.steps(to: 1).filter { $0 != 0 }, [1])
      XCTAssertEqual(wishes, [])

      screen.layout.widget.isRevealed = false
      XCTAssertGreaterThan(screen.steps(to: 0).filter { 0 < $0 && $0 < 1 }.count, 1)
      XCTAssertEqual(wishes, [false])
    }
  }
}

/// A wide window with panes.
private final class LayoutScreen {
  let layout = WindowLayout(
    folders: Label("Folders"),
    list: Label("List"),
    reading: Label("Reading"),
    bars: WindowBars()
  )
  /// How much of the folders has been seen, since it was last asked.
  private(set) var steps: [Double] = []
  private let window = Window()

  init() {
    layout.widget.connect("notify::reveal-progress") { [weak self] in
      guard let self else { return }
      steps.append(layout.widget.revealProgress)
    }
    window.child = layout.widget.asWidget
    window.setDefaultSize(width: 1_200, height: 600)
    window.present()
  }

  isolated deinit { window.destroy() }

  /// Waits until so much is seen.
  func steps(to end: Double) -> [Double] {
    steps = []
    XCTAssertTrue(MainLoop.run(timeout: 10) { steps.last == end })
    return steps
  }
}
