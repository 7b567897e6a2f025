import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

/// A test of widgets, on the main thread with a display. At the end it asserts that nothing is
/// left, and that no warning or worse message was logged.
nonisolated class WidgetTestCase: XCTestCase {
  /// The number of signal boxes that the test leaves on purpose; the test gives the reason.
  var boxesLeft = 0
  private var leftovers: Leftovers?

  override class func setUp() {
    super.setUp()
    onMainActor {
      ComplaintLog.start()
      XCTAssertTrue(gtk_init_check() != 0, "no display: run the tests with `make test`")
      MainLoop.attachMainActor()
    }
  }

  override func setUp() {
    super.setUp()
    leftovers = MainActor.assumeIsolated { Leftovers() }
  }

  override func tearDown() {
    let (leftovers, kept) = (leftovers, boxesLeft)
    onMainActor {
      leftovers?.assertGone(except: kept)
      XCTAssertEqual(ComplaintLog.take().filter { !KnownComplaints.contains($0) }, [])
    }
    super.tearDown()
  }
}

/// Runs `body` on the main actor: XCTest calls tests on the main thread, but does not declare so.
nonisolated func onMainActor(_ body: @MainActor () throws -> Void) rethrows {
  try MainActor.assumeIsolated(body)
}

/// The remains that a test of widgets must not leave: open windows and signal boxes. Boxes also
/// hold objects that widgets own, such as a list's controller.
@MainActor struct Leftovers {
  private let windows = Set(Self.windows.map(\.pointer))
  private let boxes = Signal.liveBoxes

  /// Closes the windows that the test opened, and fails if boxes are left then.
  ///
  /// - Parameter kept: the number of boxes that the test has left on purpose.
  func assertGone(
    except kept: Int = 0,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    for window in Self.windows where !windows.contains(window.pointer) { window.destroy() }
    let isGone = MainLoop.run { Signal.liveBoxes <= boxes + kept }
    let left = Signal.liveBoxes - boxes - kept
    XCTAssertTrue(isGone, "\(left) signal boxes are left", file: file, line: line)
  }

  private static var windows: [Window] {
    let list = gtk_window_list_toplevels()
    defer { g_list_free(list) }
    guard let list else { return [] }
    return sequence(first: list) { $0.pointee.next }.compactMap { link in
      link.pointee.data.map { unsafeBitCast($0, to: Window.self) }
    }
  }
}
