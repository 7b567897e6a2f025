import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// The list that handles a key, and the keys that no list handles.
final class KeyTests: WidgetTestCase {
  private static let keys = ["F5", "<Control>r"]
  @MainActor private static var scopes: [GtkShortcutScope] {
    [GTK_SHORTCUT_SCOPE_LOCAL, GTK_SHORTCUT_SCOPE_MANAGED]
  }

  @MainActor func testTheListWithTheFocusHearsTheKeysBeforeTheWindow() throws {
    let (list, _) = try ListWindow.shown { $0.refreshable {} }
    // In the bubble phase a key passes from the focus to the list, and only then to the window.
    for keys in list.scrolledWindow.parent?.controllers ?? []
    where keys.typeName == "GtkShortcutController" {
      let keys = unsafeBitCast(keys, to: ShortcutController.self)
      XCTAssertEqual(keys.propagationPhase, .bubble)
    }
    let controller = try list.controller
    for key in Self.keys {
      for scope in Self.scopes {
        XCTAssertTrue(list.press(key, scope), key)
        XCTAssertTrue(controller.refresh.isRunning, key)
        list.releaseKey()
        controller.refresh.isRunning = false
        XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle })
      }
    }
  }

  @MainActor func testAListThatCannotBeRefreshedLeavesTheKeysToOthers() throws {
    let (list, controller) = try ListWindow.shown {
      $0.loadsMore { LoadedRows(hasMore: false) }
    }
    for scope in Self.scopes { XCTAssertFalse(list.press("F5", scope)) }
    list.scrolledWindow.refreshable {}
    controller.refresh.isEnabled = false
    for scope in Self.scopes { XCTAssertFalse(list.press("F5", scope)) }
  }

  @MainActor func testAnInsensitiveListTakesNoKeyAndItsButtonsCannotBePressed() throws {
    let (list, controller) = try ListWindow.shown(rows: 3) {
      $0.refreshable(endsAfter: nil) { _ in }
      $0.loadsMore(endsAfter: nil) { _ in }
    }
    let surroundings = try XCTUnwrap(list.window.child)
    controller.metrics.minimumRunning = .zero
    for widget in [list.scrolledWindow.asWidget, surroundings] {
      XCTAssertTrue(MainLoop.run { list.buttons == ["Load More": true] })
      widget.isSensitive = false
      XCTAssertEqual(list.buttons, ["Load More": false])
      for scope in Self.scopes { XCTAssertFalse(list.press("F5", scope)) }
      controller.refresh.action.activate()
      XCTAssertFalse(controller.refresh.isRunning)
      controller.loadMore.isRunning = true
      XCTAssertTrue(MainLoop.run { list.buttons == ["Cancel": false] })
      for scope in Self.scopes { XCTAssertFalse(list.press("Escape", scope)) }
      widget.isSensitive = true
      XCTAssertEqual(list.buttons, ["Cancel": true])
      XCTAssertTrue(list.press("Escape", GTK_SHORTCUT_SCOPE_LOCAL))
      list.releaseKey()
      XCTAssertFalse(controller.loadMore.isRunning)
    }
    XCTAssertTrue(list.press("F5", GTK_SHORTCUT_SCOPE_LOCAL))
    XCTAssertTrue(controller.refresh.isRunning)
  }

  @MainActor func testAHeldKeyLeavesNothingOnTheWindowOfAListThatIsGone() throws {
    let list = ListWindow()
    let page = try XCTUnwrap(list.window.child?.as(Box.self))
    let controllers = list.window.asWidget.controllers.count
    do {
      let other = ScrolledWindow(Label("Row"))
      page.append(other)
      other.refreshable(endsAfter: nil) { _ in }
      list.present()
      XCTAssertTrue(list.press("F5", GTK_SHORTCUT_SCOPE_LOCAL, in: other))
      XCTAssertEqual(list.window.asWidget.controllers.count, controllers + 1)
      page.remove(try XCTUnwrap(other.parent))
    }
    XCTAssertTrue(MainLoop.run { list.window.asWidget.controllers.count == controllers })
  }

  @MainActor func testWhileItRefreshesOnlyTheListWithTheFocusTakesTheKeys() throws {
    let (list, controller) = try ListWindow.thatRefreshesForever()
    XCTAssertTrue(list.press("F5", GTK_SHORTCUT_SCOPE_MANAGED))
    list.releaseKey()
    for key in Self.keys {
      XCTAssertFalse(list.press(key, GTK_SHORTCUT_SCOPE_MANAGED), key)
      XCTAssertTrue(list.press(key, GTK_SHORTCUT_SCOPE_LOCAL), key)
    }
    XCTAssertEqual(controller.started[.refresh], 1)
  }

  @MainActor func testAKeyThatIsHeldRefreshesOnceAndStaysWithTheList() throws {
    for scope in Self.scopes {
      let (list, controller) = try ListWindow.shown { $0.refreshable(endsAfter: nil) { _ in } }
      for _ in 0..<3 {
        XCTAssertTrue(list.press("F5", scope))
        controller.refresh.isRunning = false
        XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle })
      }
      controller.refresh.isEnabled = false
      XCTAssertTrue(list.press("F5", scope))
      XCTAssertEqual(controller.started[.refresh], 1)
      list.releaseKey()
      XCTAssertFalse(list.press("F5", scope))
      controller.refresh.isEnabled = true
      XCTAssertTrue(list.press("F5", scope))
      XCTAssertEqual(controller.started[.refresh], 2)
      list.window.destroy()
    }
  }

  @MainActor func testAKeyMayStillBeHeldAsItsListIsDetached() throws {
    for scope in Self.scopes {
      let (list, controller) = try ListWindow.shown { $0.refreshable(endsAfter: nil) { _ in } }
      XCTAssertTrue(list.press("F5", scope))
      controller.detach()
      list.releaseKey()
      XCTAssertFalse(controller.refresh.isRunning)
      list.window.destroy()
    }
  }
}
