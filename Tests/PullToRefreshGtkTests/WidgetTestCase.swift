import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

/// A test of widgets: on the main thread, with a display. In the end it asserts that nothing is
/// left, and that nothing was logged as a warning or worse.
nonisolated class WidgetTestCase: XCTestCase {
  /// How many signal boxes the test leaves; it says why.
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

/// XCTest calls tests on the main thread, but does not say so in their type.
nonisolated func onMainActor(_ body: @MainActor () throws -> Void) rethrows {
  try MainActor.assumeIsolated(body)
}

/// What a test of widgets must not leave behind: open windows, and connections, whose boxes also
/// hold what widgets own, such as a list its controller.
@MainActor struct Leftovers {
  private let windows = Set(Self.windows.map(\.pointer))
  private let boxes = Signal.liveBoxes

  /// Closes the windows that were opened since, and fails where boxes are left then.
  ///
  /// - Parameter kept: how many boxes the test has left on purpose.
  func assertGone(
    except kept: Int = 0,
    file: StaticString = #filePath,
    line: UInt = #line
  ) {
    for window in Self.windows where !windows.contains(window.pointer) { window.destroy() }
    let isGone = MainLoop.run(timeout: 5) { Signal.liveBoxes <= boxes + kept }
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
