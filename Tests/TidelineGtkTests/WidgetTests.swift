import CPullToRefreshGtk
import PullToRefreshGtk
import TidelineGtk
import XCTest

@testable import TidelineGtk

/// The box paints only the children in sight.
final class SightBoxTests: WidgetTestCase {
  @MainActor func testOnlyTheChildrenInSightArePainted() {
    let list = ScrolledList()
    XCTAssertTrue(MainLoop.run { !list.painted.isEmpty })
    XCTAssertEqual(list.painted, [0, 1, 2, 3])
    list.scroller.verticalAdjustment.value = 1_550
    XCTAssertTrue(MainLoop.run { list.painted.contains(18) })
    XCTAssertEqual(list.painted, Set(0...3).union(15...18))
  }

  @MainActor func testAChildThatComesIntoSightAsOthersShrinkIsPainted() {
    let list = ScrolledList()
    XCTAssertTrue(MainLoop.run { list.painted.contains(3) })
    for child in list.box.children.prefix(10) { child.isVisible = false }
    XCTAssertTrue(MainLoop.run { list.painted.contains(13) })
    XCTAssertFalse(list.painted.contains(4))
    XCTAssertFalse(list.painted.contains(15))
  }

  @MainActor func testWithoutAScrolledWindowAllArePainted() {
    let list = ScrolledList(isScrolled: false)
    XCTAssertTrue(MainLoop.run { list.painted.count == 20 })
  }
}

/// Menus of buttons.
final class MenuButtonTests: WidgetTestCase {
  @MainActor func testAMenuFitsANarrowWindow() {
    let (window, button, menu) = (Window(), MenuButton.make("open-menu-symbolic", "Menu"), Menu())
    menu.append("Mark all of the conversations that are listed here as read", action: "win.mark")
    button.setMenu(menu)
    window.child = button.asWidget
    window.setDefaultSize(width: 240, height: 300)
    window.present()
    XCTAssertTrue(MainLoop.run { window.width > 100 })
    button.popUp()
    let popover = gtk_menu_button_get_popover(button).map { unsafeBitCast($0, to: Widget.self) }
    let width = popover?.naturalWidth ?? 0
    XCTAssertTrue(1...window.width ~= width, "\(width)")
    gtk_menu_button_popdown(button)
    XCTAssertTrue(MainLoop.run { popover?.isMapped == false })
  }
}

/// Twenty drawing areas, each 100 px high, in a window 300 px high.
@MainActor private final class ScrolledList {
  let box = Box.inSight(spacing: 0)
  let scroller = ScrolledWindow()
  private(set) var painted: Set<Int> = []

  init(isScrolled: Bool = true) {
    for number in 0..<20 {
      let area = DrawingArea()
      area.setSizeRequest(height: 100)
      let paint = Closure<() -> Void> { [weak self] in self?.painted.insert(number) }
      gtk_drawing_area_set_draw_func(
        area,
        { _, _, _, _, context in
          MainActor.assumeIsolated { context.map { Closure<() -> Void>.from($0)() } }
        },
        Unmanaged.passRetained(paint).toOpaque(),
        releaseContext
      )
      box.append(area)
    }
    let window = Window()
    window.setDefaultSize(width: 200, height: 300)
    if isScrolled { scroller.child = box.asWidget }
    window.child = isScrolled ? scroller.asWidget : box.asWidget
    window.present()
  }
}

final class NextFrameTests: WidgetTestCase {
  @MainActor func testTheNextFrameIsPaintedBeforeTheCall() {
    let (window, label) = Self.window()
    var (frames, seen) = (0, -1)
    label.afterNextFrame { seen = frames }
    window.present()
    let painting = label.frameClock?.after(.paint) { frames += 1 }
    XCTAssertTrue(MainLoop.run { seen >= 0 })
    XCTAssertEqual(seen, 1)
    painting?.disconnect()
  }

  @MainActor
  private static func window() -> (Window, Label) {
    let label = Label("tide")
    let window = Window()
    window.child = label.asWidget
    return (window, label)
  }
}

/// Windows above another window, such as dialogs.
final class TransientWindowTests: WidgetTestCase {
  /// A task may hold a dialog until after the dialog and its parent are closed. If the dialog still
  /// had a parent then, GTK would complain about freed memory.
  @MainActor func testAClosedDialogThatIsStillHeldForgetsItsParent() {
    var dialog: Window? = Window()
    do {
      let parent = Window()
      parent.present()
      dialog?.setTransient(for: parent)
      dialog?.present()
      dialog?.destroy()
      parent.destroy()
    }
    XCTAssertEqual(warnings { dialog = nil }, [])
  }
}
