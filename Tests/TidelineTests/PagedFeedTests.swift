import Mail
import MailTesting
import PullToRefresh
import Synchronization
import TidelineGtk
import XCTest

@testable import Tideline

/// A list on an account that delivers its mail page by page, and takes its time.
nonisolated final class PagedFeedTests: StoreTestCase {
  /// Runs the body with a list of all folders, as it opens after a refresh.
  private func withFeed(
    _ body: @escaping @MainActor (MailboxFeed, ShownList, PagedAccount) async throws -> Void
  ) throws {
    let account = PagedAccount.twoFolders(until: 1400)
    try withFeed(of: account) { feed, list in
      _ = try await feed.source.mailboxes[0].refresh()
      await feed.listAndWait(Listing())
      list.list.widget.loadsMore { [weak feed, weak list] in
        guard let feed, let list else { return LoadedRows(hasMore: false) }
        return try await feed.loadMore(list.controller)
      }
      list.controller.loadMore.hasMore = feed.hasMore
      try await body(feed, list, account)
      list.controller.loadMore.cancel()
    }
  }

  func testOlderMailIsFetchedAndStandsInOrder() throws {
    try withFeed { feed, list, _ in
      XCTAssertEqual(list.seconds, [1399, 1398, 1397])
      for _ in 0..<60 { _ = try await feed.loadMore(list.controller) }
      XCTAssertEqual(list.places, (1217..<1400).reversed())
      while feed.hasMore { _ = try await feed.loadMore(list.controller) }
      XCTAssertEqual(list.places, (1000..<1400).reversed())
    }
  }

  func testAListThatLacksAFolderShowsNoFailureOffline() throws {
    let account = PagedAccount.twoFolders(until: 1400)
    let (isAsked, lacking) = (AnswerFlag(), FolderID("folder1"))
    account.beforeAnswering { step in
      if step == .older(lacking) { isAsked.set() }
      guard step != .sync(lacking), step != .older(lacking) else {
        throw MailError.mailboxUnreadable(path: "server", reason: "no answer")
      }
    }
    try withFeed(of: account) { feed, list in
      _ = try await feed.source.mailboxes[0].refresh()
      await feed.listAndWait(Listing())
      XCTAssertEqual(list.seconds, [1398, 1396, 1394])
      while !isAsked.isSet { await Task.yield() }
      XCTAssertFalse(list.controller.loadMore.isRunning)
      account.beforeAnswering { _ in }
      _ = try await feed.refresh(list.controller)
      XCTAssertEqual(Array(list.seconds.prefix(3)), [1399, 1398, 1397])
    }
  }

  func testTheFooterWaitsForTheServerAndOffersToTryAgain() throws {
    try withFeed { feed, list, account in
      while list.list.model.count < 195 { _ = try await feed.loadMore(list.controller) }
      let shown = list.places
      let (isAsked, answers) = (AnswerFlag(), AnswerFlag())
      account.beforeAnswering { _ in
        isAsked.set()
        while !answers.isSet { await Task.yield() }
        throw MailError.mailboxUnreadable(path: "server", reason: "no answer")
      }
      let (model, controller) = (list.list.model, list.controller)
      let hasFailed: @MainActor () -> Bool = {
        if case .failed = controller.loadMore.state.moment { true } else { false }
      }
      while !isAsked.isSet {
        if !controller.loadMore.isRunning { controller.loadMore.isRunning = true }
        await Task.yield()
      }
      XCTAssertTrue(controller.loadMore.isRunning, "the footer shows the wait")
      answers.set()
      while !hasFailed() { await Task.yield() }
      XCTAssertEqual(Array(list.places.prefix(shown.count)), shown)
      XCTAssertEqual(list.places, list.places.sorted(by: >))
      account.beforeAnswering { _ in }
      let before = model.count
      controller.loadMore.isRunning = true
      while model.count <= before { await Task.yield() }
      XCTAssertEqual(list.places, list.places.sorted(by: >))
    }
  }

  func testWhatComesDuringALoadThatIsGivenUpIsShown() throws {
    try withFeed { feed, list, account in
      while list.list.model.count < 198 { _ = try await feed.loadMore(list.controller) }
      let isAsked = AnswerFlag()
      account.beforeAnswering { step in
        guard case .older = step else { return }
        isAsked.set()
        try await Task.sleep(for: .seconds(3600))
      }
      while !isAsked.isSet {
        if !list.controller.loadMore.isRunning { list.controller.loadMore.isRunning = true }
        await Task.yield()
      }
      let newest = list.list.model.keys[0]
      _ = try await feed.source.mailboxes[0].mark(.read, in: [newest])
      await feed.catchUp()
      list.controller.loadMore.cancel()
      for _ in 0..<500 where list.list.model[newest]?.unread != 0 {
        try await Task.sleep(for: .milliseconds(10))
      }
      XCTAssertEqual(list.list.model[newest]?.unread, 0)
    }
  }

  func testARefreshEndsTheWaitForOlderMail() throws {
    try withFeed { feed, list, account in
      while list.list.model.count < 198 { _ = try await feed.loadMore(list.controller) }
      account.beforeAnswering { step in
        if case .older = step { try await Task.sleep(for: .seconds(3600)) }
      }
      let older = Task { try await feed.loadMore(list.controller) }
      for _ in 0..<20 { await Task.yield() }
      older.cancel()
      _ = await older.result
      // The cancelled load must hold nothing that the refresh needs.
      account.mail.withLock { $0.deliver(MessageHead(at: 1500), to: 0) }
      let result = try await feed.refresh(list.controller)
      XCTAssertNotNil(result)
      XCTAssertEqual(list.places.first, 1500)
    }
  }
}

/// Set once, from any thread.
private nonisolated final class AnswerFlag: Sendable {
  private let value = Mutex(false)
  var isSet: Bool { value.withLock { $0 } }
  func set() { value.withLock { $0 = true } }
}
