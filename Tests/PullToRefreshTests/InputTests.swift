import CPullToRefreshGtk
import PullToRefreshGtk
import RefreshPlaceKeeping
import XCTest

@testable import PullToRefresh

/// The events that a list's observer derives from the devices' signals. The end-to-end tests use
/// real devices.
final class InputTests: WidgetTestCase {
  @MainActor func testTheMomentOfAMovementIsNotThatOfItsFrame() {
    let list = WatchedList()
    list.window.present()
    list.now = .seconds(10)
    list.adjustment.value = 0
    list.now = .seconds(10.8)
    XCTAssertTrue(MainLoop.run { !list.reports.isEmpty })
    XCTAssertEqual(list.reports.map(\.time), [.seconds(10)])
    list.end()
  }

  @MainActor func testAMovementIsReportedBeforeWhatCameAfterIt() {
    let list = WatchedList()
    list.now = .seconds(10)
    list.adjustment.value = 0
    // No frame has come since: Home was pressed, and then the wheel was turned.
    list.now = .seconds(10.8)
    list.input.scrolled(.wheel, dy: -1) { .unknown }
    let position = list.input.position
    XCTAssertEqual(
      list.reports.map(\.event),
      [.scrolled(to: position), .wheelScrolled(notches: -1, at: position)]
    )
    XCTAssertEqual(list.reports.map(\.time), [.seconds(10), .seconds(10.8)])
    list.end()
  }

  @MainActor func testAnEventCarriesItsOwnTimeKeysAndAxes() {
    let list = WatchedList()
    list.clear()
    list.now = .seconds(6)
    list.input.scrolled(.touchpad, dx: 3, dy: 2, keys: [.shift], stamp: 5_000) { .unknown }
    list.input.scrolled(.wheel, dx: 1, dy: 0, stamp: 5_600) { .unknown }
    list.input.touch(.touchEnded, stamp: 5_700)
    let position = list.input.position
    XCTAssertEqual(
      list.reports.map(\.event),
      [
        .touchpadScrolled(
          across: 3,
          along: 2,
          at: position,
          with: InputContext(isKeyHeld: true)
        ),
        .wheelScrolled(across: 1, notches: 0, at: position),
      ]
    )
    XCTAssertEqual(list.reports.map(\.time), [.seconds(5), .milliseconds(5_600)])
    list.end()
  }

  @MainActor func testOnlyWhatPushesPastAnEdgeIsLookedUp() {
    let list = WatchedList()
    list.window.present()
    XCTAssertTrue(MainLoop.run { list.adjustment.pageSize > 100 })
    var looks = 0
    @MainActor func scroll(_ device: EventControllerScroll.Device, _ dy: Double) {
      list.input.scrolled(device, dy: dy) {
        looks += 1
        return .unknown
      }
    }
    scroll(.wheel, 1)
    list.adjustment.value = 100
    scroll(.wheel, -1)
    XCTAssertEqual(looks, 0)
    list.adjustment.value = 0
    scroll(.wheel, -1)
    XCTAssertEqual(looks, 1)
    for _ in 0..<5 { scroll(.touchpad, -4) }
    XCTAssertEqual(looks, 2, "once for a touchpad's gesture")
    list.now += .milliseconds(150)
    scroll(.touchpad, -4)
    XCTAssertEqual(looks, 3)
    list.end()
  }

  @MainActor func testNothingComesFromAListThatIsBeingDestroyed() throws {
    let list = WatchedList()
    list.clear()
    list.adjustment.value = 50
    list.input.stop()
    list.input.scrolled(.wheel, dy: -1) { .unknown }
    list.input.touch(.touchBegan(at: list.input.position))
    XCTAssertTrue(list.reports.isEmpty)
    list.end(stops: false)
    let window = ListWindow()
    window.scrolledWindow.refreshable {}
    window.present()
    let input = try window.controller.driver.input
    window.window.destroy()
    input.scrolled(.touchpad, dy: -10) { .unknown }
    input.touch(.touchBegan(at: input.position))
  }

  @MainActor func testAKeyKeepsTheWheelFromRefreshing() throws {
    for (keys, isArmed) in [([ModifierKey.control], false), ([.shift], false), ([], true)] {
      let (list, controller) = try ListWindow.shown { $0.refreshable {} }
      let driver = controller.driver
      driver.rest()
      for _ in 0..<3 { driver.input.scrolled(.wheel, dy: -1, keys: keys) { .unknown } }
      XCTAssertEqual(driver.coordinator[.refresh].moment == .armed, isArmed)
      list.window.destroy()
    }
  }
}

/// A list with an input observer, but without a controller.
private final class WatchedList: ObservedList {
  let window = Window()
  let scrolledWindow = ScrolledWindow()
  private let container = Box(.vertical, spacing: 0)
  var now = Duration.seconds(1)
  private(set) var reports: [(event: DeviceEvent, time: Duration)] = []
  let coordinator = RefreshCoordinator()
  private(set) lazy var input = InputObserver(
    of: scrolledWindow,
    in: container.asWidget,
    for: self
  )
  var axis: ListAxis { ListAxis(of: scrolledWindow, isHorizontal: false) }

  func observe(_ event: DeviceEvent, at time: Duration) { reports.append((event, time)) }

  init() {
    window.setDefaultSize(width: 300, height: 400)
    let column = Box(.vertical, spacing: 0)
    for _ in 0..<100 { column.append(Label("row")) }
    scrolledWindow.child = column.asWidget
    scrolledWindow.setExpand(vertical: true)
    container.append(scrolledWindow)
    window.child = container.asWidget
    window.present()
    _ = MainLoop.run { adjustment.pageSize > 100 }
    adjustment.value = 100
    _ = input
    clear()
  }

  var adjustment: Adjustment { scrolledWindow.verticalAdjustment }

  /// Waits until all pending events are reported, and then forgets the reports.
  func clear() {
    var frames = 0
    window.addTickCallback { _ in
      frames += 1
      return frames < 3
    }
    _ = MainLoop.run { frames == 3 }
    reports = []
  }

  /// - Parameter stops: whether to stop the observer, which is still at work.
  func end(stops: Bool = true) {
    if stops { input.stop() }
    window.destroy()
  }
}
