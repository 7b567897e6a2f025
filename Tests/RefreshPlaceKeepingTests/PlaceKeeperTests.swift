import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import RefreshPlaceKeeping

/// Lists without pull-to-refresh that get rows above the visible ones.
final class PlaceKeeperTests: WidgetTestCase {
  @MainActor func testRowsThatComeAboveMoveNothing() {
    for kind in KeptList.Kind.allCases {
      let list = KeptList(kind, at: 700)
      let row = list.firstRow
      for count in [1, 40, 3] {
        let wasDone = list.arrive(count)
        list.window.painted(6) {
          XCTAssertEqual(list.firstRow.key, row.key, "\(kind)")
          XCTAssertEqual(list.firstRow.top, row.top, accuracy: 2, "\(kind)")
        }
        XCTAssertTrue(wasDone())
      }
      list.window.destroy()
    }
  }

  @MainActor func testAtTheTopNewRowsAreSeen() {
    for kind in KeptList.Kind.allCases {
      let list = KeptList(kind, at: 0)
      _ = list.arrive(3)
      XCTAssertTrue(MainLoop.run { list.firstRow.key == 1003 }, "\(kind)")
      list.window.paint(2)
      XCTAssertEqual(list.scrolled.verticalAdjustment.value, 0)
      XCTAssertFalse(list.keeper.pill.isVisible)
      list.window.destroy()
    }
  }

  @MainActor func testRowsStayUnderAPointerThatHasJustMovedAndComeWhereItRests() {
    let list = KeptList(.listView, at: 0)
    list.beUsed()
    list.keeper.lastUse = MainLoop.now - .seconds(3)
    XCTAssertTrue(MainLoop.run(until: list.arrive(3)))
    list.window.paint(4)
    XCTAssertEqual(list.firstRow.key, 1003)
    XCTAssertFalse(list.keeper.pill.isVisible)
    list.beUsed()
    XCTAssertTrue(MainLoop.run(until: list.arrive(3)))
    list.window.paint(4)
    XCTAssertEqual(list.firstRow.key, 1003)
    XCTAssertEqual(list.keeper.counter.count, 3)
  }

  @MainActor func testThePillCountsWhatIsOutOfSightAndGoesThere() {
    let list = KeptList(.listView, at: 700)
    list.keeper.newRowsTitle = { "\($0) fresh" }
    XCTAssertTrue(MainLoop.run(until: list.arrive(3)))
    XCTAssertTrue(MainLoop.run(until: list.arrive(2)))
    XCTAssertTrue(MainLoop.run { list.keeper.pill.opacity == 1 })
    let button = list.keeper.pill.children.first
    XCTAssertEqual(list.keeper.newRowsTitle?(list.keeper.counter.count), "5 fresh")
    button.map { _ = gtk_widget_activate($0) }
    XCTAssertTrue(MainLoop.run { list.firstRow.key == 1005 && !list.keeper.pill.isVisible })
  }

  @MainActor func testThePillGoesOnceTheRowsAreSeen() {
    let list = KeptList(.listView, at: 700)
    XCTAssertTrue(MainLoop.run(until: list.arrive(3)))
    list.scrolled.verticalAdjustment.value = 0
    XCTAssertTrue(MainLoop.run { !list.keeper.pill.isVisible })
  }

  @MainActor func testNothingChangesUnderAFinger() {
    let list = KeptList(.listView, at: 700)
    var isTouched = true
    list.keeper.isTouched = { isTouched }
    let wasDone = list.arrive(3)
    list.window.paint(4)
    XCTAssertFalse(wasDone())
    isTouched = false
    list.keeper.userLetGo()
    XCTAssertTrue(MainLoop.run(until: wasDone))
  }

  @MainActor func testAChatStaysAtItsEnd() {
    let list = KeptList(.listView, at: 0, arrivals: .bottom)
    list.keeper.scroll(to: .bottom, isAnimated: false)
    let place = list.scrolled.verticalAdjustment
    XCTAssertTrue(MainLoop.run { place.value == place.upper - place.pageSize })
    var isDone = false
    Task {
      await list.keeper.update(arrivals: 1) { list.model.append(contentsOf: [0]) }
      isDone = true
    }
    XCTAssertTrue(MainLoop.run { isDone })
    list.window.paint(4)
    XCTAssertEqual(place.value, place.upper - place.pageSize, accuracy: 1)
  }

  @MainActor func testUpdatesAreMadeInTheirOrder() {
    let list = KeptList(.box, at: 0)
    var made: [Int] = []
    for number in 0..<4 { Task { await list.keeper.update { made.append(number) } } }
    XCTAssertTrue(MainLoop.run { made.count == 4 })
    XCTAssertEqual(made, [0, 1, 2, 3])
  }

