import CGtk
import Gtk
import XCTest

@testable import PullToRefresh

/// Rows that are shown without a list.
nonisolated final class RowPreviewTests: WidgetTestCase {
  func testAPreviewSaysWhatTheRowWouldSay() {
    onMainActor {
      var header = HeaderConfiguration()
      header.titles.release = "Let go"
      XCTAssertEqual(texts(header.preview(of: state(.top, .armed))), ["Let go"])
      let footer = FooterConfiguration()
      let failed = footer.preview(of: state(.bottom, .failed(message: "no network")))
      XCTAssertEqual(texts(failed), ["Failed: no network", "Retry"])
    }
  }

  func testItFadesAsTheRowWould() throws {
    try onMainActor {
      var header = HeaderConfiguration()
      let pulled = RefreshState(edge: .top, moment: .pulling, progress: 0.3)
      XCTAssertEqual(try row(header.preview(of: pulled)).center?.opacity ?? 0, 0.3, accuracy: 0.01)
      header.fadesWithPull = false
      XCTAssertEqual(try row(header.preview(of: pulled)).center?.opacity, 1)
    }
  }

  func testItsButtonsCanBePressedAndDoNothing() throws {
    try onMainActor {
      let window = Window()
      let preview = HeaderConfiguration().preview(of: state(.top, .running))
      window.child = preview
      let cancel = try XCTUnwrap(
        ListWindow.all(below: preview).first {
          $0.typeName == "GtkButton" && gtk_widget_get_visible($0) != 0
            && $0.parent?.typeName == "GtkCenterBox"
        }
      )
      XCTAssertTrue(gtk_widget_is_sensitive(cancel) != 0)
      XCTAssertTrue(gtk_widget_activate(cancel) != 0)
      XCTAssertEqual(texts(preview), ["Refreshing…", "Cancel"])
      window.destroy()
    }
  }

  func testNothingIsLeftOfIt() {
    onMainActor {
      let boxes = Signal.liveBoxes
      for _ in 0..<20 {
        _ = HeaderConfiguration().preview(of: state(.top, .running))
        _ = FooterConfiguration().preview(of: state(.bottom, .idle))
      }
      XCTAssertTrue(MainLoop.run(timeout: 5) { Signal.liveBoxes == boxes })
    }
  }
}

@MainActor private func state(_ edge: PullEdge, _ moment: RefreshState.Moment) -> RefreshState {
  RefreshState(edge: edge, moment: moment)
}

@MainActor private func row(_ preview: Widget) throws -> CenterBox {
  unsafeBitCast(try XCTUnwrap(preview.children.first), to: CenterBox.self)
}

/// What is to be read, in the order of reading.
@MainActor private func texts(_ widget: Widget) -> [String] {
  guard widget.isVisible else { return [] }
  if widget.typeName == "GtkLabel" { return [unsafeBitCast(widget, to: Label.self).text] }
  return widget.children.flatMap(texts)
}
