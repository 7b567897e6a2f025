import Foundation
import Mail
import TidelineGtk
import TidelineProgram
import XCTest

@testable import Tideline

/// The schema describes each key, and has what Preferences requires.
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
      // Only texts and switches need no range.
      if !key.contains("type=\"s\""), !key.contains("type=\"b\"") {
        XCTAssertTrue(key.contains("enum=") || key.contains("<range "), "\(name) has no range")
      }
    }
  }

  func testItHasEveryKeyOfPreferencesAndNoOther() throws {
    try withPreferences { [folder] _ in
      let settings = try XCTUnwrap(KeptSettings(AppInfo.id, in: folder))
      let names = Preferences.groups.flatMap(\.names)
      XCTAssertEqual(Set(settings.keys), Set(names))
      XCTAssertEqual(Set(names).count, names.count, "no key belongs to two groups")
    }
  }

  func testItsDefaultsAreTheUsualValues() throws {
    try withPreferences { [folder] _ in
      let settings = try XCTUnwrap(KeptSettings(AppInfo.id, in: folder))
      @MainActor func check<Value>(_ key: PreferenceKey<Value>) {
        XCTAssertEqual(Value.read(key.name, from: settings), key.defaultValue, key.name)
      }
      for row in [RowKeys.header, .footer] {
        check(row.indicator)
        check(row.fadesWithPull)
        for key in [row.picture, row.indicatorColor, row.titleColor, row.titleFont] + row.titles {
          check(key)
          XCTAssertEqual(key.defaultValue, "", key.name)
        }
      }
      check(LastUpdatedKeys.all.isShown)
      check(LastUpdatedKeys.all.format)
      check(PullKeys.all.threshold)
      check(PullKeys.all.wheelPulls)
      check(PullKeys.all.wheelNotches)
      check(LoadKeys.all.mode)
      check(LoadKeys.all.prefetch)
      check(LoadKeys.all.pageSize)
      check(FetchKeys.all.command)
      check(FetchKeys.all.inShell)
      check(FetchKeys.all.timeLimit)
    }
  }

  func testItsRangesAreThoseOfTheWindow() throws {
    try withPreferences { [folder] _ in
      let settings = try XCTUnwrap(KeptSettings(AppInfo.id, in: folder))
      for (key, range) in [
        (PullKeys.all.threshold, PullKeys.thresholds),
        (PullKeys.all.wheelNotches, PullKeys.notches),
        (LoadKeys.all.prefetch, LoadKeys.prefetches),
        (LoadKeys.all.pageSize, LoadKeys.pageSizes),
        (FetchKeys.all.timeLimit, 0...FetchCommand.longestTimeLimit),
      ] {
        XCTAssertTrue(settings.set(range.upperBound, for: key.name), key.name)
        XCTAssertTrue(settings.set(range.lowerBound, for: key.name), key.name)
        for wrong in [range.lowerBound - 1, range.upperBound + 1, .max] {
          XCTAssertFalse(settings.set(wrong, for: key.name), "\(key.name): \(wrong)")
        }
        XCTAssertEqual(settings.number(key.name), range.lowerBound)
      }
    }
  }

  func testItsChoicesAreThoseOfTheWindow() throws {
    try withPreferences { [folder] _ in
      let settings = try XCTUnwrap(KeptSettings(AppInfo.id, in: folder))
      for style in IndicatorChoice.allCases {
        XCTAssertTrue(style.write(RowKeys.header.indicator.name, to: settings), style.rawValue)
      }
      for mode in LoadChoice.allCases {
        XCTAssertTrue(mode.write(LoadKeys.all.mode.name, to: settings), mode.rawValue)
      }
      XCTAssertFalse(settings.set("never", for: LoadKeys.all.mode.name))
    }
  }
}
