import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// A chat: older messages come above and move nothing; new messages come below, and are shown to a
/// reader at the bottom.
final class ChatTests: WidgetTestCase {
  @MainActor func testRowsThatALoadPutsAboveMoveNothingInAnyContent() throws {
    for kind in GuestWindow.Kind.allCases {
      for place in kind == .listView ? [0.0, 5, 700] : [0, 700] {
        let guest = try GuestWindow(kind)
        guest.scrolled.refreshable(at: .bottom) {}
        guest.scrolled.loadsMore(at: .top) { LoadedRows(added: 0, hasMore: true) }
        guest.present()
        XCTAssertTrue(MainLoop.run { guest.scrolled.room(.top) == 44 }, "\(kind)")
        guest.scroll(to: place)
        let isFar = place > 100
        if isFar { XCTAssertTrue(MainLoop.run { guest.scrolled.room(.top) == 0 }) }
        guest.paint(80)
        let row = guest.row(below: 100)
        let top = try XCTUnwrap(guest.tops[row])
        let isDone = guest.scrolled.updateSoon { guest.insert(["old 0", "old 1", "old 2"]) }
        let seen = guest.painted(40) { guest.tops[row] }
        let error = seen.map { abs(($0 ?? .infinity) - top) }.max() ?? .infinity
        XCTAssertLessThanOrEqual(error, 1, "\(kind) from \(place)")
        XCTAssertTrue(isDone())
        guest.window.destroy()
      }
    }
  }

  @MainActor func testRowsMayComeAboveInAnyFrameInWhichARowOpens() throws {
    for frames in 0..<6 {
      let chat = try ChatWindow(100_000)
      try chat.controller.list?.loadsMore {
        try await Task.sleep(for: .seconds(600))
        return LoadedRows(hasMore: true)
      }
      try chat.present()
      // GTK 4.8 assumes 0 px for the first rows added there, and their height for later rows.
      chat.prepend(30)
      chat.paint(4)
      try chat.scroll(by: -600)
      chat.paint(4)
      let line = try chat.readLine()
      try chat.controller.loadMore.action.activate()
      chat.paint(frames)
      let isDone = chat.scrolled.updateSoon { chat.prepend(30) }
      let errors = chat.window.painted(20) { abs((chat.tops[line.key] ?? .infinity) - line.top) }
      XCTAssertLessThanOrEqual(try XCTUnwrap(errors.max()), 1, "after \(frames)")
      XCTAssertTrue(isDone())
      chat.window.destroy()
    }
  }

  /// The opening load-more row moves the line, which must not move back if that row is hidden.
  @MainActor func testRowsMayComeAboveWhileTheirRowIsOpenAtTheStart() throws {
    for frames in [1, 4, 40] {
      for distance in [0.0, 28] { try showRowsAbove(after: frames, scrolledBy: distance) }
    }
  }

  /// One of these frames is the last one of the opening, in which the row gets its room.
  @MainActor func testRowsMayComeAboveInTheFrameInWhichTheirRowIsOpen() throws {
    for frames in 1...6 { try showRowsAbove(after: frames, opening: .milliseconds(50)) }
  }

  @MainActor private func showRowsAbove(
    after frames: Int,
    scrolledBy distance: Double = 0,
    opening: Duration? = nil
  ) throws {
    let chat = try ChatWindow(1000)
    try chat.controller.list?.loadsMore {
      try await Task.sleep(for: .seconds(600))
      return LoadedRows(hasMore: true)
    }
    try chat.controller.loadMore.mode = .automatic(prefetch: 1)
    if let opening { try chat.controller.metrics.openDuration = opening }
    try chat.present()
    try chat.scroll(by: -chat.adjustment.value + 5)
    chat.paint(8)
    try chat.scroll(by: -chat.adjustment.value)
    chat.paint(frames)
    try chat.scroll(by: distance)
    chat.paint(1)
    let line = try chat.readLine()
    let isDone = chat.scrolled.updateSoon { chat.prepend(30) }
    let tops = [line.top] + chat.window.painted(20) { chat.tops[line.key] ?? -.infinity }
    let steps = zip(tops, tops.dropFirst()).map { $1 - $0 }
    XCTAssertGreaterThanOrEqual(try XCTUnwrap(steps.min()), -1, "\(frames), \(distance)")
    XCTAssertTrue(isDone())
    chat.window.destroy()
  }

  /// GTK gives a frame four layouts, and then draws even widgets that are not laid out.
  @MainActor func testAChatIsAtItsNewestMessageAfterTwoLayouts() throws {
    let chat = try ChatWindow(100_000)
    gtk_widget_realize(chat.window.asWidget)
    var (layouts, most) = (0, 0)
    let clock = try XCTUnwrap(chat.window.frameClock)
    let connections = [
      clock.after(.update) { layouts = 0 },
      clock.after(.layout) {
        layouts += 1
        most = max(most, layouts)
      },
    ]
    try chat.present()
    XCTAssertEqual(most, 2)
    for connection in connections { connection.disconnect() }
  }

