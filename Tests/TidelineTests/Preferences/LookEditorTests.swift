import CPullToRefreshGtk
import Foundation
import TidelineGtk
import TidelineLooks
import XCTest

@testable import PullToRefresh
@testable import Tideline

/// The editor of a look in a program without settings.
nonisolated final class LookEditorTests: TidelineTestCase {
  @MainActor func testALookInMemoryIsEditedAppliedImportedAndReset() throws {
    let (look, list) = (LookMemory(), ScrolledWindow(Label("rows")))
    let editor = LookEditor(look)
    list.own(editor, key: "editor")
    let box = Box(.vertical, spacing: 0)
    box.append(list)
    list.refreshable {}.loadsMore { LoadedRows(hasMore: true) }
    let controller = try XCTUnwrap(list.refreshController)
    look.follow(RowKeys.all, in: list) { $0.apply(to: controller) }
    let tiles = editor.widget.all("GtkToggleButton").compactMap { $0.as(ToggleButton.self) }
      .filter { gtk_widget_has_css_class($0.asWidget, "style-tile") != 0 }
    tiles[2].isActive = true
    XCTAssertEqual(controller.refresh.indicator, .ring)
    XCTAssertEqual(controller.loadMore.indicator, .ring, "both rows share one look")
    LookFile.apply(
      try LookFile.look(in: "[Look]\nheader-title-pull=Haul\nfooter-indicator=none\n"),
      to: look
    )
    XCTAssertEqual(controller.refresh.row.titles.pull, "Haul")
    XCTAssertEqual(controller.loadMore.indicator, .none)
    look.reset(RowKeys.all)
    XCTAssertEqual(controller.refresh.indicator, .arrow)
    XCTAssertEqual(controller.loadMore.indicator, .arrow)
  }
}

/// The appearance as a file: a written file is read back, and senseless content is not read.
nonisolated final class LookFileTests: PreferencesCase {
  func testALookComesBackToTheLetter() throws {
    try withPreferences { preferences in
      let values = [
        RowKeys.header.indicator: "ring", RowKeys.footer.indicator: "none",
        RowKeys.header.titleColor: "rgba(1,2,3,0.5)", RowKeys.header.titleFont: "Sans Bold 20",
        RowKeys.dateFormat: "%x %R", "header-title-pull": " “Haul”;\\n\t'away' \n刷新=[#] ",
        "footer-title-failed": "Alas: %s",
      ]
      for (key, value) in values { preferences.set(value, key) }
      preferences.set(false, RowKeys.footer.fadesWithPull)
      preferences.set(64, PreferenceKey.threshold)
      let before = RowKeys.all.map(preferences.value)
      let text = LookFile.text(of: preferences)
      XCTAssertTrue(text.hasPrefix("[Look]\n"))
      XCTAssertFalse(text.contains(PreferenceKey.threshold), "the appearance alone")
      preferences.reset(PreferenceKey.all)
      try apply(text, to: preferences)
      XCTAssertEqual(RowKeys.all.map(preferences.value), before)
      XCTAssertEqual(preferences.number(PreferenceKey.threshold), 100)
    }
  }

  func testAKeyThatIsMissingStaysAsItIs() throws {
    try withPreferences { preferences in
      preferences.set("ring", RowKeys.header.indicator)
      preferences.set("ring", RowKeys.footer.indicator)
      try apply("[Look]\nheader-indicator=none\n", to: preferences)
      XCTAssertEqual(preferences.text(RowKeys.header.indicator), "none")
      XCTAssertEqual(preferences.text(RowKeys.footer.indicator), "ring")
    }
  }

  func testEachWrongValueIsNamedAndNothingIsChanged() throws {
    try withPreferences { preferences in
      let wrong = [
        ("header-indicator", "banana"), ("header-indicator", ""), ("header-title-color", "blurple"),
        ("footer-indicator-color", "#12"), ("header-title-font", "Sans 4000"),
        ("header-fades-with-pull", "perhaps"), ("header-fades-with-pull", ""),
        ("header-date-format", "%Q"), ("header-picture", "/no/such.png"),
        ("footer-picture", "/dev/zero"), ("fetch-command", "true"), ("pull-threshold", "64"),
        ("header-title-colour", "red"),
      ]
      for (key, value) in wrong {
        let found = problem(
          "[Look]\nfooter-title-pull=Heave\n\(key)=\(value)\nheader-title-pull=Haul\n",
          preferences
        )
        XCTAssertEqual(found.count, 1, "\(key)=\(value)")
        XCTAssertTrue(found.first?.hasPrefix("\(key): ") == true, "\(found)")
      }
      let all = problem("[Look]\nheader-indicator=x\nfooter-title-color=y\n", preferences)
      XCTAssertEqual(
        all.map { $0.prefix { $0 != ":" } },
        ["footer-title-color", "header-indicator"]
      )
      for key in PreferenceKey.all { XCTAssertNil(preferences.settings.stored(key), key) }
    }
  }

  func testAPictureCountsWhereItsStyleDoes() throws {
    try withPreferences { preferences in
      let gone = "header-picture=/no/such.png\n"
      try apply("[Look]\nheader-indicator=ring\n" + gone, to: preferences)
      XCTAssertEqual(preferences.text(RowKeys.header.picture), "/no/such.png")
      let found = problem("[Look]\nheader-indicator=picture\n" + gone, preferences)
      XCTAssertEqual(found, ["header-picture: there is no file “/no/such.png”"])
    }
  }

  func testOtherGroupsAreLeftAlone() throws {
    try withPreferences { preferences in
      let foreign = "[Other]\nheader-indicator=banana\n[Look]\nheader-indicator=ring\n[More]\na=b\n"
      try apply(foreign, to: preferences)
      XCTAssertEqual(preferences.text(RowKeys.header.indicator), "ring")
    }
  }

  func testAFileWithoutALookSaysSo() throws {
    try withPreferences { preferences in
      for text in [
        "", "\n", "[Other]\na=b\n", "[look]\nheader-indicator=ring\n", "no key file", "[Look",
      ] {
        XCTAssertEqual(problem(text, preferences), ["The file has no look in it."], text)
      }
    }
  }

  func testOnlyASmallFileOfTextIsRead() throws {
    try withPreferences { [folder] _ in
      let path = folder + "/a.look"
      try "[Look]\n".write(toFile: path, atomically: true, encoding: .utf8)
      XCTAssertEqual(try LookFile.contents(path), "[Look]\n")
      XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: Data([0x5b, 0xff])))
      XCTAssertThrowsError(try LookFile.contents(path), "no UTF-8")
      XCTAssertEqual(truncate(path, LookFile.byteLimit + 1), 0)
      XCTAssertThrowsError(try LookFile.contents(path), "too large")
      // A sparse file, which takes no space on the disk.
      XCTAssertEqual(truncate(path, 1 << 40), 0)
      XCTAssertThrowsError(try LookFile.contents(path), "huge")
      let pipe = folder + "/pipe.look"
      XCTAssertEqual(mkfifo(pipe, 0o600), 0)
      for other in [pipe, folder, "/dev/zero", folder + "/gone.look"] {
        XCTAssertThrowsError(try LookFile.contents(other), other)
      }
    }
  }
}

@MainActor private func problem(_ text: String, _ preferences: Preferences) -> [String] {
  do throws(LookFile.Problem) {
    try apply(text, to: preferences)
    return []
  } catch {
    return error.sentences
  }
}

@MainActor private func apply(_ text: String, to preferences: Preferences) throws(LookFile.Problem)
{
  LookFile.apply(try LookFile.look(in: text), to: preferences)
}
