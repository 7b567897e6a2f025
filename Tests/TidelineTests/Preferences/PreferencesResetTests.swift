import TidelineGtk
import TidelineLooks
import XCTest

@testable import Tideline

/// Resetting preferences to the defaults, and undoing the reset.
nonisolated final class PreferencesResetTests: PreferencesCase {
  private static let title = "header-title-pull"

  func testResettingOnePageLeavesTheOthers() throws {
    try withPreferences { preferences in
      preferences.set("Haul away!", Self.title)
      preferences.set(64, PreferenceKey.threshold)
      preferences.reset(RowKeys.all)
      XCTAssertEqual(preferences.text(Self.title), "")
      XCTAssertEqual(preferences.number(PreferenceKey.threshold), 64)
    }
  }

  func testAResetIsUndoneToTheLetter() throws {
    try withPreferences { preferences in
      preferences.set("“Haul” 'away'\n 刷新", Self.title)
      preferences.set("ring", RowKeys.footer.indicator)
      preferences.set(64, PreferenceKey.threshold)
      preferences.set(false, PreferenceKey.wheelPulls)
      preferences.set(0, PreferenceKey.fetchTimeLimit)
      let undo = UndoToast(preferences)
      undo.change(PreferenceKey.all, "Reset") { preferences.reset(PreferenceKey.all) }
      XCTAssertEqual(preferences.number(PreferenceKey.threshold), 100)
      // Undoes changes made after the reset, too.
      preferences.set(200, PreferenceKey.threshold)
      preferences.set(7, PreferenceKey.wheelNotches)
      undo.overlay.activate("preferences.undo")
      XCTAssertEqual(preferences.text(Self.title), "“Haul” 'away'\n 刷新")
      XCTAssertEqual(preferences.text(RowKeys.footer.indicator), "ring")
      XCTAssertEqual(preferences.number(PreferenceKey.threshold), 64)
      XCTAssertFalse(preferences.isOn(PreferenceKey.wheelPulls))
      XCTAssertEqual(preferences.number(PreferenceKey.fetchTimeLimit), 0)
      // The key follows the default again, whatever later versions make of that.
      XCTAssertNil(preferences.settings.stored(PreferenceKey.wheelNotches))
    }
  }
}
