import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// Which list hears a key.
nonisolated final class KeyTests: WidgetTestCase {
  func testTheListWithTheFocusHearsTheKeysBeforeTheWindow() {
    onMainActor {
      let list = ListWindow()
      list.scrolledWindow.refreshable {}
      list.present()
      for key in ["F5", "<Control>r"] {
        for scope in [GTK_SHORTCUT_SCOPE_LOCAL, GTK_SHORTCUT_SCOPE_MANAGED] {
          XCTAssertEqual(list.shortcuts(for: key, scope), ["pull-to-refresh.refresh"], key)
        }
      }
      // On its way up from the focus a key passes the list before the window.
      for keys in list.scrolledWindow.parent?.controllers ?? []
      where keys.typeName == "GtkShortcutController" {
        let keys = unsafeBitCast(keys, to: ShortcutController.self)
        XCTAssertEqual(keys.propagationPhase, .bubble)
      }
      list.window.destroy()
    }
  }

  func testAListThatCannotBeRefreshedLeavesTheKeysToOthers() throws {
    try onMainActor {
      let list = ListWindow()
      list.scrolledWindow.loadsMore { LoadedRows(hasMore: false) }
      list.present()
      XCTAssertEqual(list.shortcuts(for: "F5", GTK_SHORTCUT_SCOPE_LOCAL), [])
      list.scrolledWindow.refreshable {}
      XCTAssertEqual(
        list.shortcuts(for: "F5", GTK_SHORTCUT_SCOPE_LOCAL),
        ["pull-to-refresh.refresh"]
      )
      try list.controller.header.isEnabled = false
      XCTAssertEqual(list.shortcuts(for: "F5", GTK_SHORTCUT_SCOPE_LOCAL), [])
      list.window.destroy()
    }
  }
}