  @MainActor func testAnyContentOpensAtItsEnd() throws {
    for kind in GuestWindow.Kind.allCases {
      let guest = try GuestWindow(kind)
      guest.scrolled.refreshable(at: .bottom) {}
      guest.present()
      guest.scrolled.refreshController?.scroll(to: .bottom, isAnimated: false)
      guest.paint(10)
      let adjustment = guest.scrolled.verticalAdjustment
      XCTAssertGreaterThan(adjustment.value, 1000, "\(kind)")
      XCTAssertEqual(adjustment.value, adjustment.upper - adjustment.pageSize, "\(kind)")
      guest.window.destroy()
    }
  }

  @MainActor func testNewMessagesShowToThoseWhoAreAtTheBottom() throws {
    for isOpenedInItsMiddle in [false, true] {
      let chat = try ChatWindow(loadedToItsNewestOf: 500, isOpenedInItsMiddle)
      try chat.present()
      let isDone = chat.scrolled.updateSoon(arrivals: 3) { chat.append(3) }
      XCTAssertTrue(MainLoop.run(until: isDone))
      XCTAssertTrue(MainLoop.run { chat.tops[503] != nil })
      XCTAssertFalse(try chat.controller.showNewRowsAction.isEnabled)
      // A program may also append messages without `update`.
      chat.append(1)
      XCTAssertTrue(MainLoop.run { chat.tops[504] != nil }, "\(isOpenedInItsMiddle)")
      chat.window.destroy()
    }
  }

  @MainActor func testNewMessagesThatAHandlerJustAppendsShowToo() throws {
    let chat = try ChatWindow(500)
    try chat.controller.list?.refreshable { [unowned chat] in chat.append(3) }
    try chat.present()
    try chat.controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { chat.tops[503] != nil })
    XCTAssertTrue(
      MainLoop.run { (try? chat.controller.refresh.state.moment) == .idle }
    )
  }

  @MainActor func testWhoReadsFurtherUpIsToldOfNewMessagesBelow() throws {
    for isOpenedInItsMiddle in [false, true] {
      let chat = try ChatWindow(loadedToItsNewestOf: 500, isOpenedInItsMiddle)
      try chat.present()
      try chat.scroll(by: -900)
      chat.paint(4)
      let line = try chat.readLine()
      let isDone = chat.scrolled.updateSoon(arrivals: 2) { chat.append(2) }
      XCTAssertTrue(MainLoop.run(until: isDone))
      chat.paint(20)
      XCTAssertEqual(chat.tops[line.key], line.top)
      let pill = try XCTUnwrap(chat.pill)
      XCTAssertGreaterThan(try XCTUnwrap(pill.top(in: chat.window)), 200, "it floats below")
      XCTAssertTrue(
        MainLoop.run {
          ListWindow.all(below: pill).contains {
            $0.typeName == "GtkLabel" && unsafeBitCast($0, to: Label.self).text == "2 new below"
          }
        }
      )
      try chat.controller.showNewRowsAction.activate()
      XCTAssertTrue(MainLoop.run { chat.tops[502] != nil })
      chat.window.destroy()
    }
  }

  @MainActor func testAChatWithMoreToLoadBelowFollowsNothingThere() throws {
    let chat = try ChatWindow(loadedToItsNewestOf: 500, true)
    try chat.present()
    try chat.scroll(by: -900)
    chat.paint(4)
    let isDone = chat.scrolled.updateSoon(arrivals: 2) { chat.append(2) }
    XCTAssertTrue(MainLoop.run(until: isDone))
    XCTAssertTrue(try chat.controller.showNewRowsAction.isEnabled)
    try chat.controller.loadMore.hasMore = true
    XCTAssertFalse(try chat.controller.showNewRowsAction.isEnabled)
    let isDoneAgain = chat.scrolled.updateSoon(arrivals: 2) { chat.append(2) }
    XCTAssertTrue(MainLoop.run(until: isDoneAgain))
    XCTAssertFalse(try chat.controller.showNewRowsAction.isEnabled)
    XCTAssertTrue(MainLoop.run { chat.pill?.isVisible == false })
  }

  /// `CHAT_SESSIONS=200` plays 200 sessions instead of 4, and `CHAT_SEED=74` begins with seed 74.
  func testTheLineThatIsReadStaysInEveryFrameOfRandomSessions() throws {
    let environment = ProcessInfo.processInfo.environment
    let sessions = environment["CHAT_SESSIONS"].flatMap(UInt64.init) ?? 4
    let first = environment["CHAT_SEED"].flatMap(UInt64.init) ?? 0
    try onMainActor {
      for seed in first..<first + sessions {
        var session = try ChatSession(seed: seed)
        try session.play()
      }
    }
  }
}

