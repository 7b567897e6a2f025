import CPullToRefreshGtk
import RefreshPlaceKeeping
import TidelineGtk
import XCTest

@testable import PullToRefresh

/// Attaching puts a container in the scrolled window's place; detaching restores the tree.
final class AttachTests: WidgetTestCase {
  @MainActor func testDetachRestoresTheGuest() throws {
    let list = ListWindow()
    let window = list.scrolledWindow
    window.marginTop = 5
    let parent = window.parent?.pointer
    let boxes = Signal.liveBoxes
    let controllers = window.controllerCount
    let child = window.child?.pointer
    do {
      let controller = try RefreshController.attach(to: window)
      controller.list?.refreshable {}
      XCTAssertNotEqual(window.parent?.pointer, parent)
      controller.detach()
    }
    XCTAssertEqual(window.parent?.pointer, parent)
    XCTAssertEqual(window.child?.pointer, child)
    XCTAssertEqual(window.marginTop, 5)
    XCTAssertEqual(window.controllerCount, controllers)
    XCTAssertNil(window.refreshController)
    XCTAssertTrue(MainLoop.run { Signal.liveBoxes == boxes })
  }

  @MainActor func testAKeeperOfAListWithAControllerIsRefused() throws {
    Diagnostics.stopsDebugBuilds = false
    defer { Diagnostics.stopsDebugBuilds = true }
    let (list, controller) = try ListWindow.shown { $0.refreshable {} }
    let (boxes, controllers) = (Signal.liveBoxes, list.scrolledWindow.controllerCount)
    var keeper: PlaceKeeper?
    XCTAssertEqual(warnings { keeper = PlaceKeeper(of: list.scrolledWindow) }.count, 1)
    XCTAssertEqual(list.scrolledWindow.controllerCount, controllers)
    finish { await keeper?.update(arrivals: 3) { list.addRows(3) } }
    keeper = nil
    XCTAssertTrue(MainLoop.run { Signal.liveBoxes <= boxes })
    XCTAssertTrue(controller.driver.isAttached)
  }

  @MainActor func testAControllerReplacesTheKeeperOfAList() throws {
    let list = ListWindow()
    let keeper = PlaceKeeper(of: list.scrolledWindow)
    list.present()
    let controller = try RefreshController.attach(to: list.scrolledWindow)
    var changes = 0
    let updates = [keeper.update, controller.update]
    Task { for update in updates { await update(3) { changes += 1 } } }
    XCTAssertTrue(MainLoop.run { changes == 2 })
    XCTAssertEqual(controller.driver.rows.keeper.counter.count, 0)
    XCTAssertFalse(keeper.pill.isVisible)
  }

  @MainActor func testASecondAttachReturnsTheFirstController() throws {
    let list = ListWindow()
    let first = try RefreshController.attach(to: list.scrolledWindow)
    let inside = try XCTUnwrap(list.scrolledWindow.child)
    let others = [
      try RefreshController.attach(to: inside),
      try RefreshController.attach(to: list.window),
      try XCTUnwrap(list.scrolledWindow.refreshController),
    ]
    XCTAssertTrue(others.allSatisfy { $0 === first })
  }

  @MainActor func testAWidgetWithoutAScrolledWindowSaysSo() {
    XCTAssertEqual(refusal(of: Label("alone")), .noScrolledWindow)
    XCTAssertEqual(refusal(of: ScrolledWindow()), .noPlace)
  }

  @MainActor func testRefreshableWaitsForTheWidgetToFindItsPlace() throws {
    let label = Label("later")
    var runs = 0
    label.refreshable { runs += 1 }
    let scrolled = ScrolledWindow()
    scrolled.child = label.asWidget
    let window = Window()
    let box = Box(.vertical, spacing: 0)
    box.append(scrolled)
    window.child = box.asWidget
    XCTAssertTrue(MainLoop.run { scrolled.refreshController != nil })
    try XCTUnwrap(scrolled.refreshController).refresh.action.activate()
    XCTAssertTrue(MainLoop.run { runs == 1 })
  }

  @MainActor func testAWidgetThatComesAndGoesIsConfiguredOnceItStays() {
    let scrolled = ScrolledWindow()
    var calls = 0
    scrolled.configureRefresh { _ in calls += 1 }
    let window = Window()
    let box = Box(.vertical, spacing: 0)
    window.child = box.asWidget
    box.append(scrolled)
    box.remove(scrolled)
    MainLoop.runReadyEvents()
    XCTAssertEqual(calls, 0)
    box.append(scrolled)
    box.remove(scrolled)
    box.append(scrolled)
    XCTAssertTrue(MainLoop.run { calls > 0 })
    MainLoop.runReadyEvents()
    XCTAssertEqual(calls, 1)
  }

