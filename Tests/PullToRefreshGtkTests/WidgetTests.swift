import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import PullToRefreshGtk

/// No Swift object may keep a widget alive, and no signal box may outlive its widget.
final class LeakTests: WidgetTestCase {
  @MainActor func testABoxDiesWithItsWidget() {
    let before = Signal.liveBoxes
    var changes = 0
    do {
      let button = Button(label: "Press")
      button.connect("notify::label") { changes += 1 }
      XCTAssertEqual(Signal.liveBoxes, before + 1)
      button.label = "Pressed"
    }
    XCTAssertEqual(changes, 1)
    XCTAssertEqual(Signal.liveBoxes, before)
  }

  @MainActor func testADisconnectedHandlerIsReleasedAtOnce() {
    let before = Signal.liveBoxes
    let button = Button(label: "Press")
    let connection = button.connect("notify::label") { XCTFail("disconnected") }
    connection.disconnect()
    XCTAssertEqual(Signal.liveBoxes, before)
    button.label = "Pressed"
  }

  @MainActor func testAConnectionMayEndAfterItsWidgetDied() {
    let before = Signal.liveBoxes
    let connections = (0..<100).map { _ in
      let button = Button(label: "Press")
      return button.connect("notify::label") {}
    }
    XCTAssertEqual(Signal.liveBoxes, before)
    // Other widgets reuse the memory; their handlers may have the same IDs.
    let others = (0..<100).map { _ in Button(label: "Other") }
    var changes = 0
    for other in others { other.connect("notify::label") { changes += 1 } }
    for connection in connections { connection.disconnect() }
    for other in others { other.label = "Changed" }
    XCTAssertEqual(changes, 100)
  }

  @MainActor func testAReferenceThatKeepsNothingAliveEndsWithItsObject() {
    var button: Button? = Button(label: "Press")
    let unowned = button.map { Unowned($0) }
    let again = button.map { Unowned($0) }
    XCTAssertEqual(unowned?.object.label, "Press")
    XCTAssertEqual(again?.object.pointer, button?.pointer)
    XCTAssertEqual(unowned?.isAlive, true)
    button = nil
    XCTAssertEqual(unowned?.isAlive, false)
    XCTAssertEqual(again?.isAlive, false)
  }

  @MainActor func testAnOwnedValueLivesAsLongAsItsWidget() {
    final class Witness {}
    weak var witness: Witness?
    do {
      let box = Box(.vertical, spacing: 0)
      do {
        let value = Witness()
        witness = value
        box.own(value, key: "witness")
      }
      XCTAssertNotNil(witness)
      XCTAssertTrue(box.owned(Witness.self, key: "witness") === witness)
    }
    XCTAssertNil(witness)
  }

  @MainActor func testATreeOfWidgetsIsFreedWithItsLastReference() {
    let before = Signal.liveBoxes
    for _ in 0..<1000 {
      let box = Box(.vertical, spacing: 6)
      let window = ScrolledWindow()
      let inner = Box(.vertical, spacing: 0)
      window.child = inner.asWidget
      box.append(window)
      box.append(Label("text"))
      inner.own(BoxCounter.shared.make(), key: "counter")
      window.verticalAdjustment.connect("value-changed") {}
      // GTK puts a viewport between the two.
      XCTAssertEqual(inner.parent?.pointer, window.child?.pointer)
    }
    XCTAssertEqual(Signal.liveBoxes, before)
    // An isolated deinit may run one iteration of the main loop later.
    XCTAssertTrue(MainLoop.run { BoxCounter.shared.alive == 0 })
  }

  @MainActor func testASwiftReferenceIsCountedOnce() {
    let box = Box(.vertical, spacing: 0)
    let again = box
    let label = Label("text")
    box.append(label)
    withExtendedLifetime(again) {
      // The parent's reference and that of Swift's variable, which the optimizer must not drop.
      XCTAssertGreaterThanOrEqual(label.referenceCount, 2)
    }
    box.remove(label)
    XCTAssertNil(label.parent)
  }
}

/// Counts objects that are alive.
private final class BoxCounter {
  static let shared = BoxCounter()
  private(set) var alive = 0

  final class Item {
    init() { BoxCounter.shared.alive += 1 }
    isolated deinit { BoxCounter.shared.alive -= 1 }
  }

  func make() -> Item { Item() }
}

extension ObjectConvertible {
  /// The number of references to the object.
  fileprivate var referenceCount: Int {
    let object = asObject
    return withExtendedLifetime(object) { Int(object.ref_count) }
  }
}

/// Casts of a widget whose class is unknown at compile time.
final class WidgetClassTests: WidgetTestCase {
  @MainActor func testAWidgetIsOfItsOwnClassAndOfThoseItDerivesFrom() throws {
    let box = Box(.vertical, spacing: 0)
    box.append(Label("Row"))
    let child = box.children.first
    XCTAssertEqual(child?.as(Label.self)?.text, "Row")
    XCTAssertNil(child?.as(Button.self))
    XCTAssertEqual(child?.as(Widget.self)?.pointer, child?.pointer)
    XCTAssertNotNil(box.as(Box.self))
  }
}

/// Swift 6.3 releases the widget of an optional tuple even if the tuple is nil.
final class AbsentWidgetTests: WidgetTestCase {
  @MainActor
  private struct Place {
    let scroller: ScrolledWindow
    let anchor: (widget: Widget, top: Double)?

    init(_ scroller: ScrolledWindow) {
      self.scroller = scroller
      anchor = scroller.children.lazy.compactMap { $0.isNative ? ($0, 1) : nil }.first
    }
  }

  @MainActor func testAPairThatIsNoneIsReleasedWithoutAComplaint() {
    let said = warnings {
      for _ in 0..<3 { XCTAssertNil(Place(ScrolledWindow()).anchor) }
    }
    XCTAssertEqual(said, [])
  }
}