  @MainActor func testAnEndedKeeperLeavesNothingOnItsList() {
    let list = KeptList(.box, at: 0)
    list.keeper = PlaceKeeper(of: list.scrolled)
    list.keeper.end()
    let (boxes, controllers) = (Signal.liveBoxes, list.controllerCount)
    for _ in 0..<3 {
      list.keeper = PlaceKeeper(of: list.scrolled)
      list.keeper.end()
    }
    XCTAssertEqual(list.controllerCount, controllers)
    XCTAssertTrue(MainLoop.run { Signal.liveBoxes <= boxes })
  }

  @MainActor func testThePillStandsAtThePresentSide() {
    let list = KeptList(.listView, at: 0, arrivals: .leading)
    XCTAssertEqual(gtk_widget_get_halign(list.keeper.pill), .start)
    list.beUsed()
    gtk_widget_set_direction(list.scrolled.child, GTK_TEXT_DIR_RTL)
    XCTAssertTrue(MainLoop.run(until: list.arrive(3)))
    XCTAssertEqual(gtk_widget_get_halign(list.keeper.pill), .end)
  }

  @MainActor func testAfterItsEndRowsStillCome() {
    let list = KeptList(.listView, at: 700)
    list.keeper.end()
    XCTAssertTrue(MainLoop.run(until: list.arrive(3)))
    XCTAssertEqual(list.model.count, 203)
    let former = list.keeper
    list.keeper = PlaceKeeper(of: list.scrolled)
    list.keeper = PlaceKeeper(of: list.scrolled)
    let wasDone = list.arrive(2)
    XCTAssertTrue(MainLoop.run(until: wasDone))
    XCTAssertEqual(former.counter.count, 0)
  }
}

/// A window with a list of keys, the greatest first, in a scrolled window that has a keeper.
private final class KeptList {
  enum Kind: CaseIterable { case listView, box }

  let window = Window()
  let scrolled: ScrolledWindow
  let model = KeyListModel()
  var keeper: PlaceKeeper
  private let column = Box(.vertical, spacing: 0)
  private let kind: Kind
  private var newest = Int64(1000)

  init(_ kind: Kind, at value: Double, arrivals: PullEdge = .top) {
    self.kind = kind
    let factory = SignalListItemFactory()
    factory.on(.bind) { $0.child = Self.row($0.key ?? 0) }
    scrolled =
      kind == .box
      ? ScrolledWindow(column)
      : ScrolledWindow(
        ListView(model: SelectionModel(none: model.asListModel), factory: factory)
      )
    keeper = PlaceKeeper(of: scrolled, arrivals: arrivals)
    let overlay = Overlay()
    overlay.child = scrolled.asWidget
    overlay.add(overlay: keeper.pill)
    model.append(contentsOf: (801...1000).reversed())
    for key in model.keys { column.append(Self.row(key)) }
    window.child = overlay.asWidget
    window.setDefaultSize(width: 300, height: 400)
    window.present()
    XCTAssertTrue(MainLoop.run { [self] in scrolled.verticalAdjustment.upper > 5000 })
    window.paint(2)
    scrolled.verticalAdjustment.value = value
    window.paint(2)
  }

  /// Makes the list stay with its reader, whose pointer has just moved over it.
  func beUsed() {
    keeper.staysWithReader = true
    keeper.lastUse = MainLoop.now
    gtk_widget_set_state_flags(scrolled.child, GTK_STATE_FLAG_PRELIGHT, 0)
  }

  /// The number of event controllers on the list.
  var controllerCount: UInt32 {
    guard let model = gtk_widget_observe_controllers(scrolled.asWidget) else { return 0 }
    return g_list_model_get_n_items(model)
  }

  private static func row(_ key: Int64) -> Widget {
    let label = Label("\(key)")
    label.setSizeRequest(height: 40)
    return label.asWidget
  }

  /// Adds rows above all others.
  ///
  /// - Returns: a function that tells whether they are there.
  func arrive(_ count: Int) -> () -> Bool {
    var isDone = false
    Task {
      await keeper.update(arrivals: count) { [self] in
        for _ in 0..<count {
          newest += 1
          model.replaceSubrange(0..<0, with: [newest])
          if kind == .box { gtk_box_prepend(column, Self.row(newest)) }
        }
      }
      isDone = true
    }
    return { isDone }
  }

  /// The first row that begins in sight, and its place in the window.
  var firstRow: (key: Int64, top: Double) {
    func rows(_ widget: Widget) -> [(key: Int64, top: Double)] {
      guard let label = widget.as(Label.self) else { return widget.children.flatMap(rows) }
      guard label.isMapped, let key = Int64(label.text), let top = label.top(in: scrolled) else {
        return []
      }
      return top >= 0 ? [(key, top)] : []
    }
    return scrolled.child.map(rows)?.min { $0.top < $1.top } ?? (0, 0)
  }
}

extension KeyListModel {
  fileprivate var keys: [Int64] { (0..<count).map { self[$0] } }
}
