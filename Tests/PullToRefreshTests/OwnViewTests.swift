import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// The caller's own views in the rows, and the parents of these views.
final class OwnViewTests: WidgetTestCase {
  @MainActor func testAViewForBothRowsStandsInOneOfThem() throws {
    let (list, controller) = try waiting(rows: 3)
    let own = Label("own")
    let said = warnings {
      controller.refresh.content = { _ in own }
      controller.loadMore.content = { _ in own }
      controller.refresh.isRunning = true
      controller.refresh.isRunning = false
      controller.loadMore.isRunning = true
    }
    XCTAssertEqual(said.filter { $0.contains("has a parent already") }.count, 1, "\(said)")
    XCTAssertEqual(said.count, 1, "\(said)")
    let rows = try [PullEdge.top, .bottom].map { try XCTUnwrap(list.row($0)) }
    let having = rows.filter { $0.center?.pointer == own.pointer }
    XCTAssertEqual(having.map(\.pointer), [own.parent?.pointer])
    for row in rows { XCTAssertEqual(row.center?.parent?.pointer, row.pointer) }
  }

  @MainActor func testAViewIsGivenTheTitleThatTheRowWouldShow() throws {
    let (list, controller) = try waiting()
    let own = Label(nil)
    controller.refresh.content = { state in
      own.text = state.title
      return own
    }
    list.pull(by: 50)
    XCTAssertEqual(own.text, "Pull to refresh")
    list.move(to: 200)
    XCTAssertEqual(own.text, "Release to refresh")
    controller.refresh.titles.release = "松开即可刷新"
    XCTAssertEqual(own.text, "松开即可刷新")
    list.release()
    controller.refresh.progress = RunProgress(title: "12 of 48")
    XCTAssertEqual(own.text, "12 of 48")
  }

  @MainActor func testAViewIsToldOfEachStateAlsoOfRest() throws {
    let (_, controller) = try waiting()
    controller.metrics.resultShown = .zero
    let own = Label(nil)
    var states: [RefreshState.Moment] = []
    controller.refresh.content = { state in
      if states.last != state.moment { states.append(state.moment) }
      own.text = state.title
      return own
    }
    controller.refresh.isRunning = true
    controller.refresh.isRunning = false
    XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle })
    XCTAssertEqual(states, [.idle, .running, .succeeded(summary: nil), .idle])
    // The text stays until the row is closed.
    XCTAssertEqual(own.text, "Up to date")
    controller.refresh.content = nil
    XCTAssertNil(own.parent)
  }

  @MainActor func testAViewThatStandsElsewhereStaysThere() throws {
    let (list, controller) = try waiting()
    let elsewhere = Box(.vertical, spacing: 0)
    let own = Label("own")
    elsewhere.append(own)
    let said = warnings {
      controller.refresh.content = { _ in own }
      controller.refresh.isRunning = true
    }
    XCTAssertEqual(said.count, 1, "\(said)")
    XCTAssertTrue(MainLoop.run { list.titles == ["Refreshing…"] })
    controller.refresh.content = nil
    XCTAssertEqual(elsewhere.children.map(\.pointer), [own.pointer])
    XCTAssertEqual(own.parent?.pointer, elsewhere.pointer)
  }

  @MainActor func testAViewThatWasTakenElsewhereMeanwhileStaysThere() throws {
    let (list, controller) = try waiting()
    let own = Label("own")
    controller.refresh.content = { _ in own }
    controller.refresh.isRunning = true
    let row = try XCTUnwrap(list.row(.top))
    XCTAssertEqual(own.parent?.pointer, row.pointer)
    let elsewhere = Box(.vertical, spacing: 0)
    let said = warnings {
      gtk_widget_unparent(own.asWidget)
      elsewhere.append(own)
      controller.refresh.content = nil
    }
    XCTAssertEqual(said, [])
    XCTAssertEqual(elsewhere.children.map(\.pointer), [own.pointer])
    XCTAssertEqual(own.parent?.pointer, elsewhere.pointer)
    XCTAssertTrue(MainLoop.run { list.titles == ["Refreshing…"] })
  }

  @MainActor func testAViewThatIsGivenUpIsFree() throws {
    let (list, controller) = try waiting()
    let views = [Label("one"), Label("two")]
    controller.refresh.content = { _ in views[0] }
    controller.refresh.isRunning = true
    controller.refresh.content = { _ in views[1] }
    XCTAssertNil(views[0].parent)
    XCTAssertTrue(MainLoop.run { list.titles == ["two"] })
    controller.refresh.content = nil
    XCTAssertNil(views[1].parent)
  }

  @MainActor func testAPreviewLeavesTheViewToTheList() throws {
    let (list, controller) = try waiting()
    let own = Label("own")
    controller.refresh.content = { _ in own }
    controller.refresh.isRunning = true
    let row = try XCTUnwrap(list.row(.top))
    let said = warnings {
      let preview = controller.refresh.preview(of: RefreshState(edge: .top, moment: .running))
      XCTAssertEqual(own.parent?.pointer, row.pointer)
      XCTAssertEqual(preview.children.count, 1)
    }
    XCTAssertEqual(said, [])
    XCTAssertEqual(own.parent?.pointer, row.pointer)
    XCTAssertTrue(MainLoop.run { list.titles == ["own"] })
  }

  @MainActor func testAViewThatOutlivesItsListKeepsNothingOfIt() throws {
    let own = Label("own")
    let boxes = Signal.liveBoxes
    do {
      let (list, controller) = try waiting(rows: 1)
      controller.refresh.content = { _ in own }
      controller.refresh.isRunning = true
      list.window.destroy()
    }
    XCTAssertTrue(MainLoop.run { Signal.liveBoxes == boxes })
    XCTAssertNil(own.parent)
  }
}

/// A shown list whose refreshes and loads run until the test ends them.
@MainActor private func waiting(rows: Int = 100) throws -> (ListWindow, RefreshController) {
  try ListWindow.shown(rows: rows, minimumRunning: .zero) {
    $0.refreshable(endsAfter: nil) { _ in }.loadsMore(endsAfter: nil) { _ in }
  }
}
