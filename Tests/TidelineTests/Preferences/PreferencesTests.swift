import Foundation
import Mail
import PullToRefresh
import TidelineGtk
import TidelineLooks
import XCTest

@testable import Tideline

/// The user's choices, with the project's schema and with others.
nonisolated final class PreferencesTests: PreferencesCase {
  func testEveryTitleOfTheRowsCanBeChosen() {
    MainActor.assumeIsolated {
      let all = [RowKeys.header, .footer].map { Set($0.titles.map(\.path)) }
      XCTAssertEqual(all.map(\.count), [RowKeys.header.titles.count, RowKeys.footer.titles.count])
      // The cancel button's title cannot be chosen.
      let titles = Mirror(reflecting: RowConfiguration.refresh.titles).children.count - 1
      XCTAssertEqual(all[0].union(all[1]).count, titles)
    }
  }

  func testAChangeIsToldToThoseWhoAskForItsKey() throws {
    try withPreferences { preferences in
      var told: [Set<String>] = []
      let owner = NSObject()
      preferences.observe([RowKeys.header.indicator], for: owner) { told.append($0) }
      preferences.observe([PreferenceKey.fetchCommand], for: owner) { _ in XCTFail("another key") }
      preferences.set("ring", RowKeys.header.indicator)
      XCTAssertEqual(told, [[RowKeys.header.indicator]])
      XCTAssertEqual(preferences.text(RowKeys.header.indicator), "ring")
      preferences.reset([RowKeys.header.indicator])
      XCTAssertEqual(preferences.text(RowKeys.header.indicator), "arrow")
      XCTAssertEqual(told.count, 2)
    }
  }

  func testAnObserverThatIsGoneIsNotTold() throws {
    try withPreferences { preferences in
      preferences.observe(PreferenceKey.all, for: NSObject()) { _ in XCTFail("its owner is gone") }
      preferences.set(false, RowKeys.footer.fadesWithPull)
      XCTAssertFalse(preferences.isOn(RowKeys.footer.fadesWithPull))
    }
  }

  func testSeveralChangesAreToldOnce() throws {
    try withPreferences { preferences in
      for title in RowKeys.header.titles { preferences.set("Words", title.key) }
      var told: [Set<String>] = []
      let owner = NSObject()
      preferences.observe(PreferenceKey.all, for: owner) { told.append($0) }
      preferences.reset(RowKeys.all)
      XCTAssertEqual(told, [Set(RowKeys.header.titles.map(\.key))])
    }
  }

  func testTheFetchCommandIsAsItWasChosen() throws {
    try withPreferences { preferences in
      XCTAssertNil(preferences.fetchCommand)
      preferences.set("  ", PreferenceKey.fetchCommand)
      XCTAssertNil(preferences.fetchCommand)
      preferences.set("mbsync -a", PreferenceKey.fetchCommand)
      XCTAssertEqual(preferences.fetchCommand, FetchCommand("mbsync -a"))
      preferences.set(true, PreferenceKey.fetchInShell)
      preferences.set(0, PreferenceKey.fetchTimeLimit)
      let command = FetchCommand("mbsync -a", usesShell: true, timeLimit: .zero)
      XCTAssertEqual(preferences.fetchCommand, command)
    }
  }

  func testWithoutTheSchemaOrOneOfItsKeysThereAreNone() throws {
    MainActor.assumeIsolated { [folder] in XCTAssertNil(Preferences(schemasIn: folder)) }
    try installSchema(without: "header-title-font")
    MainActor.assumeIsolated { [folder] in XCTAssertNil(Preferences(schemasIn: folder)) }
  }
}

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
