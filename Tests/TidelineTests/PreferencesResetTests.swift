import CAdwaita
import TidelineGtk
import TidelineProgram
import XCTest

@testable import Tideline

/// Resetting the preferences, and undoing it.
nonisolated final class PreferencesResetTests: PreferencesCase {
  func testResettingOneRowLeavesTheOther() throws {
    try withPreferences { preferences in
      preferences[RowKeys.header.titles[0]] = "Haul away!"
      preferences[RowKeys.footer.titles[0]] = "Older"
      preferences.reset([RowKeys.header])
      XCTAssertEqual(preferences[RowKeys.header.titles[0]], "")
      XCTAssertEqual(preferences[RowKeys.footer.titles[0]], "Older")
    }
  }

  func testAResetIsTakenBackToTheLetter() throws {
    try withPreferences { preferences in
      preferences[RowKeys.header.titles[0]] = "“Haul” 'away'\n 刷新"
      preferences[RowKeys.footer.indicator] = .ring
      preferences[PullKeys.all.threshold] = 64
      preferences[PullKeys.all.wheelPulls] = false
      preferences[FetchKeys.all.timeLimit] = 0
      let before = preferences.chosen(Preferences.groups)
      preferences.reset(Preferences.groups)
      XCTAssertEqual(preferences[PullKeys.all.threshold], 100)
      // Values chosen meanwhile are overwritten, too.
      preferences[PullKeys.all.threshold] = 200
      preferences.choose(before)
      XCTAssertEqual(preferences[RowKeys.header.titles[0]], "“Haul” 'away'\n 刷新")
      XCTAssertEqual(preferences[RowKeys.footer.indicator], .ring)
      XCTAssertEqual(preferences[PullKeys.all.threshold], 64)
      XCTAssertFalse(preferences[PullKeys.all.wheelPulls])
      XCTAssertEqual(preferences[FetchKeys.all.timeLimit], 0)
    }
  }

  func testTakingAResetBackLeavesWhatFollowedTheDefaultAtTheDefault() throws {
    try withPreferences { [folder] preferences in
      let before = preferences.chosen([PullKeys.all])
      preferences.reset([PullKeys.all])
      preferences[PullKeys.all.threshold] = 200
      preferences.choose(before)
      XCTAssertEqual(preferences[PullKeys.all.threshold], 100)
      let settings = try XCTUnwrap(KeptSettings(AppInfo.id, in: folder))
      XCTAssertNil(settings.stored(PullKeys.all.threshold.name))
    }
  }

  func testWithoutASchemaItIsTakenBackToo() {
    onMainActor { [folder] in
      let preferences = Preferences(schemasIn: folder)
      preferences[PullKeys.all.threshold] = 64
      let before = preferences.chosen([PullKeys.all])
      preferences.reset([PullKeys.all])
      XCTAssertEqual(preferences[PullKeys.all.threshold], 100)
      preferences.choose(before)
      XCTAssertEqual(preferences[PullKeys.all.threshold], 64)
    }
  }

  func testAChangeIsToldOnceForAllKeys() throws {
    try withPreferences { preferences in
      for title in RowKeys.header.titles { preferences[title] = "Words" }
      MainLoop.runReadyEvents()
      var changes = 0
      let owner = MainLoopOwner()
      preferences.observe(owner) { changes += 1 }
      preferences.reset([RowKeys.header])
      MainLoop.runReadyEvents()
      XCTAssertEqual(changes, 1)
    }
  }
}

private final class MainLoopOwner {}
