import Foundation
import Mail
import MailTesting
import PullToRefresh
import Synchronization
import TidelineGtk
import TidelineProgram
import XCTest

@testable import Tideline

/// One list that shows several searches in turn, while it is refreshed and paged.
nonisolated final class FeedListingTests: StoreTestCase {
  func testOnlyTheLastWishIsShown() throws {
    try withSwitch { wish in
      try await wish.fill("tide", "tidal", "tinder", "boat")
      wish.list { $0.search = "t" }
      wish.list { $0.search = "ti" }
      wish.list { $0.search = "tid" }
      try await wish.untilShown()
      XCTAssertEqual(wish.subjects, ["tidal", "tide"])
      XCTAssertEqual(wish.timesShown, 1)
      wish.list { $0.search = "" }
      try await wish.untilShown()
      XCTAssertEqual(wish.subjects, ["boat", "tinder", "tidal"])
      XCTAssertTrue(wish.feed.hasMore)
    }
  }

  func testASearchIsPaged() throws {
    try withSwitch { wish in
      try await wish.fill("tide 1", "boat", "tide 2", "tide 3", "tide 4", "tide 5")
      wish.list { $0.search = "tide" }
      try await wish.untilShown()
      XCTAssertEqual(wish.subjects, ["tide 5", "tide 4", "tide 3"])
      let loaded = try await wish.feed.loadMore(wish.list.controller)
      XCTAssertEqual(wish.subjects, ["tide 5", "tide 4", "tide 3", "tide 2", "tide 1"])
      XCTAssertFalse(loaded.hasMore)
    }
  }

  func testAPageOfTheSearchBeforeIsDropped() throws {
    try withSwitch { wish in
      try await wish.fill("tide 1", "tide 2", "boat 3", "boat 4", "boat 5", "boat 6")
      let late = Task { try await wish.feed.loadMore(wish.list.controller) }
      wish.list { $0.search = "tide" }
      try await wish.untilShown()
      let loaded = try? await late.value
      XCTAssertNotEqual(loaded?.added, 0, "the footer takes two of those for a failure")
      XCTAssertEqual(wish.subjects, ["tide 2", "tide 1"])
    }
  }

  func testARefreshKeepsTheSearch() throws {
    try withSwitch { wish in
      try await wish.fill("tide 1", "boat")
      wish.list { $0.search = "tide" }
      try await wish.untilShown()
      wish.source.post(["boat 2", "tide 2"])
      let result = try await wish.feed.refresh(wish.list.controller)
      XCTAssertEqual(wish.subjects, ["tide 2", "tide 1"])
      XCTAssertEqual(result, tr("%d new", "%d new", 2))
    }
  }

  func testASearchThatBeginsDuringARefreshEndsUpToDate() throws {
    try withSwitch { wish in
      try await wish.fill("tide 1", "boat")
      wish.source.post(["tide 2"])
      wish.source.isHeld.withLock { $0 = true }
      let refresh = Task { try await wish.feed.refresh(wish.list.controller) }
      wish.list { $0.search = "tide" }
      try await wish.untilShown()
      XCTAssertEqual(wish.subjects, ["tide 1"])
      wish.source.isHeld.withLock { $0 = false }
      _ = try await refresh.value
      XCTAssertEqual(wish.subjects, ["tide 2", "tide 1"])
    }
  }

  func testWhatIsUnreadIsShownBySwitch() throws {
    try withSwitch { wish in
      try await wish.fill("tide 1", "boat", "tide 2")
      wish.list { $0.unreadOnly = true }
      try await wish.untilShown()
      XCTAssertEqual(wish.subjects, [])
      wish.source.post(["tide 3"], flags: [])
      _ = try await wish.feed.refresh(wish.list.controller)
      XCTAssertEqual(wish.subjects, ["tide 3"])
      wish.list { $0.search = "boat" }
      try await wish.untilShown()
      XCTAssertEqual(wish.subjects, [])
    }
  }

  // MARK: Searches that take long

  func testASearchThatTakesLongShowsWhatItHasAndGoesOn() throws {
    try withSwitch({ .short() }) { wish in
      try await wish.fillWithOldTides()
      wish.list { $0.search = "tides" }
      try await wish.untilSearched()
      XCTAssertEqual(wish.history.map(\.count), [1, 2, 3, 3])
      XCTAssertEqual(wish.subjects, ["tides 250", "tides 150", "tides 50"])
      XCTAssertTrue(wish.feed.hasMore)
      _ = try await wish.feed.loadMore(wish.list.controller)
      XCTAssertEqual(wish.subjects.last, "tides 5")
      XCTAssertFalse(wish.feed.hasMore)
    }
  }

  func testASearchThatGoesOnIsSeenInTheFooter() throws {
    try withSwitch({ .short() }) { wish in
      try await wish.fillWithOldTides()
      let (feed, controller) = (wish.feed, wish.list.controller)
      wish.list.list.widget.loadsMore { try await feed.loadMore(controller) }
      wish.list { $0.search = "tides" }
      try await wish.untilSearched()
      XCTAssertEqual(wish.footerRuns.prefix(3), [false, true, true])
      while controller.loadMore.isRunning { await Task.yield() }
      XCTAssertEqual(wish.subjects.count, 3, "the footer waits for the search and adds nothing")
    }
  }

  func testASearchThatFindsNothingGoesOnToTheEnd() throws {
    try withSwitch({ .short() }) { wish in
      try await wish.fillWithOldTides()
      wish.list { $0.search = "whales" }
      try await wish.untilShown()
      XCTAssertTrue(wish.feed.isSearchingOn, "nobody knows yet that there is none")
      try await wish.untilSearched()
      XCTAssertEqual(wish.subjects, [])
      XCTAssertFalse(wish.feed.hasMore)
    }
  }

  func testTheNextKeyEndsASearchThatGoesOn() throws {
    let looks = Looks()
    try withSwitch({ .short { looks.look() } }) { wish in
      looks.atSecond.withLock { $0 = { [weak wish] in wish?.list { $0.search = "boat" } } }
      try await wish.fillWithOldTides()
      wish.list { $0.search = "tides" }
      while looks.count.withLock({ $0 }) < 2 || wish.subjects.first != "boat 299" {
        await Task.yield()
      }
      for _ in 0..<200 { await Task.yield() }
      XCTAssertEqual(looks.count.withLock { $0 }, 2)
      XCTAssertEqual(wish.subjects, ["boat 299", "boat 298", "boat 297"])
      XCTAssertFalse(wish.feed.isSearchingOn)
    }
  }

  func testARefreshDoesNotEndASearchThatGoesOn() throws {
    try withSwitch({ .short() }) { wish in
      try await wish.fillWithOldTides()
      wish.source.post(["tides 300"])
      let refresh = Task { try await wish.feed.refresh(wish.list.controller) }
      wish.list { $0.search = "tides" }
      try await wish.untilSearched()
      _ = try await refresh.value
      XCTAssertEqual(wish.subjects.prefix(3), ["tides 300", "tides 250", "tides 150"])
    }
  }

  /// Runs the body as a task of the main loop, with pages of three.
  private func withSwitch(
    _ pieces: @escaping @MainActor () -> SearchPieces = { SearchPieces() },
    _ body: @escaping @MainActor (Wish) async throws -> Void
  ) throws {
    let source = Letters()
    try withFeed(of: source, pieces: pieces) { feed, list in
      try await body(Wish(list, feed, source))
    }
  }
}

