import Foundation
import Mail
import TidelineGtk
import XCTest

@testable import Tideline

/// A list's scroll position is restored.
nonisolated final class ListScrollTests: TidelineTestCase {
  @MainActor func testAPlaceIsFoundAgain() {
    let place = ListPlace(top: Cursor(seconds: 4_000, id: 4_000), offset: 33)
    let screen = ScrollScreen(seconds: 1...5_000)
    screen.begin(at: place)
    XCTAssertEqual(screen.scroll.place, place)
    XCTAssertEqual(screen.told, [], "it was there before")
  }

  @MainActor func testNewMailAboveDoesNotMatter() {
    let place = ListPlace(top: Cursor(seconds: 100, id: 100), offset: 5)
    let screen = ScrollScreen(seconds: 1...200)
    screen.begin(at: place)
    let before = screen.value
    let more = ScrollScreen(seconds: 1...210)
    more.begin(at: place)
    XCTAssertEqual(more.scroll.place, place)
    XCTAssertGreaterThan(more.value, before)
  }

  /// Another window on the same mailbox may have stored a newer place.
  @MainActor func testAWindowThatNobodyScrollsNotesNoPlace() {
    let place = ListPlace(top: Cursor(seconds: 100, id: 100), offset: 5)
    let screen = ScrollScreen(seconds: 1...200)
    screen.begin(at: place)
    screen.show(seconds: 1...230)
    screen.paint()
    XCTAssertEqual(screen.scroll.place, place)
    XCTAssertEqual(screen.told, [])
  }

  @MainActor func testAPlaceThatIsNotNotedIsPassedOnAgain() {
    let screen = ScrollScreen(seconds: 1...200)
    screen.begin(at: ListPlace(top: Cursor(seconds: 100, id: 100), offset: 5))
    screen.notes = false
    screen.value = 0
    XCTAssertTrue(screen.runs { screen.told == [nil] })
    let count = screen.count
    screen.notes = true
    screen.show(seconds: 50...200)
    XCTAssertTrue(screen.runs { screen.count > count })
  }

  @MainActor func testOfARowThatIsGoneTheNextOneCounts() {
    let screen = ScrollScreen(seconds: 1...200, without: [100, 99])
    screen.begin(at: ListPlace(top: Cursor(seconds: 100, id: 100), offset: 40))
    XCTAssertEqual(screen.scroll.place, ListPlace(top: Cursor(seconds: 98, id: 98), offset: 0))
  }

  @MainActor func testAPlaceBelowTheEndIsTheEnd() {
    for offset in [0, 1e300, -1e300] {
      let screen = ScrollScreen(seconds: 100...200)
      screen.begin(at: ListPlace(top: Cursor(seconds: 3, id: 3), offset: offset))
      XCTAssertEqual(screen.value, screen.most, accuracy: 1)
    }
  }

  @MainActor func testTheTopIsNoPlaceAndEachOtherOneIsTold() {
    let screen = ScrollScreen(seconds: 1...200)
    screen.begin(at: nil)
    XCTAssertNil(screen.scroll.place)
    screen.value = 1_000
    XCTAssertTrue(screen.runs { screen.told.last??.top.seconds != nil })
    screen.value = 0
    XCTAssertTrue(screen.runs { screen.told.last == .some(nil) })
    screen.scroll.end()
    let count = screen.told.count
    screen.value = 500
    screen.paint()
    XCTAssertEqual(screen.told.count, count)
  }

  @MainActor func testAListThatIsNotShownKeepsNobodyWaitingForLong() {
    let screen = ScrollScreen(seconds: 1...200, isShown: false)
    let place = ListPlace(top: Cursor(seconds: 100, id: 100), offset: 5)
    screen.begin(at: place)
    XCTAssertEqual(screen.told, [])
    screen.show()
    XCTAssertTrue(screen.runs { screen.scroll.place == place })
  }
}

/// A window with a list of conversations, one for each second.
private final class ScrollScreen {
  private(set) var told: [ListPlace?] = []
  private(set) lazy var scroll = ListScroll(list, in: window)
  private(set) var count = 0
  /// Whether the screen accepts the places that it gets.
  var notes = true
  private let list = ConversationList()
  private let window = Window()

  init(seconds: ClosedRange<Int64>, without gone: Set<Int64> = [], isShown: Bool = true) {
    window.setDefaultSize(width: 400, height: 600)
    window.child = list.widget.asWidget
    list.supply.fetch { ids in ids.map { row($0, at: Int($0)) } }
    show(seconds: seconds, without: gone)
    if isShown { show() }
  }

  /// Replaces the rows.
  func show(seconds: ClosedRange<Int64>, without gone: Set<Int64> = []) {
    let places = seconds.reversed().filter { !gone.contains($0) }
    list.model.show(places.map { Cursor(seconds: $0, id: $0) }, rows: [])
  }

  isolated deinit { window.destroy() }

  func show() { window.present() }

  /// Waits until the list is at the place, or is not expected to get there.
  func begin(at place: ListPlace?) {
    var isThere = false
    Task {
      await scroll.begin(at: place) { [unowned self] in
        if told.last != .some($0) { told.append($0) }
        count += 1
        return notes
      }
      isThere = true
    }
    XCTAssertTrue(runs { isThere })
    if list.widget.isMapped {
      XCTAssertTrue(runs { list.widget.verticalAdjustment.pageSize > 100 })
    }
  }

  var value: Double {
    get { list.widget.verticalAdjustment.value }
    set { list.widget.verticalAdjustment.value = newValue }
  }

  var most: Double {
    list.widget.verticalAdjustment.upper - list.widget.verticalAdjustment.pageSize
  }

  func paint() { window.paint() }

  func runs(until condition: () -> Bool) -> Bool { MainLoop.run(until: condition) }
}
