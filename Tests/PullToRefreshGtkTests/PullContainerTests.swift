import CPullToRefreshGtk
import XCTest

@testable import PullToRefreshGtk

/// The container that slides a child, and makes room at its sides.
final class PullContainerTests: WidgetTestCase {
  @MainActor func testAHeldChildIsOnlyPaintedElsewhere() throws {
    let stage = Stage()
    XCTAssertEqual(try stage.look(), Look(allocated: 0, painted: 0))
    stage.container.slide(x: 0, y: 30, isHeld: true)
    XCTAssertEqual(try stage.look(), Look(allocated: 0, painted: 30))
    stage.container.slide(x: 0, y: 12, isHeld: true)
    XCTAssertEqual(try stage.look(), Look(allocated: 0, painted: 12))
  }

  @MainActor func testAChildThatIsLetGoIsLaidOutWhereItIsSeen() throws {
    let stage = Stage()
    stage.container.slide(x: 0, y: 30, isHeld: true)
    XCTAssertEqual(try stage.look(), Look(allocated: 0, painted: 30))
    // The child is laid out there even if its position stays the same.
    stage.container.slide(x: 0, y: 30, isHeld: false)
    XCTAssertEqual(try stage.look(), Look(allocated: 30, painted: 30))
    stage.container.slide(x: 0, y: 20, isHeld: false)
    XCTAssertEqual(try stage.look(), Look(allocated: 20, painted: 20))
    // A finger that comes down during a motion does not change the allocation.
    stage.container.slide(x: 0, y: 45, isHeld: true)
    XCTAssertEqual(try stage.look(), Look(allocated: 20, painted: 45))
    gtk_widget_queue_resize(stage.widget)
    XCTAssertEqual(try stage.look(), Look(allocated: 20, painted: 45))
    stage.container.slide(x: 0, y: 0, isHeld: false)
    XCTAssertEqual(try stage.look(), Look(allocated: 0, painted: 0))
  }

  @MainActor func testSlidingLaysNothingOut() throws {
    let stage = Stage()
    var layouts = 0
    let area = try Stage.drawingArea()
    let connection = area.connect("resize") { layouts += 1 }
    defer { connection.disconnect() }
    area.setExpand(horizontal: true, vertical: true)
    stage.child.append(area)
    _ = try stage.look()
    let before = layouts
    for way in 1...20 {
      stage.container.slide(x: 0, y: Double(way), isHeld: way % 2 == 0)
      _ = try stage.look()
    }
    XCTAssertEqual(layouts, before)
    stage.container.setRoom([.top: 20])
    _ = try stage.look()
    XCTAssertEqual(layouts, before + 1)
  }

  @MainActor func testTheChildGivesWayAndItsMarginsDoNotCount() throws {
    for isMirrored in [false, true] {
      let stage = Stage()
      var margins = Margins()
      (margins.top, margins.bottom, margins.start, margins.end) = (7, 9, 11, 3)
      stage.child.margins = margins
      let direction = isMirrored ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR
      gtk_widget_set_direction(stage.child.asWidget, direction)
      stage.container.setRoom([.top: 20, .left: 5, .right: 6])
      XCTAssertEqual(try stage.look(), Look(allocated: 20, painted: 20))
      XCTAssertEqual(stage.child.left(in: stage.widget), 5)
      XCTAssertEqual(stage.child.width, Stage.size - 11)
      XCTAssertEqual(stage.child.height, Stage.size - 20)
      // The container requests the child's size and the room beside it.
      stage.child.setSizeRequest(width: 50, height: 60)
      stage.widget.setSizeRequest()
      XCTAssertEqual(stage.widget.naturalWidth, 61)
      XCTAssertEqual(stage.widget.minimumHeight(), 80)
    }
  }

  @MainActor func testARowLiesOverItsSide() throws {
    let stage = Stage()
    let row = Box(.vertical, spacing: 0)
    row.setSizeRequest(width: 30, height: 30)
    stage.container.add(row)
    let size = Stage.size
    for (side, x, y) in [
      (PositionType.top, 0, -14), (.bottom, 0, size - 40), (.left, -14, 0),
      (.right, size - 40, 0),
    ] {
      stage.container.place(row, at: side, length: 54, shown: 40, floats: false)
      _ = try stage.look()
      XCTAssertEqual(row.left(in: stage.widget), Double(x), "\(side)")
      XCTAssertEqual(row.top(in: stage.widget), Double(y), "\(side)")
      let isUpright = side == .top || side == .bottom
      XCTAssertEqual(row.width, isUpright ? size : 54, "\(side)")
      XCTAssertEqual(row.height, isUpright ? 54 : size, "\(side)")
      stage.container.place(row, at: side, length: 54, shown: 54, floats: true)
      _ = try stage.look()
      XCTAssertEqual(isUpright ? row.width : row.height, 30, "\(side)")
      let middle = Double(size - 30) / 2
      let start = isUpright ? row.left(in: stage.widget) : row.top(in: stage.widget)
      XCTAssertEqual(start, middle, "\(side)")
    }
  }

