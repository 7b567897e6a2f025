import Foundation
import Mail
import TidelineGtk
import TidelineLooks
import XCTest

@testable import Tideline

/// The schema says what each key is for, and what Preferences takes for granted.
nonisolated final class PreferencesSchemaTests: PreferencesCase {
  func testEachKeyIsDescribedAndRanged() throws {
    let schema = try Self.schema
    let keys = schema.components(separatedBy: "<key ").dropFirst()
    XCTAssertGreaterThan(keys.count, 30)
    for key in keys {
      let name = key.components(separatedBy: "\"")[1]
      for part in ["summary", "description", "default"] {
        let text =
          key.components(separatedBy: "<\(part)>").dropFirst().first?
          .components(separatedBy: "</\(part)>").first ?? ""
        XCTAssertFalse(text.allSatisfy(\.isWhitespace), "\(name) has no \(part)")
      }
      // Only strings and booleans may have any value.
      if !key.contains("type=\"s\""), !key.contains("type=\"b\"") {
        XCTAssertTrue(key.contains("enum=") || key.contains("<range "), "\(name) has no range")
      }
    }
  }

  func testItHasEveryKeyOfPreferencesAndNoOther() throws {
    try withPreferences { preferences in
      XCTAssertEqual(Set(preferences.settings.keys), Set(PreferenceKey.all))
      XCTAssertEqual(Set(PreferenceKey.all).count, PreferenceKey.all.count, "one page for a key")
    }
  }

  func testItsKeysAreOfTheTypesThatAreAskedFor() throws {
    try withPreferences { preferences in
      let settings = preferences.settings
      let switches = [
        PreferenceKey.tellsOfNewMail, RowKeys.showsLastUpdate, PreferenceKey.wheelPulls,
        PreferenceKey.fetchInShell, RowKeys.header.fadesWithPull, RowKeys.footer.fadesWithPull,
      ]
      let numbers = [
        PreferenceKey.prefetch, PreferenceKey.pageSize, PreferenceKey.threshold,
        PreferenceKey.wheelNotches, PreferenceKey.fetchTimeLimit, PreferenceKey.readingTextSize,
      ]
      for key in PreferenceKey.all {
        XCTAssertEqual(settings.bool(key) != nil, switches.contains(key), key)
        XCTAssertEqual(settings.number(key) != nil, numbers.contains(key), key)
        XCTAssertEqual(settings.string(key) == nil, (switches + numbers).contains(key), key)
      }
      XCTAssertEqual(
        preferences.number(PreferenceKey.fetchTimeLimit),
        Int(FetchCommand.defaultTimeLimit.components.seconds)
      )
    }
  }

  func testItsRangesAreThoseOfTheProgram() throws {
    try withPreferences { preferences in
      for (key, range) in [
        (PreferenceKey.threshold, 24...400), (PreferenceKey.wheelNotches, 2...10),
        (PreferenceKey.prefetch, 0...10), (PreferenceKey.pageSize, 10...500),
        (PreferenceKey.fetchTimeLimit, 0...FetchCommand.longestTimeLimit),
        (PreferenceKey.readingTextSize, ReadingTextSize.bounds),
      ] {
        preferences.set(range.upperBound, key)
        preferences.set(range.lowerBound, key)
        for wrong in [range.lowerBound - 1, range.upperBound + 1, .max] {
          XCTAssertFalse(preferences.settings.set(wrong, for: key), "\(key): \(wrong)")
        }
        XCTAssertEqual(preferences.number(key), range.lowerBound)
      }
    }
  }

  func testItsChoicesAreThoseOfTheProgram() throws {
    try withPreferences { preferences in
      for style in IndicatorChoice.allCases {
        preferences.set(style.rawValue, RowKeys.header.indicator)
        preferences.set(style.rawValue, RowKeys.footer.indicator)
      }
      for choice in ReadChoice.allCases { preferences.set(choice.rawValue, PreferenceKey.whenRead) }
      for mode in ["pull", "automatic"] { preferences.set(mode, PreferenceKey.loadMode) }
      XCTAssertFalse(preferences.settings.set("never", for: PreferenceKey.loadMode))
    }
  }
}
