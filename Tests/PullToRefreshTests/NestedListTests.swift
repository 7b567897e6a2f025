import CPullToRefreshGtk
import TidelineGtk
import XCTest

@testable import PullToRefresh

/// A list inside a list; the inner one always has more rows than its window can show.
final class NestedLists {
  let outer: GuestWindow
  private(set) var inner: ScrolledWindow! = ScrolledWindow()
  private(set) var row: Box! = Box(.vertical, spacing: 0)
  /// A widget in the inner list that events can have as their target.
  let innerLabel = Label("inner")

  /// - Parameters:
  ///   - attached: whether the inner list refreshes, too.
  ///   - rows: the number of the outer list's rows.
  init(attached: Bool, rows: Int = 300) throws {
    outer = try GuestWindow(.listBox, rows: rows)
    let column = Box(.vertical, spacing: 0)
    column.append(innerLabel)
    for index in 0..<50 { column.append(Label("line \(index)")) }
    inner.child = column.asWidget
    inner.setSizeRequest(height: 150)
    row.append(inner)
    gtk_list_box_prepend(unsafeBitCast(outer.content, to: ListBox.self), row.asWidget)
    outer.scrolled.refreshable { try await Task.sleep(for: .seconds(600)) }
    if attached { inner.refreshable { try await Task.sleep(for: .seconds(600)) } }
    outer.present()
    // The pauses of the devices pass only when a test wants it.
    let clock = ManualClock()
    for list in [outer.scrolled, inner] { list?.refreshController?.clock = clock }
    try outerDriver.rest()
  }

  var outerDriver: RefreshDriver {
    get throws { try XCTUnwrap(outer.scrolled.refreshController).driver }
  }

  var innerDriver: RefreshDriver {
    get throws { try XCTUnwrap(inner.refreshController).driver }
  }

  /// Scrolls up by three notches or touchpad swipes, as the observers of both lists see them.
  func scroll(_ device: EventControllerScroll.Device, over target: Widget) throws {
    for _ in 0..<3 {
      for driver in try drivers {
        driver.input.scrolled(device, dy: device == .wheel ? -1 : -20) { .widget(target) }
      }
    }
  }

  /// Puts a finger or a stylus down over a widget and moves it, as the gestures of both lists see
  /// it. If GTK drags the outer list, it cancels the inner list's gesture.
  ///
  /// - Parameter dy: in px, without the start slop; positive pulls past the top.
  func drag(_ gesture: InnerScrollers.Gesture, by dy: Double, over target: Widget) throws {
    let slop = try outerDriver.metrics.startSlop
    let way = dy < 0 ? dy - slop : dy + slop
    for driver in try drivers { driver.input.dragged(gesture, .began(over: .widget(target))) }
    for driver in try drivers { driver.input.dragged(gesture, .moved(dy: way / 20)) }
    let isTakenAway = gesture == .finger && outer.adjustment.upper > outer.adjustment.pageSize
    if isTakenAway { try innerInput?.dragged(gesture, .cancelled) }
    try move(gesture, by: way)
  }

  /// Moves the finger or stylus of ``drag(_:by:over:)``.
  ///
  /// - Parameter dy: the distance from its start, in px.
  func move(_ gesture: InnerScrollers.Gesture, by dy: Double) throws {
    for driver in try drivers { driver.input.dragged(gesture, .moved(dy: dy)) }
  }

  /// Lifts the finger or stylus of ``drag(_:by:over:)``.
  func lift(_ gesture: InnerScrollers.Gesture) throws {
    for driver in try drivers { driver.input.dragged(gesture, .ended) }
  }

  private var innerInput: InputObserver? {
    get throws { inner?.refreshController?.driver.input }
  }

  /// Takes the row with the inner list out of the outer one, which destroys both.
  func removeInner() throws {
    gtk_list_box_remove(unsafeBitCast(outer.content, to: ListBox.self), try XCTUnwrap(row.parent))
    inner = nil
    row = nil
  }

  /// The drivers of the lists, the outer one first, as in the capture phase.
  var drivers: [RefreshDriver] {
    get throws {
      [try outerDriver] + (inner?.refreshController.map { [$0.driver] } ?? [])
    }
  }
}

/// Pulls by a wheel or a touchpad in nested lists.
final class NestedListTests: WidgetTestCase {
  @MainActor private static var devices: [EventControllerScroll.Device] { [.wheel, .touchpad] }

  @MainActor func testTheInnermostListThatRestsAtItsEdgeHasThePullAlone() throws {
    for device in Self.devices {
      let lists = try NestedLists(attached: true)
      try lists.scroll(device, over: lists.innerLabel.asWidget)
      XCTAssertEqual(try lists.innerDriver.coordinator[.refresh].moment, .armed, "\(device)")
      XCTAssertEqual(try lists.outerDriver.coordinator[.refresh].moment, .idle, "\(device)")
      lists.outer.window.destroy()
    }
  }

