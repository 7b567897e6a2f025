import Foundation
import Mail
import MailTesting
import PullToRefresh
import Synchronization
import TidelineGtk
import XCTest

@testable import Tideline

/// A list and its mailbox, page by page and refresh by refresh.
nonisolated final class MailboxFeedTests: StoreTestCase {
  func testWhenAllThatIsShownIsGoneTheRestIsShown() throws {
    try withFeed(showing: 5..<10) { feed, list, post in
      XCTAssertEqual(list.seconds, [9, 8, 7])
      post.deliver(gone: [7, 8, 9])
      _ = try await feed.refresh(list.controller)
      XCTAssertEqual(list.seconds, [6, 5])
      XCTAssertFalse(feed.hasMore)
    }
  }

  /// Changes stored by another window, by the account's menu, or by an older page of All Inboxes.
  func testWhatIsStoredFromElsewhereIsShown() throws {
    try withFeed(showing: 5..<10) { feed, list, post in
      var changes = 0
      feed.onShown = { changes += 1 }
      var reads = 0
      let watch = ArrivalWatch {
        await feed.catchUp()
        reads += 1
      }
      watch.watch(feed)
      watch.isHeld = false
      post.deliver(10..<12, gone: [9])
      _ = try await feed.source.mailboxes[0].refresh()
      for _ in 0..<500 where list.seconds != [11, 10, 8, 7] {
        try await Task.sleep(for: .milliseconds(10))
      }
      XCTAssertEqual(list.seconds, [11, 10, 8, 7])
      XCTAssertGreaterThan(changes, 0)
      await until { reads > 0 }
      watch.stop()
    }
  }

  func testTheFirstPageReachesDownToWhereTheReaderWas() throws {
    try withFeed { feed, list, post in
      post.deliver(10..<40)
      _ = try await feed.source.mailboxes[0].refresh()
      try await feed.showFirstPage(downTo: Cursor(seconds: 30, id: 0))
      XCTAssertEqual(list.places, (27..<40).reversed())
      XCTAssertTrue(feed.hasMore)
      _ = try await feed.loadMore(list.controller)
      XCTAssertEqual(list.places, (24..<40).reversed())
      // One place is below all rows, and one above them.
      try await feed.showFirstPage(downTo: Cursor(seconds: 3, id: 0))
      XCTAssertEqual(list.places, (10..<40).reversed())
      XCTAssertFalse(feed.hasMore)
      try await feed.showFirstPage(downTo: Cursor(seconds: 50, id: 0))
      XCTAssertEqual(list.seconds, [39, 38, 37])
      XCTAssertTrue(feed.hasMore)
    }
  }

  func testWhatIsOutOfSightIsShownAfterTheRest() throws {
    try withFeed(showing: 10..<70, size: 50, inSight: 20) { feed, list, post in
      XCTAssertEqual(list.seconds, (50..<70).reversed())
      XCTAssertTrue(feed.hasMore)
      try await feed.showRest()
      XCTAssertEqual(list.seconds, (20..<70).reversed())
      _ = try await feed.loadMore(list.controller)
      XCTAssertEqual(list.seconds, (17..<70).reversed())
    }
  }

  func testWhoAsksForMoreIsGivenWhatWasOutOfSightFirst() throws {
    try withFeed(showing: 10..<70, size: 50, inSight: 20) { feed, list, post in
      let more = try await feed.loadMore(list.controller)
      XCTAssertEqual(more, LoadedRows(added: 30, hasMore: true))
      try await feed.showRest()
      XCTAssertEqual(list.seconds, (20..<70).reversed())
    }
  }

  func testRowsThatAreThereStayThoughTheyAreOutOfSight() throws {
    try withFeed(showing: 10..<70, size: 30, inSight: 30) { feed, list, post in
      try await feed.open(size: 50, inSight: 20)
      XCTAssertEqual(list.seconds, (40..<70).reversed())
      try await feed.showRest()
      XCTAssertEqual(list.seconds, (20..<70).reversed())
    }
  }

  func testWhatWasOutOfSightIsNotShownBelowAnotherList() throws {
    try withFeed(showing: 10..<70, size: 50, inSight: 20) { feed, list, post in
      post.deliver(70..<71, gone: [45])
      _ = try await feed.refresh(list.controller)
      try await feed.showRest()
      XCTAssertEqual(list.seconds, (50..<71).reversed())
      while feed.hasMore { _ = try await feed.loadMore(list.controller) }
      XCTAssertEqual(list.seconds, (10..<71).reversed().filter { $0 != 45 })
    }
  }

  func testTheFirstReadingBringsNoNewsAndTheFirstMailAfterItDoes() throws {
    try withFeed { feed, list, post in
      var arrived = await ArrivedMail(in: feed.source, feed.listing.folder)
      var news: [Int?] = []
      post.deliver(1..<3)
      _ = try await feed.refresh(list.controller)
      XCTAssertEqual(list.seconds, [2, 1])
      news.append(await arrived.next(in: feed.source, feed.listing.folder)?.count)
      post.deliver(3..<5)
      _ = try await feed.source.mailboxes[0].refresh()
      for _ in 0..<2 {
        news.append(await arrived.next(in: feed.source, feed.listing.folder)?.count)
      }
      // Without a change there is no news, so that a notification about to be sent stays.
      XCTAssertEqual(news, [0, 2, nil])
    }
  }

  func testMailThatAnotherWindowHasFetchedIsNewHereToo() throws {
    try withFeed(showing: 1..<10) { feed, list, post in
      list.beUsed()
      for second in 10..<14 {
        post.deliver(second..<second + 1)
        _ = try await feed.source.mailboxes[0].refresh()
        _ = try await feed.refresh(list.controller)
      }
      XCTAssertEqual(list.newCount, 4)
    }
  }

  func testTheHeaderCountsWhatIsNewHereWhateverHasFetchedIt() throws {
    try withFeed { feed, list, post in
      post.deliver(1..<10)
      _ = try await feed.source.mailboxes[0].refresh()
      post.deliver(10..<11)
      _ = try await feed.source.mailboxes[0].refresh()
      try await feed.showFirstPage()
      post.deliver(11..<14)
      _ = try await feed.source.mailboxes[0].refresh()
      var results: [String?] = []
      for _ in 0..<2 { results.append(try await feed.refresh(list.controller)) }
      XCTAssertEqual(results, ["3 new", nil])
    }
  }

  func testMailIsNewInAllInboxesBesideAnAccountThatDoesNotAnswer() throws {
    try withFeed { feed, list, post in
      post.deliver(1..<10)
      let mailbox = feed.source.mailboxes[0]
      _ = try await mailbox.refresh()
      let inboxes = UnifiedInbox(
        "All",
        [
          UnifiedInbox.Account(key: "post", name: "Post") { mailbox },
          UnifiedInbox.Account(key: "silent", name: "Silent") {
            try await Task.sleep(for: .seconds(3600))
            throw CancellationError()
          },
        ]
      )
      await inboxes.open()
      let all = MailboxFeed(source: inboxes, listing: Listing(), list: list.list) { 3 }
      try await all.showFirstPage()
      list.beUsed()
      post.deliver(10..<11)
      let refresh = Task { try await all.refresh(list.controller) }
      await until { list.seconds.first == 10 }
      XCTAssertEqual(list.newCount, 1)
      refresh.cancel()
      _ = await refresh.result
    }
  }

  func testAConversationThatIsMarkedAsUnreadIsNotNew() throws {
    try withFeed(showing: 1..<10) { feed, list, post in
      let mailbox = feed.source.mailboxes[0]
      let newest = list.list.model.keys[0]
      _ = try await mailbox.mark(.read, in: [newest])
      await feed.listAndWait(Listing(folder: feed.listing.folder, unreadOnly: true))
      XCTAssertEqual(list.seconds, [8, 7, 6])
      _ = try await mailbox.mark(.unread, in: [newest])
      await feed.catchUp()
      XCTAssertEqual(list.places.first, 9)
      XCTAssertEqual(list.newCount, 0)
    }
  }

  func testNothingIsLostAboveTheNextPage() throws {
    try withFeed(showing: 10..<20) { feed, list, post in
      XCTAssertEqual(list.seconds, [19, 18, 17])
      // The last row is removed first, and then a message arrives that belongs in its place.
      post.deliver(gone: [17])
      _ = try await feed.refresh(list.controller)
      post.deliver(17..<18)
      _ = try await feed.refresh(list.controller)
      while feed.hasMore { _ = try await feed.loadMore(list.controller) }
      XCTAssertEqual(list.seconds, (10..<20).reversed())
    }
  }

  func testWhatARefreshBroughtBeforeItFailedIsShown() throws {
    try withFeed(showing: 5..<6) { feed, list, post in
      post.deliver(6..<7)
      post.endOnce { throw Post.Closed() }
      do {
        _ = try await feed.refresh(list.controller)
        XCTFail("the refresh succeeded")
      } catch is Post.Closed {}
      XCTAssertEqual(list.seconds, [6, 5])
    }
  }

  func testWhatARefreshBroughtBeforeItWasCancelledIsShown() throws {
    try withFeed(showing: 5..<6) { feed, list, post in
      post.deliver(6..<7)
      post.endOnce { try await Task.sleep(for: .seconds(600)) }
      var hasEnded = false
      list.list.widget.refreshable { [controller = list.controller] in
        defer { hasEnded = true }
        _ = try await feed.refresh(controller)
      }
      let before = try await feed.source.revision()
      list.controller.refresh.isRunning = true
      await until { (try? await feed.source.revision()) != before }
      list.controller.refresh.cancel()
      await until { hasEnded }
      XCTAssertEqual(list.seconds, [6, 5])
    }
  }

  func testWhatAnotherProgramTookInIsShownDownToTheEnd() throws {
    try withFeed(showing: 10..<30) { feed, list, post in
      _ = try await feed.loadMore(list.controller)
      _ = try await feed.loadMore(list.controller)
      XCTAssertEqual(list.seconds, (21..<30).reversed())
      post.deliver(30..<32, gone: [23, 28])
      let other = try await Mailbox.open(post, store: feed.source.mailboxes[0].storePath)
      _ = try await other.refresh()
      _ = try await feed.refresh(list.controller)
      XCTAssertEqual(list.places, [31, 30, 29, 27, 26, 25, 24, 22, 21])
      while feed.hasMore { _ = try await feed.loadMore(list.controller) }
      XCTAssertEqual(list.places, (10..<32).reversed().filter { $0 != 23 && $0 != 28 })
    }
  }

  func testAReloadOfAllThatThereIsEndsThere() throws {
    try withFeed(showing: 10..<14) { feed, list, post in
      _ = try await feed.loadMore(list.controller)
      XCTAssertFalse(feed.hasMore)
      post.deliver(gone: [13])
      let other = try await Mailbox.open(post, store: feed.source.mailboxes[0].storePath)
      _ = try await other.refresh()
      _ = try await feed.refresh(list.controller)
      XCTAssertEqual(list.places, [12, 11, 10])
      XCTAssertFalse(feed.hasMore)
    }
  }

  func testWhereNothingHasChangedNothingIsShownAnew() throws {
    try withFeed(showing: 5..<10) { feed, list, post in
      let revision = list.list.model.revision
      _ = try await feed.refresh(list.controller)
      XCTAssertEqual(list.list.model.revision, revision)
    }
  }

  func testAPageThatIsReadAfterAChangeBringsTheChangeToo() throws {
    try withFeed(showing: 10..<20) { feed, list, post in
      post.deliver(20..<21, gone: [18, 15])
      _ = try await feed.source.mailboxes[0].refresh()
      let loaded = try await feed.loadMore(list.controller)
      XCTAssertEqual(list.places, [20, 19, 17, 16, 14, 13])
      XCTAssertEqual(loaded, LoadedRows(added: 3, hasMore: true))
    }
  }

  func testTheSelectionFollowsTheRefresh() throws {
    try withFeed { feed, list, post in
      var (selected, gone): ([Int64?], Int) = ([], 0)
      list.list.selection.onChange = { selected.append($0) }
      list.list.selection.onGone = { gone += 1 }
      post.deliver(5..<8)
      _ = try await feed.source.mailboxes[0].refresh()
      try await feed.showFirstPage()
      list.list.selected = list.list.model.places[0].id
      post.deliver(gone: [5])
      _ = try await feed.refresh(list.controller)
      XCTAssertEqual(gone, 0)
      post.deliver(gone: [7])
      _ = try await feed.refresh(list.controller)
      XCTAssertNil(list.list.selected)
      XCTAssertEqual(gone, 1)
      XCTAssertEqual(selected, [])
    }
  }

  /// GTK keeps the topmost row in place, and conversations of two mailboxes may have one number.
  func testAnotherMailboxOpensAtItsTop() throws {
    let path = store + ".other"
    try withFeed { feed, list, post in
      post.deliver(10..<50, gone: [])
      _ = try await feed.source.mailboxes[0].refresh()
      try await feed.open(size: 40, inSight: 40)
      list.window.setDefaultSize(width: 300, height: 300)
      list.window.present()
      let place = list.list.widget.verticalAdjustment
      await until { place.upper > 1000 }
      let others = Post()
      let other = try await Mailbox.open(others, store: path)
      for seconds in [10..<50, 50..<70] {
        others.deliver(seconds, gone: [])
        _ = try await other.refresh()
      }
      let home = Listing(folder: try await other.home())
      let next = MailboxFeed(source: other, listing: home, list: list.list) { 3 }
      let length = place.upper
      try await next.open(size: 60, inSight: 60)
      await until { place.upper > length }
      await list.list.widget.nextFrame(within: .seconds(1))
      XCTAssertEqual(place.value, 0)
    }
  }

  func testAFeedThatWasReplacedTouchesTheListNoMore() throws {
    try withFeed(showing: 5..<10) { feed, list, post in
      feed.stop()
      post.deliver(10..<11)
      for call in [
        { try await feed.refresh($0) },
        {
          _ = try await feed.loadMore($0); return ""
        },
      ] {
        do {
          _ = try await call(list.controller)
          XCTFail("the call succeeded")
        } catch is CancellationError {}
      }
      XCTAssertEqual(list.seconds, [9, 8, 7])
    }
  }

  /// Runs the body as a task of the main loop, with a feed of pages of three.
  ///
  /// - Parameter seconds: the mail that is there before, whose first page the list shows.
  private func withFeed(
    showing seconds: Range<Int>? = nil,
    size: Int = 3,
    inSight: Int = 3,
    _ body: @escaping @MainActor (MailboxFeed, ShownList, Post) async throws -> Void
  ) throws {
    let post = Post()
    try withFeed(of: post) { feed, list in
      if let seconds {
        post.deliver(seconds)
        _ = try await feed.source.mailboxes[0].refresh()
        try await feed.open(size: size, inSight: inSight)
      }
      try await body(feed, list, post)
    }
  }
}

/// A source of mail that delivers a test's messages: one conversation for each second.
private nonisolated final class Post: OneFolderAccount {
  let identifier = "post"
  let title = "Post"
  private let waiting = Mutex<[MailBatch]>([])
  private let ending = Mutex<(@Sendable () async throws -> Void)?>(nil)

  struct Closed: Error {}

  /// The next call reports its batches, and then does this.
  func endOnce(_ ending: @escaping @Sendable () async throws -> Void) {
    self.ending.withLock { $0 = ending }
  }

  func deliver(_ seconds: Range<Int> = 0..<0, gone: [UInt8] = []) {
    var batch = MailBatch.new(seconds)
    batch.gone = gone.map { MessageKey(bytes: [$0]) }
    waiting.withLock { $0.append(batch) }
  }

  func deliver(_ report: @Sendable (MailBatch) async throws -> Void) async throws {
    let batches = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for batch in batches { try await report(batch) }
    let ending = ending.withLock { ending in
      defer { ending = nil }
      return ending
    }
    try await ending?()
  }
}
