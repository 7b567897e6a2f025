import CPullToRefreshGtk
import Foundation
import TidelineGtk
import XCTest

@testable import Tideline

/// A test of the app's widgets, which look as in the app.
nonisolated class TidelineTestCase: WidgetTestCase {
  override class func setUp() {
    super.setUp()
    onMainActor { CssProvider(Style.css()).addToDefaultDisplay(priority: .application) }
  }
}

/// A test of widgets on a mailbox, with its own store.
nonisolated class StoreTestCase: TidelineTestCase {
  /// The store's path; the file does not exist before the test.
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
