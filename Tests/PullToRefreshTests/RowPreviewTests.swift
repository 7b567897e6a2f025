import CPullToRefreshGtk
import FoundationEssentials
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// Rows that are shown without a list.
final class RowPreviewTests: WidgetTestCase {
  @MainActor func testAPreviewSaysWhatTheRowWouldSay() {
    var header = RowConfiguration.refresh
    header.titles.release = "Let go"
    XCTAssertEqual(texts(header.preview(of: state(.top, .armed))), ["Let go"])
    let footer = RowConfiguration.loadMore
    let failed = footer.preview(of: state(.bottom, .failed(message: "no network")))
    XCTAssertEqual(texts(failed), ["Failed: no network", "Retry"])
  }

  @MainActor func testItFadesAsTheRowWould() throws {
    var header = RowConfiguration.refresh
    let pulled = RefreshState(edge: .top, moment: .pulling, progress: 0.3)
    XCTAssertEqual(try row(header.preview(of: pulled)).center?.opacity ?? 0, 0.3, accuracy: 0.01)
    header.fadesWithPull = false
    XCTAssertEqual(try row(header.preview(of: pulled)).center?.opacity, 1)
  }

  @MainActor func testItsButtonsCanBePressedAndDoNothing() throws {
    let window = Window()
    let preview = RowConfiguration.refresh.preview(of: state(.top, .running))
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
  }

  @MainActor func testTheTitleStandsInOnePlaceFromThePullToTheResult() throws {
    for style in [IndicatorStyle.spinner, .arrow, .ring, .none] {
      var header = RowConfiguration.refresh
      header.indicator = style
      header.isCancellable = false
      header.lastUpdated = LastUpdated(key: "", store: Memory(Date(timeIntervalSince1970: 0)))
      let places = try [
        RefreshState.Moment.pulling, .armed, .running, .succeeded(summary: nil),
        .failed(message: "why"), .cancelled,
      ].map { try middleOfTitle(header.preview(of: state(.top, $0))) }
      let first = try XCTUnwrap(places.first)
      for place in places {
        XCTAssertEqual(place.x, first.x, accuracy: 1, "\(style)")
        XCTAssertEqual(place.y, first.y, accuracy: 1, "\(style)")
      }
    }
  }
}

@MainActor private func state(_ edge: PullEdge, _ moment: RefreshState.Moment) -> RefreshState {
  RefreshState(edge: edge, moment: moment)
}

@MainActor private func row(_ preview: Widget) throws -> CenterBox {
  unsafeBitCast(try XCTUnwrap(preview.children.first), to: CenterBox.self)
}

/// The texts of the visible labels, in reading order.
@MainActor func texts(_ widget: Widget) -> [String] {
  guard widget.isVisible else { return [] }
  if widget.typeName == "GtkLabel" { return [unsafeBitCast(widget, to: Label.self).text] }
  return widget.children.flatMap(texts)
}

/// The middle of the preview's first label, in px, in a window of its own.
@MainActor private func middleOfTitle(_ preview: Widget) throws -> (x: Double, y: Double) {
  let window = Window()
  window.setDefaultSize(width: 600, height: 100)
  window.child = preview
  window.present()
  let title = try XCTUnwrap(ListWindow.all(below: preview).first { $0.typeName == "GtkLabel" })
  XCTAssertTrue(MainLoop.run { title.width > 0 })
  var bounds = graphene_rect_t()
  XCTAssertTrue(gtk_widget_compute_bounds(title, preview, &bounds) != 0)
  window.destroy()
  return (
    Double(bounds.origin.x + bounds.size.width / 2),
    Double(bounds.origin.y + bounds.size.height / 2)
  )
}
