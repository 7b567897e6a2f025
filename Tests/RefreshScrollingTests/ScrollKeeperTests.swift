import Testing

@testable import RefreshScrolling

/// The scroll position in each frame of a list, laid out as by GTK, for each kind of content.
struct ScrollKeeperTests {
  typealias Kind = ScrolledContent.Kind

  @Test(arguments: Kind.allCases)
  func theTopIsHeldWhileRowsArrive(in kind: Kind) {
    var list = ScrolledContent(kind, at: 0)
    list.happens(.pulled(past: .start))
    for step in 0..<30 {
      if step % 5 == 0 { list.rowsCome(above: 72) }
      list.room[.start] = min(54, Double(step) * 9)
      list.frame()
      #expect(list.value == 0)
    }
  }

  @Test func contentThatNeverStaysIsPutRightTwiceInAFrame() {
    var keeper = ScrollKeeper()
    var measurement = ScrollMeasurement(value: 0, lower: 0, upper: 6000, page: 400)
    measurement.row = 54
    _ = keeper.handle(.pulled(past: .start), measurement)
    measurement.value = 5
    for now in [0, 16, 33].map({ Duration.milliseconds($0) }) {
      #expect(keeper.position(measurement, .beforeLayout, at: now) == 0)
      let values = (0..<5).map { _ in keeper.position(measurement, .afterLayout, at: now) }
      #expect(values == [0, 0, nil, nil, nil])
    }
  }

  @Test(arguments: Kind.allCases)
  func whatIsReadStaysWhileRoomOpensAndCloses(in kind: Kind) {
    var list = ScrolledContent(kind, at: 700)
    let place = list.readRow
    for room in [54.0, 0] {
      list.takes(room, at: .start)
      for _ in 0..<8 {
        list.frame()
        #expect(abs(list.readRow - place) < 1, "\(room)")
      }
    }
    #expect(abs(list.value - 700) < 1)
  }

  @Test(arguments: Kind.allCases, [72.0, -72, 30])
  func whatIsReadStaysWhileRowsComeAndGoAbove(in kind: Kind, height: Double) {
    var list = ScrolledContent(kind, at: 700)
    let place = list.readRow
    list.rowsCome(above: height)
    list.happens(.rowsChanged(contentMovesItself: kind == .textView))
    for _ in 0..<10 {
      list.frame()
      #expect(list.readRow == place)
    }
    #expect(list.value == 700 + height)
    #expect(!list.keeper.isHolding)
  }

  @Test(arguments: Kind.allCases)
  func twoHoldsAtOnceAgree(in kind: Kind) {
    var list = ScrolledContent(kind, at: 700)
    let place = list.readRow
    list.takes(54, at: .start)
    for step in 1...20 {
      if step == 3 {
        list.rowsCome(above: 144)
        list.happens(.rowsChanged(contentMovesItself: kind == .textView))
      }
      list.frame()
      #expect(abs(list.readRow - place) <= 1, "step \(step)")
    }
    #expect(list.value == 700 + 144 + 54)
  }

  /// Happens with the keys End and Home in a chat, whose load-more row is at the start.
  @Test(arguments: Kind.allCases)
  func contentThatAKeyBringsBackToItsStartStaysThereWhileTheRowOpens(in kind: Kind) {
    var list = ScrolledContent(kind, at: 700)
    list.room[.start] = 44
    list.frame()
    list.takes(0, at: .start)
    for _ in 0..<4 { list.frame() }
    list.scrollsInLayout(by: -list.value)
    list.frame()
    #expect(list.value == 0)
    list.takes(44, at: .start)
    for _ in 0..<4 {
      list.frame()
      #expect(list.value == 0)
    }
  }

  /// GTK applies a value that is set between the change and its layout to the new rows.
  @Test func rowsThatHaveComeAreLaidOutBeforeARowThatClosesMovesTheContent() {
    var keeper = ScrollKeeper()
    var list = ScrollMeasurement(value: 700, lower: 0, upper: 6000, page: 400)
    _ = keeper.handle(.rowsWillChange, list)
    // The load has ended in the same frame.
    _ = keeper.handle(.roomChanges(at: .start, shift: -44), list)
    #expect(keeper.position(list, .beforeLayout, at: .milliseconds(16)) == nil)
    list.value += 1230
    list.upper += 1230
    list.page += 44
    #expect(keeper.position(list, .afterLayout, at: .milliseconds(16)) == 1886.0)
  }

