import Foundation
import Mail
import PullToRefresh
import TidelineGtk
import XCTest

@testable import Tideline

/// The chosen values, with the project's schema, with an older one, and with none.
nonisolated final class PreferencesTests: PreferencesCase {
  func testEveryTitleOfTheRowsCanBeChosen() {
    MainActor.assumeIsolated {
      XCTAssertEqual(Set(TitleChoice<RowTitles>.ofRefresh.map(\.path)).count, 7)
      XCTAssertEqual(Set(TitleChoice<RowTitles>.ofLoadMore.map(\.path)).count, 10)
    }
  }

  func testAChoiceIsToldAndIsThereForTheNextStart() throws {
    try installSchema()
    MainActor.assumeIsolated { [folder] in
      let preferences = Self.preferences(in: folder)
      XCTAssertNil(preferences.problem)
      var changes = 0
      let owner = NSObject()
      preferences.observe(owner) { changes += 1 }
      preferences[RowKeys.header.indicator] = .ring
      XCTAssertTrue(MainLoop.run(timeout: 5) { changes == 1 })
      preferences[RowKeys.header.indicator] = .ring
      XCTAssertEqual(Preferences(schemasIn: folder)[RowKeys.header.indicator], .ring)
      XCTAssertEqual(changes, 1, "what is chosen already is no change")
      preferences.reset([RowKeys.header])
      XCTAssertEqual(preferences[RowKeys.header.indicator], .arrow)
    }
  }

  func testAnObserverThatIsGoneIsNotTold() throws {
    try installSchema()
    MainActor.assumeIsolated { [folder] in
      let preferences = Self.preferences(in: folder)
      preferences.observe(NSObject()) { XCTFail("its owner is gone") }
      preferences[RowKeys.footer.fadesWithPull] = false
      XCTAssertFalse(preferences[RowKeys.footer.fadesWithPull])
      preferences.reset([RowKeys.footer])
    }
  }

  func testTheFetchCommandIsAsItWasChosen() throws {
    try installSchema()
    MainActor.assumeIsolated { [folder] in
      let preferences = Self.preferences(in: folder)
      XCTAssertNil(preferences.fetchCommand)
      preferences[FetchKeys.all.command] = "  "
      XCTAssertNil(preferences.fetchCommand)
      preferences[FetchKeys.all.command] = "mbsync -a"
      XCTAssertEqual(preferences.fetchCommand, FetchCommand("mbsync -a"))
      preferences[FetchKeys.all.inShell] = true
      preferences[FetchKeys.all.timeLimit] = 0
      XCTAssertEqual(
        Preferences(schemasIn: folder).fetchCommand,
        FetchCommand("mbsync -a", usesShell: true, timeLimit: .zero)
      )
      preferences.reset([FetchKeys.all])
      XCTAssertNil(preferences.fetchCommand)
    }
  }

  func testWithoutASchemaChoicesLastAsLongAsTheProgram() throws {
    MainActor.assumeIsolated { [folder] in
      let preferences = Self.preferences(in: folder)
      XCTAssertNotNil(preferences.problem)
      var changes = 0
      let owner = NSObject()
      preferences.observe(owner) { changes += 1 }
      preferences[RowKeys.header.titles[0]] = "Haul away!"
      XCTAssertEqual(preferences[RowKeys.header.titles[0]], "Haul away!")
      XCTAssertEqual(changes, 1)
      XCTAssertTrue(preferences.isWritable(RowKeys.header.titles[0].name))
      XCTAssertEqual(Self.preferences(in: folder)[RowKeys.header.titles[0]], "")
    }
  }

  func testWithAnOlderSchemaTheRestIsKept() throws {
    try installSchema(without: "header-title-font")
    MainActor.assumeIsolated { [folder] in
      let preferences = Self.preferences(in: folder)
      XCTAssertNotNil(preferences.problem)
      preferences[RowKeys.header.titleFont] = "Sans 20"
      preferences[RowKeys.header.titleColor] = "red"
      XCTAssertEqual(preferences[RowKeys.header.titleFont], "Sans 20")
      let next = Preferences(schemasIn: folder)
      XCTAssertEqual(next[RowKeys.header.titleFont], "")
      XCTAssertEqual(next[RowKeys.header.titleColor], "red")
      preferences.reset([RowKeys.header])
    }
  }
}