/// One session in a chat of 100,000 messages: random scrolls, loads, arrivals and resizes, a
/// composer that grows, and pictures that are loaded late.
@MainActor private struct ChatSession {
  private enum Step: CaseIterable {
    case scrollUp, scrollDown, jumpToTheOldest, load, arrive, resize
    case write, latePicture, lateRowAbove
  }

  let seed: UInt64
  private let chat: ChatWindow
  private var random: SessionNumbers

  init(seed: UInt64) throws {
    self.seed = seed
    random = SessionNumbers(seed: seed)
    chat = try ChatWindow(100_000)
    try chat.controller.loadMore.mode = .automatic(prefetch: 1)
  }

  mutating func play() throws {
    try chat.present()
    for number in 0..<10 {
      let step = Step.allCases.randomElement(using: &random) ?? .load
      let about = "seed \(seed), step \(number), \(step)"
      if try perform(step) {
        // A list view that measures further rows may scroll to the very start. The row that opens
        // there moves the line.
        if chat.adjustment.value >= 1 { try watch(about) } else { chat.paint(30) }
      } else {
        try watchWhile(step, about)
      }
    }
    chat.window.destroy()
  }

  /// Performs a step. Afterwards the step itself no longer moves the line; rows may still arrive.
  ///
  /// - Returns: false for the steps that ``watchWhile(_:_:)`` performs.
  private mutating func perform(_ step: Step) throws -> Bool {
    switch step {
    case .scrollUp:
      // At the very start the row of a load would open and move the line.
      let distance = Double.random(in: 20...1500, using: &random)
      try chat.scroll(by: -min(distance, max(0, chat.adjustment.value - 2)))
    case .scrollDown:
      // A scroll past the end would be a pull, whose row moves the line.
      try chat.scroll(by: min(.random(in: 20...700, using: &random), distanceToTheEnd))
    case .jumpToTheOldest:
      try chat.scroll(by: -chat.adjustment.value + .random(in: 2...300, using: &random))
    case .load: try chat.controller.loadMore.isRunning = true
    case .arrive:
      // At the bottom the list would scroll to the new message.
      if distanceToTheEnd < 1 { try chat.scroll(by: -300) }
      chat.paint(2)
      _ = chat.scrolled.updateSoon(arrivals: 1) { [chat] in chat.append(1) }
      return true
    case .resize:
      let width = Int32.random(in: 250...500, using: &random)
      gtk_window_set_default_size(chat.window, width, .random(in: 300...600, using: &random))
      chat.paint(6)
      return true
    case .write, .latePicture, .lateRowAbove: return false
    }
    chat.paint(1)
    return true
  }

  private var distanceToTheEnd: Double {
    chat.adjustment.upper - chat.adjustment.pageSize - chat.adjustment.value
  }

  /// Performs a step and watches it: a list at its end stays there; otherwise the line stays.
  private mutating func watchWhile(_ step: Step, _ about: String) throws {
    // Waits for loads: a list view makes up for only one of new rows and a growing row in a frame.
    var framesWithoutLoad = 0
    while framesWithoutLoad < 3 {
      chat.paint(1)
      framesWithoutLoad = try chat.controller.loadMore.isRunning ? 0 : framesWithoutLoad + 1
    }
    let isAtEnd = distanceToTheEnd < 1
    let line = try chat.readLine()
    switch step {
    case .write: chat.growComposer(to: .random(in: 0...160, using: &random))
    case .latePicture where isAtEnd:
      let key = chat.rows.keys.randomElement(using: &random)
      chat.showPicture(try XCTUnwrap(key), .random(in: 120...300, using: &random))
    default:
      let above = chat.rows.filter { ($0.value.top(in: chat.scrolled) ?? 0) < 0 }.keys.min()
      guard let above else { return }
      chat.showPicture(above, .random(in: 120...300, using: &random))
    }
    guard isAtEnd else { return try watch(about, line) }
    let worst = chat.window.painted(24) { [self] in distanceToTheEnd }.max() ?? 0
    XCTAssertLessThan(worst, 1, about)
  }

  private func watch(_ about: String, _ noted: (key: Int64, top: Double)? = nil) throws {
    let line = try noted ?? chat.readLine()
    var worst = 0.0
    chat.window.painted(24) { [chat] in
      worst = max(worst, abs((chat.tops[line.key] ?? .infinity) - line.top))
    }
    XCTAssertLessThanOrEqual(worst, 1, about)
  }
}

/// GLib's random numbers, the same for the same seed.
@MainActor private final class SessionNumbers: @MainActor RandomNumberGenerator {
  private let source: OpaquePointer

  init(seed: UInt64) { source = g_rand_new_with_seed(UInt32(truncatingIfNeeded: seed)) }

  isolated deinit { g_rand_free(source) }

  func next() -> UInt64 { UInt64(g_rand_int(source)) << 32 | UInt64(g_rand_int(source)) }
}