  /// GTK's list views keep their place only away from the edge; see `Event.rowsWillChange`.
  @Test(arguments: [(0.0, 0.5), (700, nil), (5600, 5599.5)])
  func contentAtAnEdgeIsScrolledUnseenBeforeItsRowsChange(value: Double, place: Double?) {
    var keeper = ScrollKeeper()
    let list = ScrollMeasurement(value: value, lower: 0, upper: 6000, page: 400)
    #expect(keeper.handle(.rowsWillChange, list) == place)
  }

  @Test(arguments: Kind.allCases)
  func theEndStaysInSightWhileTheRowBelowOpens(in kind: Kind) {
    var list = ScrolledContent(kind, at: 5600)
    list.takes(44, at: .end)
    for _ in 0..<4 {
      list.frame()
      #expect(list.value == list.end)
    }
    #expect(list.end == 5644)
    // The loaded rows appear below.
    list.rowsCome(below: 900)
    list.frame()
    #expect(list.value == 5644)
    // The rows in sight then keep their place, also while the footer's row closes.
    list.takes(0, at: .end)
    for _ in 0..<4 {
      list.frame()
      #expect(abs(list.value - 5644) < 1)
    }
  }

  @Test(arguments: Kind.allCases)
  func contentAtItsEndStaysThereWhileItsViewportIsResized(in kind: Kind) {
    var list = ScrolledContent(kind, at: 5600)
    list.frame()
    for outside in [300.0, 150, 380, 400] {
      list.outside = outside
      list.frame()
      #expect(abs(list.value - list.end) < 1, "\(outside)")
    }
    list.scrolls(by: -200)
    list.frame()
    list.outside = 300
    list.frame()
    #expect(list.value < 5500)
  }

