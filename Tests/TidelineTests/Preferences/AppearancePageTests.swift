import CAdwaita
import PullToRefresh
import TidelineGtk
import TidelineLooks
import XCTest

@testable import Tideline

/// The tiles of the styles, and the look that one or both rows have.
nonisolated final class AppearancePageTests: PreferencesCase {
  func testATileChoosesItsStyleForBothRows() throws {
    try withWindow { preferences, window in
      let tiles = try window.showAppearance().all("GtkToggleButton").filter(isTile)
      XCTAssertEqual(tiles.count, 2 * IndicatorChoice.allCases.count)
      XCTAssertEqual(tiles.prefix(5).map(isOn), [false, true, false, false, false])
      for (tile, style) in zip(tiles, IndicatorChoice.allCases) {
        gtk_widget_activate(tile)
        XCTAssertTrue(
          MainLoop.run {
            preferences.text(RowKeys.header.indicator) == style.rawValue
          },
          style.rawValue
        )
        XCTAssertEqual(preferences.text(RowKeys.footer.indicator), style.rawValue)
        XCTAssertEqual(tiles.prefix(5).map(isOn), IndicatorChoice.allCases.map { $0 == style })
        XCTAssertEqual(tiles.suffix(5).map(isOn), IndicatorChoice.allCases.map { $0 == style })
      }
    }
  }

  func testALookOfItsOwnOpensItsRowsAndIsGivenUpWithAWayBack() throws {
    try withWindow { preferences, window in
      let row = try window.row("Another Look for the Footer")
      let look = try window.group("Look of the Footer")
      let control = unsafeBitCast(try XCTUnwrap(row.all("GtkSwitch").first), to: Switch.self)
      XCTAssertFalse(look.isVisible)
      control.isActive = true
      XCTAssertTrue(look.isVisible)
      preferences.set("red", RowKeys.header.titleColor)
      XCTAssertEqual(preferences.text(RowKeys.footer.titleColor), "", "it has its own")
      preferences.set("ring", RowKeys.footer.indicator)
      control.isActive = false
      XCTAssertFalse(look.isVisible)
      XCTAssertEqual(preferences.text(RowKeys.footer.titleColor), "red")
      XCTAssertEqual(preferences.text(RowKeys.footer.indicator), "arrow")
      row.activate("preferences.undo")
      XCTAssertEqual(preferences.text(RowKeys.footer.titleColor), "")
      XCTAssertEqual(preferences.text(RowKeys.footer.indicator), "ring")
      XCTAssertTrue(control.isActive)
    }
  }

  func testTheWindowIsNoWiderThanATelephoneInLargeText() throws {
    onMainActor { useLargeText() }
    defer { onMainActor { useNormalText() } }
    try withWindow { _, window in
      let stack = try XCTUnwrap(window.all("AdwViewStack").first)
      for page in stack.children {
        adw_view_stack_set_visible_child(unsafeBitCast(stack, to: ViewStack.self), page)
        XCTAssertTrue(MainLoop.run { page.isMapped })
        let widths = page.all("AdwPreferencesGroup").map(\.minimumWidth)
        XCTAssertLessThanOrEqual(page.minimumWidth, 360, "\(widths)")
      }
      let bar = try XCTUnwrap(window.all("AdwViewSwitcherBar").first)
      XCTAssertLessThanOrEqual(bar.minimumWidth, 360)
      XCTAssertLessThanOrEqual(window.minimumWidth, 360)
    }
  }

  func testLooksThatDifferAtTheStartStayAsTheyAre() throws {
    try withPreferences { preferences in
      preferences.set("ring", RowKeys.header.indicator)
      let look = FooterLook(preferences)
      XCTAssertTrue(look.isOwn)
      preferences.set("spinner", RowKeys.header.indicator)
      XCTAssertEqual(preferences.text(RowKeys.footer.indicator), "arrow")
    }
  }

  func testAResetEndsALookOfItsOwn() throws {
    try withPreferences { preferences in
      preferences.set("ring", RowKeys.header.indicator)
      preferences.set("none", RowKeys.footer.indicator)
      let look = FooterLook(preferences)
      preferences.reset(RowKeys.all)
      XCTAssertFalse(look.isOwn)
    }
  }

  func testAnImportedLookOfTheFooterIsNotOverwritten() throws {
    try withPreferences { preferences in
      let look = FooterLook(preferences)
      preferences.changeTogether {
        preferences.set("ring", RowKeys.header.indicator)
        preferences.set("none", RowKeys.footer.indicator)
      }
      XCTAssertTrue(look.isOwn)
      XCTAssertEqual(preferences.text(RowKeys.footer.indicator), "none")
    }
  }

  /// Another program may store all of its changes before the first one is reported here.
  func testAFootersValueThatWasNotTheHeadersDoesNotFollow() throws {
    try withPreferences { preferences in
      let look = FooterLook(preferences)
      preferences.observe([RowKeys.header.indicator], for: look) { [unowned preferences] _ in
        XCTAssertEqual(preferences.text(RowKeys.footer.indicator), "none")
      }
      preferences.set("none", RowKeys.footer.indicator)
      preferences.set("ring", RowKeys.header.indicator)
      XCTAssertTrue(look.isOwn)
      XCTAssertEqual(preferences.text(RowKeys.footer.indicator), "none")
    }
  }

  func testWordsThatAreTypedReloadNoOtherRow() throws {
    try withPreferences { preferences in
      let row = Label("Row")
      var updates = 0
      preferences.follow([RowKeys.header.titleFont], in: row) { _ in updates += 1 }
      for text in ["H", "He", "Hea"] { preferences.set(text, "header-title-pull") }
      XCTAssertEqual(updates, 1, "the first")
    }
  }
}

@MainActor private func isTile(_ widget: Widget) -> Bool {
  gtk_widget_has_css_class(widget, "style-tile") != 0
}

@MainActor private func isOn(_ tile: Widget) -> Bool {
  gtk_toggle_button_get_active(unsafeBitCast(tile, to: ToggleButton.self)) != 0
}
