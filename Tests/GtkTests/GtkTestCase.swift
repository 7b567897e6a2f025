import CGtk
import XCTest

@testable import Gtk

/// A test of widgets: on the main thread, with a display. In the end it asserts that
/// nothing is left.
nonisolated class GtkTestCase: XCTestCase {
  override class func setUp() {
    super.setUp()
    onMainActor {
      XCTAssertTrue(gtk_init_check() != 0, "no display: run the tests with `make test`")
      MainLoop.attachMainActor()
    }
  }

  private var leftovers: Leftovers?

  override func setUp() {
    super.setUp()
    leftovers = MainActor.assumeIsolated { Leftovers() }
  }

  override func tearDown() {
    let leftovers = leftovers
    onMainActor { leftovers?.assertGone() }
    super.tearDown()
  }
}

/// XCTest calls tests on the main thread, but does not say so in their type.
nonisolated func onMainActor(_ body: @MainActor () throws -> Void) rethrows {
  try MainActor.assumeIsolated(body)
}
