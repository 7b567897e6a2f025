import CPullToRefreshGtk
@testable import PullToRefresh
import TidelineGtk
import TidelineLooks
import XCTest

/// The editor of a look in a program without settings.
nonisolated final class LookEditorTests: TidelineTestCase {
  func testALookInMemoryIsEditedAppliedImportedAndReset() throws {
    try onMainActor {
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
}