  @MainActor func testABackgroundGoesOnBehindARowThatIsPulledFurtherThanItIsLong() throws {
    let stage = Stage()
    let row = Box(.vertical, spacing: 0)
    row.addStyleClass("red-row")
    stage.child.removeStyleClass("slid")
    stage.container.add(row)
    stage.container.place(row, at: .top, length: 54, shown: 90, floats: false)
    // The row's background begins at the very edge.
    XCTAssertEqual(try stage.look().painted, 0)
    XCTAssertEqual(row.top(in: stage.widget), 36)
  }

  @MainActor func testOthersMayTakeTheChildAway() throws {
    let stage = Stage()
    stage.container.slide(x: 0, y: 30, isHeld: true)
    let held = stage.child
    gtk_widget_unparent(stage.child.asWidget)
    XCTAssertNil(try stage.look().painted)
    stage.widget.setSizeRequest()
    XCTAssertEqual(stage.widget.naturalWidth, 0)
    stage.widget.setSizeRequest(width: Stage.size, height: Stage.size)
    stage.container.slide(x: 0, y: 10, isHeld: false)
    XCTAssertNil(try stage.look().painted)
    stage.container.setChild(held.asWidget)
    stage.container.setChild(held.asWidget)
    XCTAssertEqual(try stage.look(), Look(allocated: 10, painted: 10))
    stage.container.setChild(nil)
    XCTAssertNil(try stage.look().painted)
    XCTAssertNil(held.parent)
  }

  @MainActor func testNothingIsLeft() throws {
    var left: [Unowned<Widget>] = []
    do {
      let stage = Stage()
      let row = Box(.vertical, spacing: 0)
      stage.container.add(row)
      stage.container.place(row, at: .top, length: 54, shown: 54, floats: false)
      stage.container.slide(x: 0, y: 54, isHeld: false)
      _ = try stage.look()
      left = [stage.widget, stage.child.asWidget, row.asWidget].map { Unowned($0) }
      stage.window.destroy()
    }
    XCTAssertTrue(MainLoop.run { !left.contains { $0.isAlive } })
  }
}

/// The positions at which the child is allocated and painted, in px from the container's top.
private struct Look: Equatable {
  let allocated: Double?
  let painted: Double?
}

/// A window with a container whose child is red.
private final class Stage {
  static let size = 200
  private static let paint = CssProvider(".slid, .red-row { background: #f00; }")

  let window = Window()
  let widget = PullContainer.make()
  let child = Box(.vertical, spacing: 0)
  let container: PullContainer

  init() {
    Self.paint.addToDefaultDisplay(priority: .application)
    container = PullContainer(of: widget)
    child.addStyleClass("slid")
    container.setChild(child.asWidget)
    widget.setSizeRequest(width: Self.size, height: Self.size)
    widget.setAlign(horizontal: .start, vertical: .start)
    window.child = widget
    window.present()
  }

  static func drawingArea() throws -> Widget {
    let builder = gtk_builder_new_from_string(
      "<interface><object class=\"GtkDrawingArea\" id=\"area\"/></interface>",
      -1
    )
    defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
    let area = try XCTUnwrap(gtk_builder_get_object(builder, "area"))
    return unsafeBitCast(area, to: Widget.self)
  }

  /// The child's positions after the next two frames.
  func look() throws -> Look {
    var frames = 0
    let clock = try XCTUnwrap(window.frameClock)
    let connection = clock.connect("after-paint") { frames += 1 }
    defer { connection.disconnect() }
    window.addTickCallback { _ in frames < 2 }
    XCTAssertTrue(MainLoop.run { frames >= 2 })
    let drawing = try Drawing(XCTUnwrap(gtk_widget_paintable_new(widget)), size: Self.size)
    let painted = (0..<Self.size).first { drawing[Self.size / 2, $0] == .red }
    let allocated = child.parent == nil ? nil : child.top(in: widget)
    return Look(allocated: allocated, painted: painted.map(Double.init))
  }
}
