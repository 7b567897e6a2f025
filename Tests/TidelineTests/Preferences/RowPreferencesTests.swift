import CAdwaita
import Foundation
import PullToRefresh
import TidelineGtk
import TidelineLooks
import XCTest

@testable import Tideline

/// Preferences that change an open list.
nonisolated final class RowPreferencesTests: PreferencesCase {
  /// A list with preferences.
  @MainActor private final class Listing {
    let preferences: Preferences
    let controller: RefreshController
    let rows: RowPreferences
    private let box = Box(.vertical, spacing: 0)

    init(_ preferences: Preferences) throws {
      let list = ScrolledWindow(Label("rows"))
      box.append(list)
      list.refreshable {}.loadsMore { LoadedRows(hasMore: true) }
      self.preferences = preferences
      controller = try XCTUnwrap(list.refreshController)
      rows = RowPreferences(preferences, of: controller)
    }

    /// The text for a list that was refreshed just now.
    var lastUpdated: String? { controller.refresh.lastUpdated?.format.text(of: Date()) }
  }

  func testHowItIsPulledFollowsEachChange() throws {
    try withPreferences { preferences in
      let list = try Listing(preferences)
      XCTAssertEqual(list.controller.metrics, PullMetrics())
      preferences.set(64, PreferenceKey.threshold)
      preferences.set(false, PreferenceKey.wheelPulls)
      preferences.set(5, PreferenceKey.wheelNotches)
      XCTAssertEqual(list.controller.metrics.threshold, 64)
      XCTAssertFalse(list.controller.metrics.wheelEnabled)
      XCTAssertEqual(list.controller.metrics.wheelNotches, 5)
      preferences.reset(PreferenceKey.pulling)
      XCTAssertEqual(list.controller.metrics, PullMetrics())
    }
  }

  func testEachTitleIsTypedInItsRowAndSeenInTheList() throws {
    try withWindow { preferences, window in
      let list = try Listing(preferences)
      let page = try window.showAppearance()
      let rows = [("Titles of a Refresh", RowKeys.header), ("Titles of Load More", .footer)]
      for (name, keys) in rows {
        let group = try page.group(name)
        for choice in keys.titles {
          let entry = try XCTUnwrap(group.row(choice.label).all("GtkText").first, choice.label)
          gtk_editable_set_text(unsafeBitCast(entry, to: Editable.self), "My \(choice.label)")
          XCTAssertEqual(preferences.text(choice.key), "My \(choice.label)")
          let titles = [list.controller.refresh.row.titles, list.controller.loadMore.row.titles]
            .map { $0[keyPath: choice.path] }
          XCTAssertTrue(titles.contains("My \(choice.label)"), "\(choice.key): \(titles)")
        }
      }
    }
  }

  func testNumbersThatNobodyChoosesStayAsTheListHasThem() throws {
    try withPreferences { preferences in
      let list = try Listing(preferences)
      list.controller.metrics.stuckNotice = .seconds(2)
      preferences.set(64, PreferenceKey.threshold)
      XCTAssertEqual(list.controller.metrics.stuckNotice, .seconds(2))
    }
  }

  func testHowMoreIsLoadedFollowsEachChange() throws {
    try withPreferences { preferences in
      let list = try Listing(preferences)
      XCTAssertEqual(list.controller.loadMore.mode, .pull)
      preferences.set(3, PreferenceKey.prefetch)
      XCTAssertEqual(list.controller.loadMore.mode, .pull)
      preferences.set("automatic", PreferenceKey.loadMode)
      XCTAssertEqual(list.controller.loadMore.mode, .automatic(prefetch: 3))
      preferences.reset(PreferenceKey.general)
      XCTAssertEqual(list.controller.loadMore.mode, .pull)
    }
  }

  func testTheLastUpdateIsShownHiddenAndFormatted() throws {
    try withPreferences { preferences in
      let list = try Listing(preferences)
      XCTAssertNil(list.controller.refresh.lastUpdated)
      list.rows.lastUpdated = LastUpdated(key: "inbox", store: Never())
      XCTAssertEqual(list.lastUpdated, "Updated just now")
      preferences.set("%F", RowKeys.dateFormat)
      XCTAssertEqual(list.lastUpdated?.count, "2026-01-31".count)
      preferences.set(false, RowKeys.showsLastUpdate)
      XCTAssertNil(list.controller.refresh.lastUpdated)
      preferences.reset(RowKeys.all)
      XCTAssertEqual(list.controller.refresh.lastUpdated?.key, "inbox")
    }
  }

  func testADateFormatOfNoMeaningCountsAsNone() throws {
    try withPreferences { preferences in
      let list = try Listing(preferences)
      list.rows.lastUpdated = LastUpdated(key: "inbox", store: Never())
      for wrong in ["%Q", "%", " ", "%!%R"] {
        let said = warnings { preferences.set(wrong, RowKeys.dateFormat) }
        XCTAssertEqual(said.count, 1, "\(wrong): \(said)")
        XCTAssertEqual(list.lastUpdated, "Updated just now", wrong)
      }
    }
  }

  func testAPictureThatCannotBeShownLeavesTheArrow() throws {
    try withPreferences { [folder] preferences in
      let list = try Listing(preferences)
      preferences.set("picture", RowKeys.header.indicator)
      XCTAssertEqual(list.controller.refresh.indicator, .arrow, "none is chosen yet")
      let good = folder + "/good.svg"
      try Self.svg(width: 48, height: 48).write(toFile: good, atomically: true, encoding: .utf8)
      preferences.set(good, RowKeys.header.picture)
      XCTAssertEqual(
        list.controller.refresh.indicator,
        .picture(IndicatorPicture(file: good))
      )
      for wrong in try Self.badPictures(in: folder) {
        let said = warnings { preferences.set(wrong.path, RowKeys.header.picture) }
        XCTAssertEqual(said.count, 1, "\(wrong.path): \(said)")
        XCTAssertEqual(list.controller.refresh.indicator, .arrow, wrong.path)
        XCTAssertEqual(PictureProblem.of(wrong.path)?.fault, wrong.fault, wrong.path)
      }
    }
  }

  func testAPictureIsLookedAtAgainOnceItHasChanged() throws {
    try withPreferences { [folder] _ in
      let path = folder + "/picture.svg"
      XCTAssertEqual(PictureProblem.of(path)?.fault, .noFile)
      try "text".write(toFile: path, atomically: true, encoding: .utf8)
      XCTAssertEqual(PictureProblem.of(path)?.fault, .noPicture)
      try Self.svg(width: 8, height: 8).write(toFile: path, atomically: true, encoding: .utf8)
      XCTAssertNil(PictureProblem.of(path))
    }
  }

  private static func svg(width: Int, height: Int) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)">
    <rect width="100%" height="100%" fill="red"/></svg>
    """
  }

  private static func badPictures(
    in folder: String
  ) throws -> [(path: String, fault: UnreadablePicture.Fault)] {
    let text = folder + "/text.png"
    try "no picture".write(toFile: text, atomically: true, encoding: .utf8)
    let huge = folder + "/huge.svg"
    try svg(width: 30_000, height: 30_000).write(toFile: huge, atomically: true, encoding: .utf8)
    let heavy = folder + "/heavy.png"
    XCTAssertTrue(FileManager.default.createFile(atPath: heavy, contents: nil))
    // A sparse file, which takes no space on the disk.
    XCTAssertEqual(truncate(heavy, 100_000_000), 0)
    let pipe = folder + "/pipe.png"
    XCTAssertEqual(mkfifo(pipe, 0o600), 0)
    return [
      (text, .noPicture), (huge, .tooLarge), (heavy, .tooLarge), (pipe, .noFile),
      (folder, .noFile), (folder + "/gone.png", .noFile), ("/dev/zero", .noFile),
    ]
  }
}

private struct Never: LastUpdatedStore {
  func lastUpdated(for key: String) -> Date? { nil }
  func setLastUpdated(_ date: Date, for key: String) {}
}
