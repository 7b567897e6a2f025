import TidelineGtk
import XCTest

@testable import Tideline

/// The layout of a window's panes.
nonisolated final class WindowLayoutTests: TidelineTestCase {
  /// AdwFlap divides by the width of its panes: before their first layout that is 0, and an
  /// animation that begins then has a frame whose sizes are not numbers.
  @MainActor func testFoldersThatAreKnownBeforeTheFirstLayoutAreThereAtOnce() throws {
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

  @MainActor func testFoldersComeWithAMailboxAtOnceAndSlideForTheUser() {
    let screen = LayoutScreen()
    var wishes: [Bool] = []
    screen.layout.onFoldersWanted = { wishes.append($0) }
    XCTAssertTrue(MainLoop.run { screen.layout.widget.width > 0 })
    screen.layout.showFolders(true)
    XCTAssertEqual(screen.steps(to: 1).filter { $0 != 0 }, [1])
    XCTAssertEqual(wishes, [])

    screen.layout.widget.isRevealed = false
    XCTAssertEqual(screen.layout.widget.revealProgress, 1, "they begin to slide")
    XCTAssertEqual(screen.steps(to: 0).last, 0)
    XCTAssertEqual(wishes, [false])
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
  /// The visible fractions of the folders, from 0 to 1, since the last call of ``steps(to:)``.
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

  /// Waits until this fraction of the folders is visible.
  func steps(to end: Double) -> [Double] {
    steps = []
    XCTAssertTrue(MainLoop.run { steps.last == end })
    return steps
  }
}
