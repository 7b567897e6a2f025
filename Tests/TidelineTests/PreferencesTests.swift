import Foundation
import Gtk
import PullToRefresh
import XCTest

@testable import Tideline

/// What is chosen, with the project's schema, with an older one, and with none.
nonisolated final class PreferencesTests: XCTestCase {
  private var folder = ""

  override func setUpWithError() throws {
    folder = NSTemporaryDirectory() + "tideline-preferences-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(atPath: folder)
  }

  /// Compiles the project's schema, less one key.
  private func installSchema(without key: String? = nil) throws {
    var schema = try MainActor.assumeIsolated {
      try SourceTree.package.text(of: "data/org.tideline.Tideline.gschema.xml")
    }
    if let key {
      let start = try XCTUnwrap(schema.range(of: "<key name=\"\(key)\""))
      let end = try XCTUnwrap(
        schema.range(of: "</key>", range: start.upperBound..<schema.endIndex)
      )
      schema.removeSubrange(start.lowerBound..<end.upperBound)
    }
    let path = folder + "/org.tideline.Tideline.gschema.xml"
    try schema.write(toFile: path, atomically: true, encoding: .utf8)
    let outcome = try Tool.run("glib-compile-schemas", "--strict", folder)
    XCTAssertEqual(outcome.status, 0, outcome.errors)
  }

  /// Fresh ones: GLib's memory keeps settings as long as the process.
  @MainActor private static func preferences(in folder: String) -> Preferences {
    let preferences = Preferences(schemasIn: folder)
    for row in [RowKeys.header, .footer] { preferences.reset(row) }
    return preferences
  }

  func testTheSchemaHasEveryKeyWithItsDefaultAndNoOther() throws {
    try installSchema()
    try MainActor.assumeIsolated { [folder] in
      let settings = try XCTUnwrap(KeptSettings(AppInfo.id, in: folder))
      for key in settings.keys { settings.reset(key) }
      XCTAssertEqual(Set(settings.keys), Set(RowKeys.header.names + RowKeys.footer.names))
      for row in [RowKeys.header, .footer] {
        XCTAssertEqual(settings.string(row.indicator.name), row.indicator.usual.rawValue)
        XCTAssertEqual(settings.bool(row.fadesWithPull.name), row.fadesWithPull.usual)
        for key in [row.picture, row.indicatorColor, row.titleColor, row.titleFont] + row.titles {
          XCTAssertEqual(settings.string(key.name), "", key.name)
        }
        for style in IndicatorChoice.allCases {
          XCTAssertTrue(settings.set(style.rawValue, for: row.indicator.name), style.rawValue)
        }
        settings.reset(row.indicator.name)
      }
    }
  }

  func testEveryTitleOfTheRowsCanBeChosen() {
    MainActor.assumeIsolated {
      let header = Mirror(reflecting: HeaderTitles()).children.count
      XCTAssertEqual(Set(TitleChoice<HeaderTitles>.all.map(\.path)).count, header)
      let footer = Mirror(reflecting: FooterTitles()).children.count
      XCTAssertEqual(Set(TitleChoice<FooterTitles>.all.map(\.path)).count, footer)
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
      preferences.reset(.header)
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
      preferences.reset(.footer)
    }
  }

  func testResettingOneRowLeavesTheOther() throws {
    try installSchema()
    MainActor.assumeIsolated { [folder] in
      let preferences = Self.preferences(in: folder)
      preferences[RowKeys.header.titles[0]] = "Haul away!"
      preferences[RowKeys.footer.titles[0]] = "Older"
      preferences.reset(.header)
      XCTAssertEqual(preferences[RowKeys.header.titles[0]], "")
      XCTAssertEqual(preferences[RowKeys.footer.titles[0]], "Older")
      preferences.reset(.footer)
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
      preferences.reset(.header)
    }
  }
}
