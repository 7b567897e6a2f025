import CPullToRefreshGtk
import PullToRefreshGtk
import RefreshCore
import TidelineGtk
import XCTest

@testable import PullToRefresh

/// A scrolled window made by other code, with every kind of content: it works while attached, and
/// is unchanged after it is detached.
final class GuestTests: WidgetTestCase {
  @MainActor func testAStrangersWidgetIsPulledRefreshedAndGivenBack() throws {
    for kind in GuestWindow.Kind.allCases {
      for policy in ["automatic", "never", "always", "external"] {
        // With the policy `never`, the scrolled window takes the height of its content.
        let guest = try GuestWindow(kind, rows: policy == "never" ? 3 : 300, policy: policy)
        let window = guest.scrolled
        window.margins = Margins(top: 3, bottom: 4, start: 5, end: 6)
        guest.present()
        guest.scrolled.takeFocusInside()
        let before = guest.fingerprint
        RefreshController.attach(to: window.pointer) { _ in }
        let controller = try XCTUnwrap(window.refreshController)
        controller.metrics.minimumRunning = .zero
        controller.metrics.resultShown = .zero
        var runs = 0
        controller.list?.refreshable { runs += 1 }
        guest.paint(2)
        guest.pull(by: 120)
        XCTAssertEqual(controller.refresh.state.moment, .armed, "\(kind) \(policy)")
        guest.release()
        XCTAssertTrue(MainLoop.run { runs == 1 }, "\(kind) \(policy)")
        XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle })
        controller.detach()
        guest.paint(2)
        XCTAssertEqual(guest.fingerprint.changes(from: before), [], "\(kind) \(policy)")
        guest.window.destroy()
      }
    }
  }

  @MainActor func testShortContentIsPulledAtBothEdges() throws {
    for kind in GuestWindow.Kind.allCases {
      let guest = try GuestWindow(kind, rows: 3)
      var refreshes = 0
      var loads = 0
      guest.scrolled.refreshable { refreshes += 1 }
      guest.scrolled.loadsMore {
        loads += 1
        return LoadedRows(added: 1, hasMore: true)
      }
      guest.present()
      let controller = try guest.controller
      guest.pull(by: 120)
      guest.release()
      XCTAssertTrue(MainLoop.run { refreshes == 1 }, "\(kind)")
      XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle })
      guest.pull(by: -120)
      guest.release()
      XCTAssertTrue(MainLoop.run { loads == 1 }, "\(kind)")
      guest.window.destroy()
    }
  }

  @MainActor func testAContentThatIsExchangedMeanwhileGoesOnWorking() throws {
    let guest = try GuestWindow(.listBox)
    guest.scrolled.refreshable {}
    guest.present()
    let controller = try guest.controller
    controller.metrics.cooldown = .zero
    controller.refresh.action.activate()
    guest.scrolled.child = TextBox.make()
    XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle })
    guest.pull(by: 120)
    XCTAssertEqual(controller.refresh.state.moment, .armed)
    guest.scrolled.child = nil
    guest.release()
    XCTAssertTrue(MainLoop.run { controller.started[.refresh] == 2 })
    controller.detach()
  }

  @MainActor func testDetachInTheMiddleOfAPullAndOfAMotion() throws {
    let guest = try GuestWindow(.listBox)
    guest.present()
    guest.scrolled.takeFocusInside()
    let before = guest.fingerprint
    guest.scrolled.refreshable { try await Task.sleep(for: .seconds(600)) }
    guest.pull(by: 80)
    guest.paint(1)
    guest.scrolled.refreshController?.detach()
    guest.paint(2)
    XCTAssertEqual(guest.fingerprint.changes(from: before), [])

    guest.scrolled.refreshable { try await Task.sleep(for: .seconds(600)) }
    let controller = try guest.controller
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { guest.scrolled.room(.top) > 0 })
    XCTAssertLessThan(guest.scrolled.room(.top), 54)
    controller.detach()
    guest.paint(20)
    XCTAssertEqual(guest.fingerprint.changes(from: before), [])
  }

  @MainActor func testAHandlerMayDetachItsOwnWidget() throws {
    let guest = try GuestWindow(.listBox)
    guest.present()
    guest.scrolled.takeFocusInside()
    let before = guest.fingerprint
    var wentOn = false
    guest.scrolled.refreshable {
      guest.scrolled.refreshController?.detach()
      wentOn = Task.isCancelled
    }
    guest.scrolled.refreshController?.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { wentOn })
    guest.paint(2)
    XCTAssertEqual(guest.fingerprint.changes(from: before), [])
  }

  @MainActor func testEveryChangeOfTheStateMayDetach() throws {
    // Detaches at each of the state changes of one refresh, one change in each round.
    for fatal in 1...6 {
      let guest = try GuestWindow(.listBox)
      guest.present()
      guest.scrolled.takeFocusInside()
      let before = guest.fingerprint
      guest.scrolled.refreshable {}
      do {
        let controller = try guest.controller
        controller.metrics.minimumRunning = .zero
        controller.metrics.resultShown = .zero
        var changes = 0
        controller.onStateChange = {
          changes += 1
          if changes == fatal { guest.scrolled.refreshController?.detach() }
        }
        guest.pull(by: 120)
        guest.release()
        _ = MainLoop.run {
          guest.scrolled.refreshController == nil || controller.refresh.state.moment == .idle
        }
        controller.detach()
      }
      guest.paint(2)
      XCTAssertEqual(guest.fingerprint.changes(from: before), [], "change \(fatal)")
      guest.window.destroy()
    }
  }

  @MainActor func testAGuestThatIsDestroyedMidRefreshLeavesNothing() throws {
    let boxes = Signal.liveBoxes
    var wasCancelled = false
    do {
      let guest = try GuestWindow(.listBox)
      guest.scrolled.refreshable {
        try? await Task.sleep(for: .seconds(600))
        wasCancelled = Task.isCancelled
      }
      guest.present()
      guest.scrolled.refreshController?.refresh.action.activate()
      guest.paint(3)
      guest.window.destroy()
    }
    XCTAssertTrue(MainLoop.run { wasCancelled && Signal.liveBoxes == boxes })
  }

  @MainActor func testAListThatIsTakenElsewhereKeepsItsPull() throws {
    for way in Removal.allCases {
      let guest = try GuestWindow(.listBox)
      guest.scrolled.margins = Margins(top: 7, bottom: 0, start: 0, end: 0)
      var (runs, ends) = (0, 0)
      var goesOn = false
      guest.scrolled.refreshable {
        runs += 1
        while !goesOn { try await Task.sleep(for: .milliseconds(5)) }
        ends += 1
      }
      guest.present()
      let controller = try guest.controller
      controller.refresh.titles.running = "Gathering"
      controller.metrics.threshold = 80
      controller.metrics.cooldown = .zero
      controller.newRowsTitle = { "\($0) more" }
      controller.refresh.action.activate()
      XCTAssertTrue(MainLoop.run { guest.scrolled.room(.top) == 54 })

      let list = guest.scrolled
      let old = try XCTUnwrap(list.parent?.parent)
      let other = Box(.vertical, spacing: 0)
      guest.dropFocus()
      try way.takeOut(list)
      other.append(list)
      XCTAssertEqual(list.marginTop, 7)
      XCTAssertTrue(MainLoop.run { old.children.isEmpty }, "\(way)")
      XCTAssertTrue(controller.refresh.isRunning, "\(way): the run goes on")
      guest.window.child = other.asWidget
      XCTAssertTrue(
        MainLoop.run {
          list.parent?.typeName == "PullToRefreshContainer" && list.room(.top) == 54
        },
        "\(way): its row is back"
      )
      XCTAssertEqual(list.parent?.parent?.pointer, other.pointer)
      XCTAssertTrue(guest.scrolled.refreshController === controller)
      goesOn = true
      XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle }, "\(way)")
      XCTAssertEqual([runs, ends], [1, 1], "\(way)")

      guest.paint(30)
      guest.pull(by: 120)
      XCTAssertEqual(controller.refresh.state.moment, .armed, "\(way)")
      guest.release()
      XCTAssertTrue(MainLoop.run { runs == 2 }, "\(way): it is pulled as before")
      XCTAssertEqual(controller.refresh.titles.running, "Gathering")
      XCTAssertEqual(controller.newRowsTitle?(2), "2 more")
      guest.window.destroy()
    }
  }

  /// The ways in which an application removes a list from its parent.
  private enum Removal: CaseIterable {
    case byItsParent, byItsContainer, byItself

    @MainActor func takeOut(_ list: ScrolledWindow) throws {
      let container = try XCTUnwrap(list.parent)
      switch self {
      case .byItsParent: XCTAssertTrue(container.removeFromParent())
      case .byItsContainer: PullContainer(of: container).setChild(nil)
      case .byItself: gtk_widget_unparent(list.asWidget)
      }
    }
  }

  @MainActor func testAListThatIsOutOfItsPlaceTakesCommandsAndGoes() throws {
    for isDetached in [true, false] {
      var runs = 0
      let (list, controller) = try ListWindow.shown {
        $0.refreshable { runs += 1 }
        $0.loadsMore { LoadedRows(added: 1, hasMore: true) }
      }
      list.pull(by: 120)
      gtk_widget_unparent(list.scrolledWindow.asWidget)
      XCTAssertNotEqual(controller.refresh.state.moment, .armed)
      controller.refresh.indicator = .ring
      controller.metrics.threshold = 70
      controller.refresh.edge = .bottom
      controller.refresh.edge = .top
      controller.scroll(to: .bottom)
      controller.loadMore.isRunning = true
      controller.refresh.action.activate()
      XCTAssertTrue(MainLoop.run { runs == 1 })
      if isDetached { controller.detach() }
      list.window.destroy()
    }
  }

  @MainActor func testAContainerThatMovesTakesTheRefreshAlong() throws {
    let guest = try GuestWindow(.listBox)
    var runs = 0
    guest.scrolled.refreshable { runs += 1 }
    guest.present()
    let overlay = try XCTUnwrap(guest.scrolled.parent)
    let other = Box(.vertical, spacing: 0)
    guest.dropFocus()
    XCTAssertTrue(overlay.removeFromParent())
    other.append(overlay)
    guest.window.child = other.asWidget
    guest.paint(2)
    guest.pull(by: 120)
    guest.release()
    XCTAssertTrue(MainLoop.run { runs == 1 })
    guest.scrolled.refreshController?.detach()
    XCTAssertEqual(guest.scrolled.parent?.pointer, other.pointer)
  }
}
