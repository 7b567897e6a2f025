import CPullToRefreshGtk
import XCTest

@testable import PullToRefreshGtk

/// The time, keys, device and target of the event that a controller is handling.
final class CurrentEventTests: WidgetTestCase {
  @MainActor func testWithoutAnEventThereIsNothingToRead() {
    let window = Window()
    let scroll = EventControllerScroll.bothAxes()
    let drag = GestureDrag()
    window.add(scroll)
    window.add(drag)
    XCTAssertEqual(scroll.currentEventTime, 0)
    XCTAssertEqual(drag.currentKeys, [])
    XCTAssertFalse(drag.isCurrentEventOfStylus)
    guard case .unknown = scroll.currentTarget else { return XCTFail("a target of no event") }
    window.remove(scroll)
    // A controller without a widget has no target, either.
    guard case .unknown = scroll.currentTarget else { return XCTFail("a target of no event") }
  }

  @MainActor func testOnlyKeysThatChangeAMovementAreHeld() {
    let locks = GDK_LOCK_MASK.rawValue | 1 << 4  // Caps Lock, and Num Lock on X11
    let buttons = GDK_BUTTON1_MASK.rawValue | GDK_BUTTON3_MASK.rawValue
    XCTAssertEqual(ModifierKey.held(in: locks | buttons), [])
    XCTAssertEqual(ModifierKey.held(in: GDK_CONTROL_MASK.rawValue | locks), [.control])
    XCTAssertEqual(
      ModifierKey.held(in: GDK_SHIFT_MASK.rawValue | GDK_META_MASK.rawValue),
      [.shift, .meta]
    )
  }

  @MainActor func testAStylusIsKnownByItsToolOrItsDevice() {
    let unknown = GDK_DEVICE_TOOL_TYPE_UNKNOWN
    XCTAssertTrue(Stylus.isStylus(GDK_SOURCE_PEN, unknown))
    for tool in [
      GDK_DEVICE_TOOL_TYPE_PEN, GDK_DEVICE_TOOL_TYPE_ERASER, GDK_DEVICE_TOOL_TYPE_BRUSH,
      GDK_DEVICE_TOOL_TYPE_PENCIL, GDK_DEVICE_TOOL_TYPE_AIRBRUSH,
    ] {
      XCTAssertTrue(Stylus.isStylus(GDK_SOURCE_MOUSE, tool))
    }
    for source in [
      GDK_SOURCE_MOUSE, GDK_SOURCE_TOUCHPAD, GDK_SOURCE_TRACKPOINT, GDK_SOURCE_TOUCHSCREEN,
      GDK_SOURCE_TABLET_PAD, GDK_SOURCE_KEYBOARD,
    ] {
      XCTAssertFalse(Stylus.isStylus(source, unknown))
    }
    // A tablet's own mouse drags as any mouse does.
    XCTAssertFalse(Stylus.isStylus(GDK_SOURCE_PEN, GDK_DEVICE_TOOL_TYPE_MOUSE))
    XCTAssertFalse(Stylus.isStylus(GDK_SOURCE_PEN, GDK_DEVICE_TOOL_TYPE_LENS))
  }
}
