import TidelineGtk
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
