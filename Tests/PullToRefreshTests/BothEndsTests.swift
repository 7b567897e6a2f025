import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// A list that loads at both of its ends.
final class BothEndsTests: WidgetTestCase {
  @MainActor func testBothRowsStandAtTheirEndsAndEachEndsOnItsOwn() throws {
    var (earlier, later): (RunCompletion<LoadedRows>?, RunCompletion<LoadedRows>?)
    let (list, controller) = try ListWindow.shown(rows: 3, minimumRunning: .zero) {
      $0.loadsMore(endsAfter: nil) { later = $0 }.loadsEarlier(endsAfter: nil) { earlier = $0 }
    }
    let scrolled = list.scrolledWindow
    XCTAssertTrue(MainLoop.run { scrolled.room(.top) == 44 })
    XCTAssertTrue(MainLoop.run { scrolled.room(.bottom) == 44 })
    XCTAssertEqual(list.buttons, ["Load More": true, "Load Earlier": true])
    for label in ["Load More", "Load Earlier"] { list.button(label)?.click() }
    XCTAssertTrue(MainLoop.run { earlier != nil && later != nil })
    XCTAssertEqual(list.titles, ["Loading…", "Loading…"])
    struct Asleep: Error, CustomStringConvertible { let description = "asleep" }
    later?.fail(Asleep())
    XCTAssertTrue(MainLoop.run { list.titles.contains("Failed: asleep") })
    XCTAssertTrue(controller.loadEarlier.isRunning)
    earlier?(LoadedRows(added: 1, hasMore: false))
    XCTAssertTrue(MainLoop.run { list.titles.contains("Nothing more to load") })
    later = nil
    list.button("Retry")?.click()
    XCTAssertTrue(MainLoop.run { later != nil })
    XCTAssertFalse(controller.loadEarlier.action.isEnabled)
    XCTAssertTrue(list.activate("pull-to-refresh.cancel"))
    XCTAssertFalse(controller.loadMore.isRunning)
  }

  @MainActor func testTheListIsBusyUntilBothLoadsHaveEnded() throws {
    var (earlier, later): (RunCompletion<LoadedRows>?, RunCompletion<LoadedRows>?)
    let (_, controller) = try ListWindow.shown(rows: 3, minimumRunning: .zero) {
      $0.loadsMore(endsAfter: nil) { later = $0 }
        .loadsEarlier(endsAfter: nil) { earlier = $0 }
    }
    controller.loadMore.isRunning = true
    controller.loadEarlier.isRunning = true
    XCTAssertTrue(MainLoop.run { earlier != nil && later != nil })
    XCTAssertTrue(controller.driver.isBusy)
    later?(LoadedRows(added: 1, hasMore: true))
    XCTAssertTrue(MainLoop.run { !controller.loadMore.isRunning })
    XCTAssertTrue(controller.driver.isBusy)
    earlier?(LoadedRows(added: 1, hasMore: true))
    XCTAssertTrue(MainLoop.run { !controller.loadEarlier.isRunning })
    XCTAssertFalse(controller.driver.isBusy)
  }

  @MainActor func testBothEndsLoadByThemselvesAndFillAShortList() throws {
    let list = ListWindow(rows: 3)
    var loads = PerRole(repeating: 0)
    list.scrolledWindow.loadsMore { [unowned list] in
      loads[.loadMore] += 1
      list.addRows(20)
      return LoadedRows(added: 20, hasMore: loads[.loadMore] < 2)
    }
    .loadsEarlier { [unowned list] in
      loads[.loadEarlier] += 1
      list.addRows(20)
      return LoadedRows(added: 20, hasMore: loads[.loadEarlier] < 2)
    }
    let controller = try list.controller
    for role in [controller.loadMore, controller.loadEarlier] { role.mode = .automatic() }
    list.present()
    XCTAssertTrue(MainLoop.run { loads[.loadMore] >= 1 && loads[.loadEarlier] == 2 })
    XCTAssertTrue(
      MainLoop.run {
        (try? list.controller.loadEarlier.state.moment) == .exhausted
      }
    )
  }

  @MainActor func testOneEndLoadsByItselfAndTheOtherOnRequest() throws {
    let list = ListWindow(rows: 3)
    var loads = PerRole(repeating: 0)
    list.scrolledWindow.loadsMore { [unowned list] in
      loads[.loadMore] += 1
      list.addRows(100)
      return LoadedRows(added: 100, hasMore: false)
    }
    .loadsEarlier {
      loads[.loadEarlier] += 1
      return LoadedRows(added: 1, hasMore: false)
    }
    let controller = try list.controller
    controller.loadMore.mode = .automatic()
    XCTAssertEqual(controller.loadEarlier.mode, .pull)
    list.present()
    XCTAssertTrue(MainLoop.run { controller.loadMore.state.moment == .exhausted })
    XCTAssertEqual(loads[.loadEarlier], 0)
    controller.loadEarlier.isRunning = true
    XCTAssertTrue(MainLoop.run { controller.loadEarlier.state.moment == .exhausted })
    XCTAssertEqual([loads[.loadMore], loads[.loadEarlier]], [1, 1])
  }

