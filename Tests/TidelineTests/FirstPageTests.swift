import CPullToRefreshGtk
import Foundation
import MailTesting
import PullToRefresh
import Synchronization
import TidelineGtk
import XCTest

@testable import Mail
@testable import Tideline

/// Rows can be read while the mailbox is still being indexed.
nonisolated final class FirstPageTests: StoreTestCase {
  func testTheFirstPageIsThereLongBeforeTheLastMessage() throws {
    try withFeed { feed, list, post, _ in
      var seen: [RefreshProgress] = []
      let refresh = Task { try await feed.refresh(list.controller) { seen.append($0) } }
      post.deliver(18..<20, done: 2, of: 12)
      await until { list.places == [19, 18] && seen.map(\.done) == [2] }
      post.deliver(15..<18, done: 5, of: 12)
      await until { list.places == [19, 18, 17] }
      XCTAssertTrue(feed.hasMore, "what is stored below can be loaded")
      _ = try await feed.loadMore(list.controller)
      XCTAssertEqual(list.places, [19, 18, 17, 16, 15])
      post.deliver(8..<15, done: 12, of: 12)
      post.end()
      _ = try await refresh.value
      XCTAssertEqual(list.places, (12..<20).reversed(), "no more than a page below")
      while feed.hasMore { _ = try await feed.loadMore(list.controller) }
      XCTAssertEqual(list.places, (8..<20).reversed())
    }
  }

  func testASourceThatBeginsWithTheOldestShowsTheNewestItHas() throws {
    try withFeed { feed, list, post, _ in
      let refresh = Task { try await feed.refresh(list.controller) }
      post.deliver(0..<5, done: 5, of: 15)
      await until { list.places == [4, 3, 2] }
      post.deliver(5..<10, done: 10, of: 15)
      await until { list.places == [9, 8, 7] }
      // A user who has begun to read keeps the rows; new rows above them are shown at the end.
      scroll(list, of: 1000)
      post.deliver(10..<14, done: 14, of: 15)
      await until { (try? await feed.source.mailboxes[0].conversationCount()) == 14 }
      XCTAssertEqual(list.places, [9, 8, 7])
      post.deliver(14..<15, done: 15, of: 15)
      post.end()
      _ = try await refresh.value
      XCTAssertEqual(list.places, (7..<15).reversed())
    }
  }

  func testWhoeverScrollsDownIsGivenMoreWhileTheIndexGoesOn() throws {
    try withFeed { feed, list, post, _ in
      let refresh = Task { try await feed.refresh(list.controller) }
      post.deliver(10..<20, done: 10, of: 30)
      await until { list.places == [19, 18, 17] }
      // The end of the list is less than the view's height (60 px) below the visible rows.
      scroll(list, of: 100)
      post.deliver(5..<10, done: 15, of: 30)
      await until { list.places == [19, 18, 17, 16, 15, 14] }
      scroll(list, of: 200)
      post.deliver(3..<5, done: 17, of: 30)
      post.end()
      _ = try await refresh.value
      XCTAssertEqual(list.places, [19, 18, 17, 16, 15, 14])
    }
  }

  func testWhatCameBeforeTheUserGaveUpStays() throws {
    try withFeed { feed, list, post, _ in
      let refresh = Task { try await feed.refresh(list.controller) }
      post.deliver(10..<20, done: 10, of: 30)
      await until { list.places == [19, 18, 17] }
      refresh.cancel()
      await assertCancelled { _ = try await refresh.value }
      XCTAssertEqual(list.places, [19, 18, 17])
      XCTAssertTrue(feed.hasMore)
      // The next page continues from there.
      post.deliver(5..<10, done: 5, of: 5)
      post.end()
      _ = try await feed.refresh(list.controller)
      while feed.hasMore { _ = try await feed.loadMore(list.controller) }
      XCTAssertEqual(list.places, (5..<20).reversed())
    }
  }

  func testRowsThatCameBetweenTwoLooksAreShownWhenItIsGivenUp() throws {
    try withFeed { feed, list, post, mailbox in
      let refresh = Task { try await feed.refresh(list.controller) }
      post.deliver(18..<20, done: 2, of: 30)
      await until { list.places == [19, 18] }
      post.deliver(17..<18, done: 3, of: 30)
      await until { (try? await mailbox.conversationCount()) == 3 }
      refresh.cancel()
      await assertCancelled { _ = try await refresh.value }
      XCTAssertEqual(list.places, [19, 18, 17])
    }
  }

  func testAListThatIsFullIsLeftAloneUntilTheEnd() throws {
    try withFeed { feed, list, post, _ in
      let first = Task { try await feed.refresh(list.controller) }
      post.deliver(10..<20, done: 10, of: 10)
      post.end()
      _ = try await first.value
      XCTAssertEqual(list.places, [19, 18, 17])
      var seen = 0
      let second = Task { try await feed.refresh(list.controller) { _ in seen += 1 } }
      post.deliver(20..<22, done: 2, of: 3)
      await until { seen == 1 }
      XCTAssertEqual(list.places, [19, 18, 17])
      post.deliver(22..<23, done: 3, of: 3)
      post.end()
      _ = try await second.value
      XCTAssertEqual(list.places.prefix(4), [22, 21, 20, 19])
    }
  }

  @MainActor func testOnlyWhatTakesMoreThanOneGoIsCounted() throws {
    let list = try ShownList()
    list.list.widget.refreshable { try await Task.sleep(for: .seconds(600)) }
    let controller = list.controller
    controller.refresh.action.activate()
    for (done, total) in [(0, 3), (3, 3), (0, 0)] {
      controller.show(RefreshProgress(done: done, total: total))
      XCTAssertNil(controller.refresh.progress, "\(done) of \(total)")
    }
    controller.show(RefreshProgress(done: 12, total: 48))
    XCTAssertEqual(controller.refresh.progress, RunProgress(title: "12 of 48", fraction: 0.25))
    controller.show(RefreshProgress(done: 48, total: 48))
    XCTAssertEqual(controller.refresh.progress?.title, "48 of 48")
  }

  // MARK: Following

  @MainActor func testAFewReportsAreFollowedHoweverManyThereAre() {
    var (handled, ended): ([Int], Bool) = ([], false)
    Task {
      try await following(every: .seconds(600)) { report in
        for number in 1...1000 { report(number) }
        // No report waits for the interval.
      } each: {
        handled.append($0)
      }
      ended = true
    }
    XCTAssertTrue(MainLoop.run { ended })
    XCTAssertLessThanOrEqual(handled.count, 1)
  }

  @MainActor func testTheFirstReportIsHandedOnAtOnceAndThenTheNewest() {
    var (handled, ended): ([Int], Bool) = ([], false)
    let (go, signal) = AsyncStream.makeStream(of: Void.self)
    Task {
      try await following(every: .zero) { (report: @escaping @Sendable (Int) -> Void) in
        report(1)
        for await _ in go { break }
        for number in 2...9 { report(number) }
        for await _ in go { break }
      } each: {
        handled.append($0)
      }
      ended = true
    }
    XCTAssertTrue(MainLoop.run { handled == [1] })
    signal.yield()
    XCTAssertTrue(MainLoop.run { handled.last == 9 })
    signal.finish()
    XCTAssertTrue(MainLoop.run { ended })
  }

  // MARK: Tools

  /// Runs the body as a task of the main loop, with a feed of pages of three.
  private func withFeed(
    _ body: @escaping @MainActor (MailboxFeed, ShownList, SlowPost, Mailbox) async throws -> Void
  ) throws {
    let post = SlowPost()
    try withFeed(of: post) { feed, list in
      try await body(feed, list, post, feed.source.mailboxes[0])
    }
  }
}