  @MainActor func testWhatScrollsInAPopoverIsNoList() throws {
    for button in ["GtkDropDown", "GtkMenuButton"] {
      for isFirst in [true, false] {
        let list = ListWindow()
        let content = Builder(
          xml: """
            <interface><object class="\(button)" id="button">
              <property name="\(button == "GtkDropDown" ? "model" : "menu-model")">
                <object class="\(button == "GtkDropDown" ? "GtkStringList" : "GMenu")"/>
              </property>
            </object></interface>
            """
        )
        let beside = try XCTUnwrap(content.pointer(to: "button").flatMap(Widget.at))
        let outer = Box(.vertical, spacing: 0)
        let scrolled = ScrolledWindow(Label("A row of the list"))
        for widget in isFirst ? [beside, scrolled.asWidget] : [scrolled.asWidget, beside] {
          outer.append(widget)
        }
        list.window.child = outer.asWidget
        XCTAssertGreaterThan(scrolledWindows(below: outer).count, 1, "no popover to avoid")
        outer.refreshable {}
        let attached = scrolledWindows(below: outer).filter {
          $0.owned(RefreshController.self, key: RefreshController.key) != nil
        }
        XCTAssertEqual(attached.map(\.pointer), [scrolled.pointer], button)
        XCTAssertNotNil(outer.refreshController, button)
        list.window.destroy()
      }
    }
  }

  @MainActor func testAListThatCannotBeWrappedDoesNotKeepTheOthersFromIt() {
    let list = ListWindow()
    let outer = Box(.horizontal, spacing: 0)
    let holders = [DrawingArea(), DrawingArea()]
    let held = [ScrolledWindow(), ScrolledWindow()]
    for (holder, scrolled) in zip(holders, held) {
      gtk_widget_set_parent(scrolled.asWidget, holder.asWidget)
    }
    XCTAssertEqual(refusal(of: held[0]), .noPlace)
    let free = ScrolledWindow()
    for widget in [holders[0].asWidget, free.asWidget, holders[1].asWidget] {
      outer.append(widget)
    }
    list.window.child = outer.asWidget
    let said = warnings { outer.refreshable {} }
    XCTAssertEqual(said, [])
    XCTAssertNotNil(free.refreshController)
    XCTAssertNil(held[0].refreshController)
    outer.remove(free.parent ?? free.asWidget)
    XCTAssertEqual(warnings { outer.refreshable {} }.count, 1, "not one can be attached")
    for scrolled in held { gtk_widget_unparent(scrolled.asWidget) }
  }

  @MainActor func testAControllerThatIsHeldOutlivesItsWindowQuietly() throws {
    var list: ListWindow? = ListWindow()
    let controller = try RefreshController.attach(to: try XCTUnwrap(list).scrolledWindow)
    var wasCancelled = false
    controller.list?.refreshable {
      while !Task.isCancelled { await Task.yield() }
      wasCancelled = true
    }
    controller.refresh.action.activate()
    MainLoop.runReadyEvents()
    list?.window.destroy()
    list = nil
    XCTAssertTrue(MainLoop.run { wasCancelled })
    controller.refresh.action.activate()
    controller.loadMore.isRunning = true
    controller.detach()
  }

  @MainActor func testAnExchangedAdjustmentIsFollowed() throws {
    let (list, _) = try ListWindow.shown { $0.loadsMore { LoadedRows(hasMore: true) } }
    gtk_scrolled_window_set_vadjustment(list.scrolledWindow, gtk_adjustment_new(0, 0, 0, 0, 0, 0))
    let adjustment = list.scrolledWindow.verticalAdjustment
    XCTAssertTrue(MainLoop.run { adjustment.upper > adjustment.pageSize })
    adjustment.value = adjustment.upper
    XCTAssertTrue(MainLoop.run { list.buttons == ["Load More": true] })
  }

  @MainActor func testAHandlerMayUseTheListThatItIsGivenTo() throws {
    for round in 0..<30 {
      let list = ListWindow(rows: 2)
      let child = try XCTUnwrap(list.scrolledWindow.child)
      let widget = round.isMultiple(of: 2) ? child : list.scrolledWindow.asWidget
      widget.onEnvironmentChange { _ in }
      widget.refreshable { widget.isVisible = true }
      widget.loadsMore {
        widget.isVisible = true
        return LoadedRows(hasMore: true)
      }
      list.window.destroy()
    }
  }

  @MainActor func testTheListOfAClosedWindowIsGoneAtOnce() {
    let boxes = Signal.liveBoxes
    do {
      let list = ListWindow(rows: 2)
      list.scrolledWindow.refreshable {}
      list.window.destroy()
    }
    MainLoop.runReadyEvents()
    XCTAssertEqual(Signal.liveBoxes, boxes)
  }

  @MainActor func testNothingIsLeftAfterAThousandRounds() throws {
    let boxes = Signal.liveBoxes
    for round in 0..<1000 {
      let list = ListWindow(rows: 2)
      list.scrolledWindow.refreshable {}.loadsMore { LoadedRows(hasMore: false) }
      try list.controller.refresh.action.activate()
      if round.isMultiple(of: 2) { try list.controller.detach() }
      list.window.destroy()
    }
    XCTAssertTrue(MainLoop.run { Signal.liveBoxes == boxes })
    XCTAssertEqual(Signal.liveBoxes, boxes)
  }
}

@MainActor private func scrolledWindows(below widget: some WidgetConvertible) -> [ScrolledWindow] {
  ListWindow.all(below: widget).compactMap(\.asScrolledWindow)
}

@MainActor private func refusal(of widget: some WidgetConvertible) -> AttachError? {
  do throws(AttachError) {
    _ = try RefreshController.attach(to: widget)
    return nil
  } catch {
    return error
  }
}

extension ScrolledWindow {
  fileprivate var controllerCount: UInt32 {
    guard let model = gtk_widget_observe_controllers(asWidget) else { return 0 }
    return g_list_model_get_n_items(model)
  }
}