  @MainActor func testEachEndShowsTheProgressOfItsOwnLoad() throws {
    let (list, controller) = try ListWindow.shown(rows: 3) {
      $0.loadsMore(endsAfter: nil) { _ in }
        .loadsEarlier(endsAfter: nil) { _ in }
    }
    for role in [controller.loadMore, controller.loadEarlier] { role.isRunning = true }
    controller.loadMore.progress = RunProgress(title: "12 of 48", fraction: 0.25)
    XCTAssertEqual(controller.loadMore.state.runProgress?.fraction, 0.25)
    XCTAssertNil(controller.loadEarlier.progress)
    XCTAssertNotNil(list.label("12 of 48"))
    controller.loadEarlier.progress = RunProgress(fraction: 0.5)
    XCTAssertEqual(controller.loadMore.progress?.title, "12 of 48")
    controller.loadMore.isRunning = false
    XCTAssertNil(controller.loadMore.progress)
    XCTAssertEqual(controller.loadEarlier.progress?.fraction, 0.5)
  }

  @MainActor func testARowIsSwitchedOffAndOnAgainAtRunTime() throws {
    let (list, controller) = try ListWindow.shown(rows: 3) {
      $0.loadsMore { LoadedRows(hasMore: true) }.loadsEarlier { LoadedRows(hasMore: true) }
    }
    let scrolled = list.scrolledWindow
    for isEnabled in [true, false, true] {
      controller.loadEarlier.isEnabled = isEnabled
      XCTAssertTrue(
        MainLoop.run {
          scrolled.room(.top) == (isEnabled ? 44 : 0) && scrolled.room(.bottom) == 44
        },
        "\(isEnabled)"
      )
    }
    controller.loadEarlier.edge = .bottom
    XCTAssertEqual(controller.loadMore.edge, .top)
    XCTAssertTrue(
      MainLoop.run {
        guard let later = list.button("Load Earlier")?.top(in: list.window) else { return false }
        return later > (list.button("Load More")?.top(in: list.window) ?? .infinity)
      }
    )
  }

  @MainActor func testARefreshKeepsTheEdgeWhichIsToldOnceAndGivesItUp() throws {
    let list = ListWindow(rows: 3)
    var earlier = 0
    let lines = try warnings {
      list.scrolledWindow.refreshable {}
      list.scrolledWindow.loadsEarlier {
        earlier += 1
        return LoadedRows(added: 1, hasMore: true)
      }
      list.present()
      let controller = try list.controller
      list.pull(by: 200)
      XCTAssertEqual(controller.refresh.state.moment, .armed)
      XCTAssertEqual(controller.loadEarlier.state.moment, .disabled)
      XCTAssertFalse(controller.loadEarlier.action.isEnabled)
      controller.refresh.isEnabled = false
      XCTAssertEqual(controller.loadEarlier.state.moment, .peeking)
      list.release()
      XCTAssertEqual(controller.loadEarlier.state.moment, .idle)
      controller.refresh.isEnabled = true
      controller.refresh.isEnabled = false
    }
    XCTAssertEqual(lines.count, 1, "\(lines)")
    XCTAssertTrue(lines.first?.contains("Disable the refresh") == true, "\(lines)")
    XCTAssertTrue(MainLoop.run { list.scrolledWindow.room(.top) == 44 })
    list.button("Load Earlier")?.click()
    XCTAssertTrue(MainLoop.run { earlier == 1 })
    XCTAssertEqual(try list.controller.started[.refresh], 0)
  }

  @MainActor func testAListMayRefreshOnceItsFirstRowIsLoaded() throws {
    var refreshes = 0
    let (list, controller) = try ListWindow.shown(rows: 3, minimumRunning: .zero) {
      $0.configureRefresh { $0.refresh.isEnabled = false }
      $0.refreshable { refreshes += 1 }
        .loadsEarlier { LoadedRows(added: 1, hasMore: false) }
    }
    controller.onStateChange = { [unowned controller] in
      guard controller.loadEarlier.state.moment == .exhausted else { return }
      controller.loadEarlier.isEnabled = false
      controller.refresh.isEnabled = true
    }
    XCTAssertFalse(controller.refresh.action.isEnabled)
    controller.loadEarlier.isRunning = true
    XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle })
    XCTAssertEqual(controller.loadEarlier.state.moment, .disabled)
    XCTAssertTrue(MainLoop.run { list.scrolledWindow.room(.top) == 0 })
    list.pull(by: 200)
    list.release()
    XCTAssertTrue(MainLoop.run { refreshes == 1 })
  }

  @MainActor func testTheLineThatIsReadStaysWhenRowsComeAtEitherEnd() throws {
    for isTop in [true, false] {
      let chat = try ChatWindow(1000, loadsAtBothEnds: true)
      try chat.present()
      try chat.scroll(by: isTop ? -chat.adjustment.upper : chat.adjustment.upper)
      chat.paint(60)
      let role = try isTop ? chat.controller.loadEarlier : chat.controller.loadMore
      let (count, line) = (chat.count, try chat.readLine())
      role.action.activate()
      var tops: [Double?] = []
      XCTAssertTrue(
        MainLoop.run {
          tops += chat.window.painted(1) { chat.tops[line.key] }
          return chat.count == count + 30 && role.state.moment == .idle
        }
      )
      tops += chat.window.painted(30) { chat.tops[line.key] }
      let error = tops.map { abs(($0 ?? .infinity) - line.top) }.max() ?? .infinity
      XCTAssertLessThanOrEqual(error, 1, isTop ? "earlier" : "later")
      chat.window.destroy()
    }
  }
}