/// A feed whose listing changes, and the content of its list.
@MainActor private final class Wish {
  let list: ShownList
  let source: Letters
  let feed: MailboxFeed
  private(set) var timesShown = 0
  /// The rows after each change, and whether the footer was refreshing.
  private(set) var history: [[String]] = []
  private(set) var footerRuns: [Bool] = []

  init(_ list: ShownList, _ feed: MailboxFeed, _ source: Letters) {
    (self.list, self.feed, self.source) = (list, feed, source)
    feed.onShown = { [weak self] in self?.noteWhatIsShown() }
  }

  func list(_ change: (inout Listing) -> Void) {
    var listing = feed.listing
    change(&listing)
    feed.list(listing)
  }

  private func noteWhatIsShown() {
    timesShown += 1
    history.append(subjects)
    footerRuns.append(list.controller.loadMore.isRunning)
  }

  /// Tides are in every hundredth conversation, and in one of the oldest. Each is beyond the reach
  /// of one piece of the search, which has to check all words of the same prefix.
  func fillWithOldTides() async throws {
    source.post(
      (0..<300).map { ($0 % 100 == 50 || $0 == 5 ? "tides" : "boat") + " \($0)" },
      snippet: "Tidewater whalers"
    )
    try await fill()
  }

  /// Waits until the first page is complete.
  func untilSearched() async throws {
    try await untilShown()
    while feed.isSearchingOn { await Task.yield() }
  }

  func fill(_ subjects: String...) async throws {
    source.post(subjects)
    _ = try await feed.source.mailboxes[0].refresh()
    try await feed.showFirstPage()
  }

  func untilShown() async throws {
    let before = timesShown
    while timesShown == before { await Task.yield() }
  }

  var subjects: [String] {
    (0..<list.list.model.count).compactMap { list.list.model[list.list.model.keys[$0]]?.subject }
  }
}

/// Counts the pieces after the first.
private nonisolated final class Looks: Sendable {
  let count = Mutex(0)
  let atSecond = Mutex<(@MainActor @Sendable () -> Void)?>(nil)

  @MainActor func look() {
    let isSecond = count.withLock { count in
      count += 1
      return count == 2
    }
    if isSecond { atSecond.withLock { $0 }?() }
  }
}

extension SearchPieces {
  /// A piece that has no time still searches some dozens of conversations.
  fileprivate static func short(onNext: @escaping () -> Void = {}) -> SearchPieces {
    SearchPieces {
      SearchBudget(.zero)
    } next: {
      onNext()
      return SearchBudget(.zero)
    }
  }
}

/// A source that delivers a test's conversations, one for each second.
private nonisolated final class Letters: OneFolderAccount {
  let identifier = "letters"
  let title = "Letters"
  /// While this is set, delivered conversations are not reported.
  let isHeld = Mutex(false)
  private let waiting = Mutex<(batch: MailBatch, count: Int)>((MailBatch(), 0))

  func post(_ subjects: [String], flags: MessageFlags = .seen, snippet: String = "") {
    waiting.withLock { waiting in
      for subject in subjects {
        waiting.count += 1
        let head = MessageHead(
          messageID: "\(waiting.count)@letters",
          date: 1_600_000_000 + Int64(waiting.count),
          subject: subject,
          snippet: snippet
        )
        let key = MessageKey(bytes: Array("\(waiting.count)".utf8))
        waiting.batch.new.append(IncomingMessage(key: key, flags: flags, head: head))
      }
    }
  }

  func deliver(_ report: @Sendable (MailBatch) async throws -> Void) async throws {
    while isHeld.withLock({ $0 }) { await Task.yield() }
    let batch = waiting.withLock { waiting in
      defer { waiting.batch = MailBatch() }
      return waiting.batch
    }
    try await report(batch)
  }
}