/// Scrolls down by 10 px, in a view of 60 px with this content height. The list is in no window, so
/// GTK finds no row there; GTK 4.8 warns of that.
private func scroll(_ list: ShownList, of height: Double) {
  _ = warnings {
    gtk_adjustment_configure(list.list.widget.verticalAdjustment, 10, 0, height, 1, 10, 60)
  }
}

private func assertCancelled(_ call: () async throws -> Void) async {
  do {
    try await call()
    XCTFail("it succeeded")
  } catch is CancellationError {} catch { XCTFail("\(error)") }
}

/// A source of mail that reports when a test says so: one conversation for each second.
private nonisolated final class SlowPost: OneFolderAccount {
  let identifier = "slow post"
  let title = "Post"
  private let waiting = Mutex<[MailBatch?]>([])

  func deliver(_ seconds: Range<Int>, done: Int, of total: Int) {
    var batch = MailBatch.new(seconds)
    batch.progress = RefreshProgress(done: done, total: total)
    put(batch)
  }

  /// Ends the refresh in progress.
  func end() { put(nil) }

  private func put(_ batch: MailBatch?) {
    waiting.withLock { $0.append(batch) }
  }

  func deliver(_ report: @Sendable (MailBatch) async throws -> Void) async throws {
    while true {
      try Task.checkCancellation()
      let news = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      for batch in news {
        guard let batch else { return }
        try await report(batch)
      }
      await Task.yield()
    }
  }
}
