import CPullToRefreshGtk
import TidelineGtk
import XCTest

@testable import Mail
@testable import Tideline

/// The size of the text that is read follows the actions, within bounds, and the preferences.
nonisolated final class ReadingTextSizeTests: PreferencesCase {
  func testTheTextGrowsAndShrinksWithinBounds() throws {
    try withPreferences { preferences in
      let size = ReadingTextSize(preferences)
      let screen = PaneScreen()
      screen.show(1, [stub("a")], until: "Text of a")
      @MainActor func height() -> Int { screen.widget(showing: "Text of a")?.height ?? 0 }
      XCTAssertTrue(screen.runs { height() > 0 })
      let normal = height()
      @MainActor func act(_ name: String, times: Int = 1) {
        for _ in 0..<times {
          size.actions[
            [
              ReadingTextSize.larger, ReadingTextSize.smaller, ReadingTextSize.normal,
            ].firstIndex(of: name) ?? 0
          ].activate()
        }
      }
      act(ReadingTextSize.larger, times: 5)
      XCTAssertEqual(preferences.number(PreferenceKey.readingTextSize), 150)
      XCTAssertTrue(screen.runs { height() > normal })
      act(ReadingTextSize.larger, times: 50)
      XCTAssertEqual(preferences.number(PreferenceKey.readingTextSize), 200)
      act(ReadingTextSize.smaller, times: 50)
      XCTAssertEqual(preferences.number(PreferenceKey.readingTextSize), 50)
      XCTAssertTrue(screen.runs { height() < normal })
      act(ReadingTextSize.normal)
      XCTAssertEqual(preferences.number(PreferenceKey.readingTextSize), 100)
      XCTAssertTrue(screen.runs { height() == normal })
      preferences.settings.set(180, for: PreferenceKey.readingTextSize)
      XCTAssertTrue(screen.runs { height() > normal })
      withExtendedLifetime(size) {}
    }
  }
}
