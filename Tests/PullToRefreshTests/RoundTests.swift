import CPullToRefreshGtk
import PullToRefreshGtk
import TidelineGtk
import XCTest

@testable import PullToRefresh

/// Attaching, pulling, refreshing and detaching again leaves nothing behind, however often.
final class RoundTests: WidgetTestCase {
  @MainActor func testAThousandRoundsOnOneListLeaveNothing() throws {
    Settings.animationsEnabled = false
    defer { Settings.animationsEnabled = true }
    let guest = try GuestWindow(.listBox, rows: 30)
    guest.present()
    guest.scrolled.takeFocusInside()
    let before = guest.fingerprint
    let boxes = Signal.liveBoxes
    let graves = Graves()
    for round in 1...1000 { try oneRound(on: guest, round, graves) }
    guest.paint(3)
    XCTAssertTrue(MainLoop.run { graves.alive == 0 }, "\(graves.alive) live on")
    XCTAssertGreaterThan(graves.count, 20_000)
    XCTAssertTrue(MainLoop.run { Signal.liveBoxes == boxes })
    XCTAssertEqual(guest.fingerprint.changes(from: before), [])
  }
}

@MainActor private func oneRound(on guest: GuestWindow, _ round: Int, _ graves: Graves) throws {
  var runs = 0
  guest.scrolled.refreshable { runs += 1 }
  let controller = try XCTUnwrap(guest.scrolled.refreshController)
  controller.metrics.minimumRunning = .zero
  controller.metrics.resultShown = .zero
  controller.metrics.cooldown = .zero
  controller.metrics.restBeforePull = .zero
  graves.watch(controller.driver.rows.widget, except: guest.scrolled.asWidget)
  guest.pull(by: 120)
  guest.release()
  XCTAssertTrue(MainLoop.run { runs == 1 }, "round \(round)")
  XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle })
  controller.detach()
  XCTAssertNil(guest.scrolled.refreshController)
  controller.detach()
}

/// Counts the objects that it watches, and those that are still alive.
private final class Graves {
  private(set) var count = 0
  private(set) var alive = 0

  /// Watches a tree of widgets, with their event controllers.
  func watch(_ widget: Widget, except guest: Widget) {
    guard widget.pointer != guest.pointer else { return }
    follow(widget)
    if let model = gtk_widget_observe_controllers(widget) {
      for index in 0..<g_list_model_get_n_items(model) {
        guard let item = g_list_model_get_item(model, index) else { continue }
        follow(unsafeBitCast(OpaquePointer(item), to: Object.self))
        g_object_unref(item)
      }
    }
    for child in widget.children { watch(child, except: guest) }
  }

  private func follow(_ object: some ObjectConvertible) {
    count += 1
    alive += 1
    let graves = Unmanaged.passRetained(self).toOpaque()
    g_object_weak_ref(
      object.asObject,
      { graves, _ in
        guard let graves else { return }
        MainActor.assumeIsolated {
          Unmanaged<Graves>.fromOpaque(graves).takeRetainedValue().alive -= 1
        }
      },
      graves
    )
  }
}
