import CGtk
import Foundation
import Gtk
import XCTest

@testable import Tideline

/// A test of the app's widgets: on the main thread, with a display. In the end it asserts that
/// nothing is left.
nonisolated class TidelineTestCase: XCTestCase {
  override class func setUp() {
    super.setUp()
    onMainActor {
      XCTAssertTrue(gtk_init_check() != 0, "no display: run the tests with `make test`")
      MainLoop.attachMainActor()
      CssProvider(Style.css).addToDefaultDisplay(priority: .application)
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

/// A test of widgets on a mailbox, with a store of its own.
nonisolated class StoreTestCase: TidelineTestCase {
  /// The store's path; nothing is there before the test.
  private(set) var store = ""

  override func setUp() {
    super.setUp()
    store = NSTemporaryDirectory() + "tideline-\(UUID().uuidString).sqlite"
  }

  override func tearDown() {
    for suffix in ["", "-wal", "-shm", ".lock"] {
      try? FileManager.default.removeItem(atPath: store + suffix)
    }
    super.tearDown()
  }
}

/// XCTest calls tests on the main thread, but does not say so in their type.
nonisolated func onMainActor(_ body: @MainActor () throws -> Void) rethrows {
  try MainActor.assumeIsolated(body)
}
