import Mail
import MailTesting
import PullToRefresh
import Synchronization
import TidelineGtk
import XCTest

@testable import Tideline

/// One list that shows several folders in turn.
nonisolated final class FolderListTests: StoreTestCase {
  func testAFolderIsListedInPlaceOfTheOneBefore() throws {
    try withFeed(of: PagedAccount.twoFolders(until: 1018)) { feed, list in
      _ = try await feed.source.mailboxes[0].refresh()
      await feed.listAndWait(Listing())
      XCTAssertEqual(list.seconds, [1017, 1016, 1015])
      await feed.listAndWait(Listing(folder: .inbox))
      XCTAssertEqual(list.seconds, [1016, 1014, 1012])
      await feed.listAndWait(Listing(folder: FolderName("folder1")))
      XCTAssertEqual(list.seconds, [1017, 1015, 1013])
      _ = try await feed.loadMore(list.controller)
      XCTAssertEqual(list.seconds, [1017, 1015, 1013, 1011, 1009, 1007])
    }
  }

  func testAConversationIsClosedInAFolderThatLacksIt() throws {
    try withFeed(of: PagedAccount.twoFolders(until: 1018)) { feed, list in
      _ = try await feed.source.mailboxes[0].refresh()
      await feed.listAndWait(Listing(folder: .inbox))
      var shown: [Int64?] = []
      list.list.selection.onChange = { shown.append($0) }
      list.list.selected = list.list.model.keys[0]
      await feed.listAndWait(Listing())
      XCTAssertEqual(list.list.selected, list.list.model.keys[1])
      await feed.listAndWait(Listing(folder: nil, search: "1014"))
      XCTAssertNotNil(list.list.selected, "a search keeps it")
      await feed.listAndWait(Listing(folder: FolderName("folder1")))
      XCTAssertNil(list.list.selected)
      XCTAssertEqual(shown, [nil])
    }
  }

  func testTheFolderBeforeIsNotShownWhileThePageTakesLong() throws {
    try withSlowFeed { feed, list, source in
      await feed.listAndWait(Listing(folder: .inbox))
      source.isHeld.withLock { $0 = true }
      feed.list(Listing(folder: FolderName("folder1")))
      while list.list.model.count > 0 { await Task.yield() }
      source.isHeld.withLock { $0 = false }
      while list.seconds != [1017, 1015, 1013] { await Task.yield() }
    }
  }

  func testASearchKeepsTheRowsUntilItsOwnAreThere() throws {
    try withSlowFeed { feed, list, source in
      await feed.listAndWait(Listing(folder: .inbox))
      source.isHeld.withLock { $0 = true }
      feed.list(Listing(folder: .inbox, search: "1014"))
      let end = ContinuousClock.now + .milliseconds(300)
      while ContinuousClock.now < end {
        XCTAssertEqual(list.seconds, [1016, 1014, 1012])
        await Task.yield()
      }
      source.isHeld.withLock { $0 = false }
      while list.seconds != [1014] { await Task.yield() }
    }
  }

  func testARefreshMeanwhileEndsWithTheNewFolder() throws {
    try withSlowFeed { feed, list, source in
      await feed.listAndWait(Listing(folder: .inbox))
      source.isHeld.withLock { $0 = true }
      feed.list(Listing(folder: FolderName("folder1")))
      let refresh = Task { try await feed.refresh(list.controller) }
      for _ in 0..<100 { await Task.yield() }
      source.isHeld.withLock { $0 = false }
      _ = try await refresh.value
      while list.seconds != [1017, 1015, 1013] { await Task.yield() }
    }
  }

  func testARefreshThatIsEndingOutlivesAnotherListing() throws {
    try withSlowFeed { feed, list, source in
      await feed.listAndWait(Listing(folder: .inbox))
      source.isHeld.withLock { $0 = true }
      let refresh = Task { try await feed.refresh(list.controller) }
      while source.waiting.withLock({ $0 }) == 0 { await Task.yield() }
      feed.list(Listing(folder: .inbox, search: "1014"))
      source.isHeld.withLock { $0 = false }
      _ = try await refresh.value
      while list.seconds != [1014] { await Task.yield() }
    }
  }

  private func withSlowFeed(
    _ body: @escaping @MainActor (MailboxFeed, ShownList, HeldSource) async throws -> Void
  ) throws {
    try withFeed(of: PagedAccount.twoFolders(until: 1018)) { first, list in
      _ = try await first.source.mailboxes[0].refresh()
      let source = HeldSource(first.source)
      let feed = MailboxFeed(source: source, listing: .all, list: list.list) { 3 }
      try await body(feed, list, source)
      feed.stop()
    }
  }
}

/// A mailbox that reads no page while it is held, like one on a disk that hangs.
private nonisolated final class HeldSource: ConversationSource {
  let isHeld = Mutex(false)
  /// The number of readings that are held.
  let waiting = Mutex(0)
  private let source: any ConversationSource
  var title: String { source.title }
  var mailboxes: [Mailbox] { source.mailboxes }

  init(_ source: any ConversationSource) { self.source = source }

  func origin(of conversation: Int64) -> ConversationOrigin? {
    source.origin(of: conversation)
  }

  func conversations(
    in listing: Listing,
    after cursor: Cursor?,
    limit: Int,
    budget: SearchBudget?,
    asksAccount: Bool
  ) async throws -> ConversationPage {
    try await wait()
    return try await source.conversations(
      in: listing,
      after: cursor,
      limit: limit,
      budget: budget,
      asksAccount: asksAccount
    )
  }

  private func wait() async throws {
    waiting.withLock { $0 += 1 }
    defer { waiting.withLock { $0 -= 1 } }
    while isHeld.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
  }

  func conversations(_ ids: [Int64]) async throws -> [Conversation] {
    try await source.conversations(ids)
  }

  func places(in listing: Listing, downTo end: Cursor?) async throws -> Places {
    try await source.places(in: listing, downTo: end)
  }

  func revision() async throws -> Int64 {
    try await wait()
    return try await source.revision()
  }

  func current(_ id: Int64) async throws -> Int64? { try await source.current(id) }

  func conversation(holding messageID: String) async throws -> Int64? {
    try await source.conversation(holding: messageID)
  }

  func refresh(
    for folder: FolderName?,
    progress: (@Sendable (RefreshProgress) -> Void)?
  ) async throws -> RefreshSummary {
    try await source.refresh(for: folder, progress: progress)
  }

  func states(in listing: Listing) -> [AsyncStream<MailboxState>] { source.states(in: listing) }
}