  @Test(arguments: [ScrolledContent.Kind.viewport, .listView, .roundedListView], [false, true])
  func contentGrowsAwayFromItsEndExceptWhereNewRowsAreShownThere(in kind: Kind, isChat: Bool) {
    for (above, below) in [(0.0, 80.0), (40, 0)] {
      var list = ScrolledContent(kind, at: 5600)
      list.keeper.showsRowsAtEnd = isChat
      list.frame()
      list.rowsCome(above: above, below: below)
      list.frame()
      if isChat { #expect(abs(list.value - list.end) < 1) }
      if !isChat, below > 0 { #expect(abs(list.value - 5600) < 1) }
    }
  }

  @Test(arguments: Kind.allCases)
  func contentAtItsStartStaysThereWhileARowTakesRoomThere(in kind: Kind) {
    var list = ScrolledContent(kind, at: 0)
    list.frame()
    list.takes(44, at: .start)
    for _ in 0..<3 {
      list.frame()
      #expect(list.value == 0)
    }
  }

  @Test func contentThatFitsIsNotHeldAtItsEnd() {
    var list = ScrolledContent(.viewport, at: 0, height: 100)
    list.happens(.roomChanges(at: .end, shift: 0))
    #expect(!list.keeper.isHolding)
  }

  @Test(arguments: Kind.allCases, [Duration.zero, .milliseconds(400)])
  func aClimbLandsExactly(in kind: Kind, length: Duration) {
    var list = ScrolledContent(kind, at: 5000.3)
    list.happens(.scrollRequested(to: .start, over: length))
    #expect(list.value == (length == .zero ? 0 : 1200))
    var last = list.value
    for _ in 0..<45 {
      list.frame()
      #expect(list.value <= last)
      last = list.value
    }
    #expect(list.value == 0)
    #expect(!list.keeper.isHolding)
  }

  /// A list view measures its last rows only while it scrolls to them.
  @Test(arguments: Kind.allCases)
  func aDescentLandsAtTheEndAlsoWhereThatMovesOnItsWay(in kind: Kind) {
    var list = ScrolledContent(kind, at: 4500)
    list.happens(.scrollRequested(to: .end, over: .milliseconds(400)))
    for frame in 0..<60 {
      if frame % 6 == 0, frame < 30 { list.rowsCome(below: 30) }
      list.frame()
    }
    #expect(list.value == list.end)
    #expect(list.end == 5750)
  }

  @Test(arguments: Kind.allCases, [false, true])
  func aLeapOfTheUserEndsEveryHold(in kind: Kind, isInLayout: Bool) {
    let holds: [(value: Double, event: ScrollKeeper.Event)] = [
      (0, .pulled(past: .start)), (0, .rowsArrived(at: .start)),
      (5600, .roomChanges(at: .end, shift: 0)),
      (5000, .scrollRequested(to: .start, over: .milliseconds(400))),
    ]
    for (value, event) in holds {
      var list = ScrolledContent(kind, at: value)
      list.happens(event)
      list.frame()
      let px = value == 0 ? 300.0 : -300
      if isInLayout { list.scrollsInLayout(by: px) } else { list.scrolls(by: px) }
      list.frame()
      #expect(!list.keeper.isHolding, "\(event)")
      if value == 0 { #expect(list.value == 300) }
      if value == 5600 { #expect(list.value == 5300) }
      let reached = list.value
      list.frame()
      #expect(list.value == reached, "\(event)")
    }
  }

  @Test(arguments: Kind.allCases, [AxisEdge.start, .end])
  func aKeyLeavesTheEdgeAlsoInTheFrameThatResizesTheViewport(in kind: Kind, edge: AxisEdge) {
    let changes: [(inout ScrolledContent) -> Void] = [
      { $0.takes(44, at: edge) }, { $0.outside = 300 },
      { $0.happens(.rowsArrived(at: edge)) },
      {
        $0.keeper.showsRowsAtEnd = true
        $0.rowsCome(below: 80)
      },
    ]
    for (index, change) in changes.enumerated() {
      var list = ScrolledContent(kind, at: edge == .start ? 0 : 5600)
      list.frame()
      change(&list)
      list.keeper.navigationKeyPressed(at: list.now)
      list.scrollsInLayout(by: edge == .start ? 700 : -700)
      for _ in 0..<3 { list.frame() }
      let distance = edge == .start ? list.value : list.end - list.value
      #expect((600...800).contains(distance), "\(index)")
    }
  }

  @Test(arguments: Kind.allCases, [AxisEdge.start, .end])
  func aKeyThatDoesNotScrollEndsNoHold(in kind: Kind, edge: AxisEdge) {
    var list = ScrolledContent(kind, at: edge == .start ? 0 : 5600)
    list.keeper.navigationKeyPressed(at: list.now)
    list.takes(44, at: edge)
    list.frame()
    #expect(list.keeper.isHolding)
    #expect(list.value == (edge == .start ? 0 : 5644))
    // A key counts for one layout only.
    list.scrollsInLayout(by: edge == .start ? 80 : -80)
    list.outside = 300
    list.frame()
    #expect(list.value == (edge == .start ? 0 : 5744))
  }

  /// The key had nothing to move, so no layout followed it for a long time.
  @Test(arguments: Kind.allCases)
  func aKeyOfLongAgoEndsNoHold(in kind: Kind) {
    var list = ScrolledContent(kind, at: 5600)
    list.keeper.navigationKeyPressed(at: list.now)
    for _ in 0..<60 { list.frame(isLaidOut: false) }
    list.takes(44, at: .end)
    list.scrollsInLayout(by: -210)
    list.frame()
    #expect(list.value == 5644)
  }

  @Test(arguments: Kind.allCases)
  func aKeyThatRequestsAScrollToTheEndReachesIt(in kind: Kind) {
    var list = ScrolledContent(kind, at: 4500)
    list.keeper.navigationKeyPressed(at: list.now)
    list.happens(.scrollRequested(to: .end, over: .zero))
    list.rowsCome(above: 120, below: 180)
    list.frame()
    #expect(list.value == list.end)
  }

  /// GTK 4.8 does so with long rows: it finds the rows in sight by another part of the viewport.
  @Test func aListViewThatLosesItsPlaceInASmallerViewportIsBroughtBackToItsEnd() {
    var list = ScrolledContent(.listView, at: 5600)
    list.takes(44, at: .end)
    list.scrollsInLayout(by: -210)
    list.frame()
    #expect(list.keeper.isHolding)
    #expect(list.value == 5644)
  }

  @Test(arguments: Kind.allCases, [false, true])
  func whoLeapsWhileRoomOpensStaysThere(in kind: Kind, isInLayout: Bool) {
    var list = ScrolledContent(kind, at: 700)
    let place = list.readRow
    for step in 1...9 {
      if step == 3 { list.takes(54, at: .start) }
      if step == 4 {
        if isInLayout { list.scrollsInLayout(by: 500) } else { list.scrolls(by: 500) }
      }
      list.frame()
    }
    // In the frame of the jump, a list view's own error cannot be distinguished from the jump.
    #expect(abs(list.readRow - (place - 500)) <= 3)
  }

  @Test(arguments: Kind.allCases)
  func aDeviceEndsEveryHoldButThatOfWhatIsRead(in kind: Kind) {
    for event: ScrollKeeper.Event in [
      .pulled(past: .start), .scrollRequested(to: .start, over: .seconds(1)),
    ] {
      var list = ScrolledContent(kind, at: 700)
      list.happens(event)
      list.keeper.userMoved()
      #expect(!list.keeper.isHolding)
      let place = list.readRow
      list.scrolls(by: 200)
      list.room[.start] = 9
      list.frame()
      #expect(abs(list.readRow - (place - 200 + 9)) < 1)
    }
  }

  @Test(arguments: [1, 2, 3])
  func whoScrollsAfterARowTookRoomGoesAsFarAsTheyScroll(after frames: Int) {
    var list = ScrolledContent(.viewport, at: 700)
    let place = list.readRow
    list.takes(54, at: .start)
    for _ in 0..<frames { list.frame() }
    list.keeper.userMoved()
    list.scrolls(by: 90)
    for _ in 0..<6 { list.frame() }
    #expect(list.readRow == place - 90)
  }

  @Test(arguments: [Kind.viewport, .listView])
  func aUserWhoScrollsRightAfterAChangeGoesWhereTheyWant(in kind: Kind) {
    var list = ScrolledContent(kind, at: 700)
    let place = list.readRow
    list.rowsCome(above: 72)
    list.happens(.rowsChanged(contentMovesItself: false))
    list.frame()
    list.scrolls(by: 90)
    for _ in 0..<6 { list.frame() }
    #expect(list.readRow == place - 90)
  }

  /// A text view lays its lines out in parts while the main loop is idle, maybe many frames later.
  @Test func aFlingOfATextGoesOnUntilItsNewLinesAreLaidOut() {
    var list = ScrolledContent(.textView, at: 1000)
    list.keeper.userLetGo()
    for _ in 0..<5 {
      list.scrolls(by: -10)
      list.frame()
    }
    list.rowsCome(above: 72)
    list.happens(.rowsChanged(contentMovesItself: true))
    var rows = [list.readRow]
    for frame in 0..<12 {
      if frame == 7 { list.rowsCome(above: 36) }
      list.frame(isLaidOut: frame > 1)
      rows.append(list.readRow)
    }
    let steps = zip(rows, rows.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { (4...11).contains($0) }, "\(steps)")
  }

  @Test func aHoldEndsASecondAfterItsFirstFrame() {
    var list = ScrolledContent(.viewport, at: 5600)
    list.takes(44, at: .end)
    for _ in 0..<59 { list.frame() }
    #expect(list.keeper.isHolding)
    for _ in 0..<5 { list.frame() }
    #expect(!list.keeper.isHolding)
  }

  @Test(arguments: [Kind.listView, .roundedListView], [700, 700.2, 700.5, 700.8])
  func whatIsOnlyRoundedLeadsToNoLayouts(in kind: Kind, value: Double) {
    var list = ScrolledContent(kind, at: value)
    list.frame()
    list.takes(54, at: .start)
    for step in 1...40 {
      list.frame()
      #expect(list.writes <= 2)
      if step > 4 { #expect(list.writes == 0) }
    }
  }

  // MARK: Any order

  @Test(arguments: Kind.allCases)
  func whateverHappensWhatIsReadStays(in kind: Kind) {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<200 {
      var list = ScrolledContent(kind, at: Double(Int.random(in: 1500...4000, using: &random)))
      let place = list.readRow
      for frame in 0..<120 {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: list.takes(list.room[.start] == 0 ? 54 : 0, at: .start)
        case 1, 2:
          list.rowsCome(above: Double(Int.random(in: -3...6, using: &random)) * 72)
          list.happens(.rowsChanged(contentMovesItself: kind == .textView))
        case 4: list.takes(list.room[.end] == 0 ? 44 : 0, at: .end)
        case 3:
          list.rowsCome(below: Double(Int.random(in: 1...6, using: &random)) * 72)
        default: break
        }
        list.frame()
        #expect(abs(list.readRow - place) <= 1, "frame \(frame)")
      }
    }
  }
}
