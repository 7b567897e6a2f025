import CPullToRefreshGtk
import FoundationEssentials
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// A row is as high as its text needs.
final class RowHeightTests: WidgetTestCase {
  @MainActor func testAReasonOfSeveralLinesStandsInOne() throws {
    struct Trouble: Error, CustomStringConvertible {
      let description = "first\nsecond\r\n\nthird\u{2028}fourth"
    }
    let (list, controller) = try ListWindow.shown(minimumRunning: .zero) {
      $0.refreshable { throw Trouble() }
    }
    controller.refresh.action.activate()
    XCTAssertTrue(
      MainLoop.run { list.titles == ["Failed: first second third fourth"] },
      "\(list.titles)"
    )
    let row = try XCTUnwrap(list.row(.top))
    XCTAssertLessThanOrEqual(row.leastHeight, Int(controller.metrics.refreshHeight))
  }

  @MainActor func testALargeFontOpensTheHeaderFurther() throws {
    let (list, controller) = try ListWindow.shown(minimumRunning: .zero) {
      $0.refreshable(endsAfter: nil) { _ in }
    }
    controller.metrics.resultShown = .zero
    controller.refresh.titleFont = "Sans 80px"
    controller.refresh.isRunning = true
    let row = try XCTUnwrap(list.row(.top))
    XCTAssertTrue(row.stands(asHighAs: list.scrolledWindow.room(.top), atLeast: 80))
    controller.refresh.titleFont = nil
    XCTAssertTrue(row.stands(asHighAs: list.scrolledWindow.room(.top), atLeast: 54))
    XCTAssertTrue(MainLoop.run { list.scrolledWindow.room(.top) == 54 })
    XCTAssertTrue(MainLoop.run { row.outerHeight == 54 })
    controller.refresh.isRunning = false
    XCTAssertTrue(MainLoop.run { list.scrolledWindow.room(.top) == 0 })
  }

  @MainActor func testALongTitleOfTheButtonEndsWithAnEllipsis() throws {
    let (list, controller) = try ListWindow.shown(rows: 3) { $0.loadsMore(endsAfter: nil) { _ in } }
    controller.loadMore.titles.loadMore = String(repeating: "older ", count: 50)
    let footer = try XCTUnwrap(list.row(.bottom))
    var (least, natural): (Int32, Int32) = (0, 0)
    XCTAssertTrue(
      MainLoop.run {
        gtk_widget_measure(footer.asWidget, .horizontal, -1, &least, &natural, nil, nil)
        return natural > 1_000
      }
    )
    XCTAssertLessThan(least, 200)
  }

  @MainActor func testLargeTextIsNotCutOffAtEitherEdge() throws {
    let scale = TextScale()
    defer { scale.set(1) }
    for factor in [2, 3] {
      scale.set(factor)
      let (list, controller) = try ListWindow.shown(rows: 3) {
        $0.refreshable(endsAfter: nil) { _ in }
        $0.loadsMore(endsAfter: nil) { _ in }
      }
      controller.refresh.lastUpdated = LastUpdated(key: "any", store: Memory(Date() - 86_400))
      let footer = try XCTUnwrap(list.row(.bottom))
      XCTAssertTrue(
        footer.stands(asHighAs: list.scrolledWindow.room(.bottom), atLeast: 20 * factor)
      )
      controller.refresh.isRunning = true
      let header = try XCTUnwrap(list.row(.top))
      XCTAssertTrue(
        header.stands(asHighAs: list.scrolledWindow.room(.top), atLeast: 30 * factor),
        "\(header.outerHeight) of \(header.leastHeight), \(list.scrolledWindow.room(.top))"
      )
      list.window.destroy()
    }
  }

  @MainActor func testAnOpenRowFollowsTheTextSize() throws {
    let scale = TextScale()
    defer { scale.set(1) }
    let (list, controller) = try ListWindow.shown(rows: 3) {
      $0.refreshable(endsAfter: nil) { _ in }
      $0.loadsMore(endsAfter: nil) { _ in }
    }
    controller.refresh.lastUpdated = LastUpdated(key: "any", store: Memory(Date() - 86_400))
    controller.refresh.isRunning = true
    let (header, footer) = (try XCTUnwrap(list.row(.top)), try XCTUnwrap(list.row(.bottom)))
    for (factor, heights) in [(1, (54, 44)), (3, (90, 60)), (1, (54, 44))] {
      scale.set(factor)
      XCTAssertTrue(
        header.stands(asHighAs: list.scrolledWindow.room(.top), atLeast: heights.0),
        "\(header.outerHeight) of \(header.leastHeight), \(list.scrolledWindow.room(.top))"
      )
      XCTAssertTrue(footer.stands(asHighAs: list.scrolledWindow.room(.bottom), atLeast: heights.1))
    }
    XCTAssertTrue(MainLoop.run { list.scrolledWindow.room(.top) == 54 })
  }
}

/// The user's text scale, which reaches GTK as the setting `gtk-xft-dpi`.
@MainActor private struct TextScale {
  func set(_ factor: Int) {
    guard let settings = gtk_settings_get_default() else { return XCTFail("no settings") }
    var value = GValue()
    g_value_init(&value, GType(6 << 2))
    g_value_set_int(&value, Int32(factor * 96 * 1024))
    g_object_set_property(settings.asObject, "gtk-xft-dpi", &value)
  }
}

extension CenterBox {
  /// The minimum height of its labels and buttons, in px.
  @MainActor fileprivate var leastHeight: Int {
    var least: Int32 = 0
    gtk_widget_measure(asWidget, .vertical, -1, &least, nil, nil, nil)
    return Int(least)
  }

  /// The height with the border, in px.
  @MainActor fileprivate var outerHeight: Int { Int(gtk_widget_get_allocated_height(asWidget)) }

  /// Waits until the row has the height that it needs, and the list leaves that much room.
  @MainActor fileprivate func stands(
    asHighAs room: @autoclosure () -> Int,
    atLeast height: Int
  ) -> Bool {
    MainLoop.run {
      outerHeight >= max(height, leastHeight) && room() == outerHeight
    }
  }
}