  @MainActor func testOutsideTheInnerListTheOuterOneHasIt() throws {
    for device in Self.devices {
      let lists = try NestedLists(attached: true)
      let driver = try lists.outerDriver
      for _ in 0..<3 {
        driver.input.scrolled(device, dy: device == .wheel ? -1 : -20) {
          .widget(lists.outer.content)
        }
      }
      XCTAssertEqual(driver.coordinator[.refresh].moment, .armed, "\(device)")
      lists.outer.window.destroy()
    }
  }

  @MainActor func testAnInnerScrollerThatCanStillMoveTakesTheMovement() throws {
    for device in Self.devices {
      let lists = try NestedLists(attached: false)
      lists.inner.verticalAdjustment.value = 200
      try lists.scroll(device, over: lists.innerLabel.asWidget)
      XCTAssertEqual(try lists.outerDriver.coordinator[.refresh].moment, .idle, "\(device)")
      // The inner scroller has come to its top, but the gesture that began in it continues.
      lists.inner.verticalAdjustment.value = 0
      try lists.scroll(device, over: lists.innerLabel.asWidget)
      XCTAssertEqual(try lists.outerDriver.coordinator[.refresh].moment, .idle, "\(device)")
      lists.outer.window.destroy()
    }
  }

  @MainActor func testOverAnInnerScrollerAtItsEdgeTheOuterListHasThePull() throws {
    for device in Self.devices {
      let lists = try NestedLists(attached: false)
      try lists.scroll(device, over: lists.innerLabel.asWidget)
      XCTAssertEqual(try lists.outerDriver.coordinator[.refresh].moment, .armed, "\(device)")
      lists.outer.window.destroy()
    }
  }

  @MainActor func testAnInnerListWithoutPullsLeavesThemToTheOuterOne() throws {
    let lists = try NestedLists(attached: true)
    try XCTUnwrap(lists.inner.refreshController).refresh.isEnabled = false
    try lists.scroll(.wheel, over: lists.innerLabel.asWidget)
    XCTAssertEqual(try lists.innerDriver.coordinator[.refresh].moment, .disabled)
    XCTAssertEqual(try lists.outerDriver.coordinator[.refresh].moment, .armed)
  }

  @MainActor func testARowOfTheInnerListIsPartOfIt() throws {
    let lists = try NestedLists(attached: true)
    let innerRow = try XCTUnwrap(
      ListWindow.all(below: lists.innerDriver.rows.widget).first {
        gtk_widget_has_css_class($0, "refresh-row") != 0
      }
    )
    try lists.scroll(.wheel, over: innerRow)
    XCTAssertEqual(try lists.outerDriver.coordinator[.refresh].moment, .idle)
  }

  @MainActor func testAnInnerScrollerMayDieInTheMiddleOfAPull() throws {
    for attached in [false, true] {
      let lists = try NestedLists(attached: attached)
      let driver = try lists.outerDriver
      lists.inner.verticalAdjustment.value = 200
      let over = InnerScrollers(
        from: .widget(lists.innerLabel.asWidget),
        in: driver.input,
        of: .scroll
      )
      XCTAssertTrue(over.taken.contains(.start))
      driver.input.scrolled(.touchpad, dy: -20) { .widget(lists.innerLabel.asWidget) }
      try lists.removeInner()
      lists.outer.paint(2)
      _ = over.taken
      driver.input.scrolled(.touchpad, dy: -20) { .unknown }
      XCTAssertEqual(driver.coordinator[.refresh].moment, .idle)
      lists.outer.window.destroy()
    }
  }

  @MainActor func testASliderInTheListTakesItsOwnDrags() throws {
    let lists = try NestedLists(attached: false)
    let driver = try lists.outerDriver
    let entry = Entry()
    let spin = SpinButton(from: 0, to: 9, step: 1)
    lists.row.append(entry)
    lists.row.append(spin)
    let bar = try XCTUnwrap(ListWindow.all(below: lists.inner).first { $0.typeName == "GtkRange" })
    @MainActor func taken(_ widget: some WidgetConvertible, _ gesture: InnerScrollers.Gesture)
      -> AxisEdges
    {
      InnerScrollers(
        from: .widget(widget.asWidget),
        in: driver.input,
        of: gesture
      ).taken
    }
    XCTAssertEqual(taken(bar, .finger), .both)
    XCTAssertEqual(taken(bar, .scroll), [.end], "it scrolls its list, which is at its top")
    XCTAssertEqual(taken(spin, .scroll), .both)
    XCTAssertEqual(taken(spin, .finger), [])
    let text = try XCTUnwrap(entry.asWidget.children.first)
    XCTAssertEqual(taken(text, .stylus), .both, "a stylus selects text")
    XCTAssertEqual(taken(text, .finger), [])
  }

  @MainActor func testWhatHappensInAPopoverIsNotTheLists() throws {
    let lists = try NestedLists(attached: false)
    let driver = try lists.outerDriver
    for _ in 0..<4 { driver.input.scrolled(.wheel, dy: -1) { .otherSurface } }
    XCTAssertEqual(driver.coordinator[.refresh].moment, .idle)
  }
}
