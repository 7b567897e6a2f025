import CAdwaita
import PullToRefresh
import TidelineGtk
import TidelineLooks
import XCTest

@testable import Tideline

/// The page of Preferences about pulling.
nonisolated final class PullingPageTests: PreferencesCase {
  func testTheWheelIsSwitchedOffAndOnAgain() throws {
    try withWindow { preferences, window in
      let row = try window.row("Wheel Pulls")
      let control = unsafeBitCast(try XCTUnwrap(row.all("GtkSwitch").first), to: Switch.self)
      XCTAssertTrue(control.isActive)
      control.isActive = false
      XCTAssertFalse(preferences.isOn(PreferenceKey.wheelPulls))
      control.isActive = true
      XCTAssertTrue(preferences.isOn(PreferenceKey.wheelPulls))
    }
  }
}

/// Both rows as the page Appearance shows them.
nonisolated final class PullPreviewTests: PreferencesCase {
  func testItFollowsEachChange() throws {
    try withPreferences { preferences in
      let preview = PullPreview(preferences)
      XCTAssertEqual(titles(preview.widget), ["Release to refresh", "Release to load more"])
      preferences.set("Let go!", "header-title-release")
      preferences.set("Heave", "footer-title-release")
      XCTAssertEqual(titles(preview.widget), ["Let go!", "Heave"])
    }
  }

  func testItShowsEachTitleInAStateThatHasIt() throws {
    try withPreferences { preferences in
      let preview = PullPreview(preferences)
      let choices =
        (RowKeys.header.titles + RowKeys.footer.titles).map { ($0.key, $0.state) }
      for (key, state) in choices {
        preferences.set("Title of \(key)", key)
        preview.state = state
        let shown = preview.widget.all("GtkLabel").map(text)
        XCTAssertTrue(shown.contains("Title of \(key)"), "\(key): \(shown)")
      }
    }
  }

  func testItsButtonsAreOutOfReach() throws {
    try withWindow { _, window in
      let button = try XCTUnwrap(
        window.all("GtkBox").first { $0.all("GtkButton").isEmpty == false && !$0.canTarget }
      )
      XCTAssertFalse(button.grabFocus())
    }
  }

  func testTheTitleThatHasTheFocusIsShown() throws {
    try withWindow { preferences, window in
      preferences.set("Alas: %s", "header-title-failed")
      let page = try window.showAppearance()
      let entry = try XCTUnwrap(
        page.group("Titles of a Refresh").row("Failed").all("GtkText").first
      )
      XCTAssertFalse(titles(page).contains("Alas: the reason"))
      XCTAssertTrue(entry.grabFocus())
      XCTAssertEqual(titles(page).first, "Alas: the reason")
      // Typed words are shown at once, and the entry keeps the focus.
      gtk_editable_set_text(unsafeBitCast(entry, to: Editable.self), "Oh no")
      XCTAssertEqual(titles(page).first, "Oh no")
      XCTAssertTrue(entry.containsFocus)
      XCTAssertTrue(try page.row("Show Last Update").all("GtkSwitch")[0].grabFocus())
      XCTAssertEqual(titles(page).first, "Release to refresh")
    }
  }
}

@MainActor private func text(_ label: Widget) -> String {
  unsafeBitCast(label, to: Label.self).text
}

/// The titles of the rows, without those of the tiles.
@MainActor private func titles(_ widget: some WidgetConvertible) -> [String] {
  let rows = widget.all("GtkCenterBox").filter { row in
    gtk_widget_has_css_class(row, "refresh-row") != 0
      && !sequence(first: row, next: \.parent).contains {
        gtk_widget_has_css_class($0, "style-tile") != 0
      }
  }
  return rows.compactMap { row in
    row.all("GtkLabel").first { gtk_widget_has_css_class($0, "title") != 0 }.map(text)
  }
}
