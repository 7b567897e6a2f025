import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// The rows' looks and titles, changed while the rows are on the screen.
final class ConfigurationTests: WidgetTestCase {
  @MainActor func testTitlesChangeWhileTheRowIsShown() throws {
    let (list, controller) = try running()
    controller.refresh.titles.running = "One moment"
    XCTAssertEqual(list.titles, ["One moment"])
  }

  @MainActor func testColoursFollowTheThemeUnlessSet() throws {
    let (list, controller) = try running()
    let title = try XCTUnwrap(list.label("Refreshing…"))
    let spinner = try XCTUnwrap(list.widget(ofType: "GtkSpinner"))
    let usual = color(of: title)
    controller.refresh.titleColor = Color("#ff0000")
    controller.refresh.indicatorColor = Color("rgb(0, 255, 0)")
    XCTAssertTrue(MainLoop.run { color(of: title) == Color("#f00") })
    XCTAssertEqual(color(of: spinner), Color("#0f0"))
    controller.refresh.titleColor = nil
    XCTAssertTrue(MainLoop.run { color(of: title) == usual })
    XCTAssertEqual(color(of: spinner), Color("#0f0"))
  }

  @MainActor func testTheTitleTakesAnyFont() throws {
    let (list, controller) = try running()
    let title = try XCTUnwrap(list.label("Refreshing…"))
    let height = preferredHeight(of: title)
    controller.refresh.titleFont = "Sans Bold 30"
    XCTAssertGreaterThan(preferredHeight(of: title), height * 3 / 2)
    controller.refresh.titleFont = nil
    XCTAssertEqual(preferredHeight(of: title), height)
  }

  @MainActor func testEmptyAndEndlessTitlesAreBorne() throws {
    let (list, controller) = try running()
    controller.refresh.titles.running = ""
    XCTAssertEqual(list.titles, [])
    controller.refresh.titles.running = String(repeating: "pull ", count: 2000)
    MainLoop.runReadyEvents()
    let row = try XCTUnwrap(list.row(.top))
    XCTAssertTrue(MainLoop.run { row.center?.width ?? 0 > 200 })
    XCTAssertEqual(list.window.width, 400)
  }

  @MainActor func testTheRowFadesInWithThePull() throws {
    let (list, controller) = try ListWindow.shown { $0.refreshable {} }
    list.pull(by: 50)
    let middle = try XCTUnwrap(list.row(.top)?.center)
    XCTAssertEqual(middle.opacity, 0.5, accuracy: 0.01)
    controller.refresh.fadesWithPull = false
    XCTAssertEqual(middle.opacity, 1)
  }

  @MainActor func testAnOwnViewIsGivenTheStateAndReplacesTheUsualOne() throws {
    let (list, controller) = try running()
    let row = try XCTUnwrap(list.row(.top))
    let usual = row.center?.pointer
    let own = Label("mine")
    var states: [RefreshState] = []
    controller.refresh.content = {
      states.append($0)
      return own
    }
    XCTAssertEqual(row.center?.pointer, own.pointer)
    XCTAssertEqual(states.map(\.phase), [.loading])
    controller.refresh.cancel()
    XCTAssertEqual(states.last?.moment, .cancelled)
    controller.refresh.content = nil
    XCTAssertEqual(row.center?.pointer, usual)
  }

  @MainActor func testAnEdgeIsSwitchedOffAndOnAlsoWhileItRuns() throws {
    let (list, controller) = try running()
    controller.refresh.isEnabled = false
    XCTAssertEqual(controller.refresh.state.moment, .disabled)
    XCTAssertTrue(controller.refresh.isRunning)
    XCTAssertFalse(controller.refresh.action.isEnabled)
    let row = try XCTUnwrap(list.row(.top))
    XCTAssertTrue(MainLoop.run { !row.isVisible })
    controller.refresh.isEnabled = true
    guard case .running = controller.refresh.state.moment else { return XCTFail("it still runs") }
    XCTAssertTrue(MainLoop.run { row.isVisible })
  }
}

/// A list whose refresh runs until it is cancelled.
@MainActor private func running() throws -> (ListWindow, RefreshController) {
  let (list, controller) = try ListWindow.shown {
    $0.refreshable { try await Task.sleep(for: .seconds(600)) }
  }
  controller.refresh.action.activate()
  XCTAssertTrue(MainLoop.run { list.titles.contains("Refreshing…") })
  return (list, controller)
}

@MainActor private func preferredHeight(of widget: some WidgetConvertible) -> Int32 {
  var height: Int32 = 0
  gtk_widget_measure(widget.asWidget, .vertical, -1, nil, &height, nil, nil)
  return height
}

@MainActor private func color(of widget: some WidgetConvertible) -> Color {
  var rgba = GdkRGBA()
  gtk_style_context_get_color(gtk_widget_get_style_context(widget.asWidget), &rgba)
  return Color(
    red: Double(rgba.red),
    green: Double(rgba.green),
    blue: Double(rgba.blue),
    alpha: Double(rgba.alpha)
  )
}
