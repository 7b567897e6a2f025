import CGtk
import Foundation
import Gtk
import Mail
import PullToRefresh
import Synchronization
import XCTest

@testable import Tideline

/// The list and the mailbox behind it, page by page and refresh by refresh.
nonisolated final class MailboxFeedTests: XCTestCase {
  private var store = ""

  override class func setUp() {
    super.setUp()
    onMainActor {
      XCTAssertTrue(gtk_init_check() != 0, "no display: run the tests with `make test`")
      MainLoop.attachMainActor()
    }
  }

  override func setUp() {
    store = NSTemporaryDirectory() + "tideline-feed-\(UUID().uuidString).sqlite"
  }

  override func tearDown() {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: store + suffix)
    }
  }

  func testWhenAllThatIsShownIsGoneTheRestIsShown() throws {
    try withFeed { feed, list, post in
      post.deliver(5..<10, gone: [])
      _ = try await feed.mailbox.refresh()
      try await feed.showFirstPage()
      XCTAssertEqual(list.seconds, [9, 8, 7])
      post.deliver(0..<0, gone: [7, 8, 9])
      _ = try await feed.refresh(list.controller)
      XCTAssertEqual(list.seconds, [6, 5])
      XCTAssertFalse(feed.hasMore)
    }
  }

  func testNothingIsLostAboveTheNextPage() throws {
    try withFeed { feed, list, post in
      post.deliver(10..<20, gone: [])
      _ = try await feed.mailbox.refresh()
      try await feed.showFirstPage()
      XCTAssertEqual(list.seconds, [19, 18, 17])
      // The last row goes, and only then does a message come that belongs where it stood.
      post.deliver(0..<0, gone: [17])
      _ = try await feed.refresh(list.controller)
      post.deliver(17..<18, gone: [])
      _ = try await feed.refresh(list.controller)
      while feed.hasMore { _ = try await feed.loadMore(list.controller) }
      XCTAssertEqual(list.seconds, (10..<20).reversed())
    }
  }

  func testWhatARefreshBroughtBeforeItFailedIsShownByTheNext() throws {
    try withFeed { feed, list, post in
      post.deliver(5..<6, gone: [])
      _ = try await feed.mailbox.refresh()
      try await feed.showFirstPage()
      post.deliver(6..<7, gone: [])
      post.failOnce()
      do {
        _ = try await feed.refresh(list.controller)
        XCTFail("the refresh succeeded")
      } catch is Post.Closed {}
      XCTAssertEqual(list.seconds, [5])
      _ = try await feed.refresh(list.controller)
      XCTAssertEqual(list.seconds, [6, 5])
    }
  }

  func testAFeedThatWasReplacedTouchesTheListNoMore() throws {
    try withFeed { feed, list, post in
      post.deliver(5..<10, gone: [])
      _ = try await feed.mailbox.refresh()
      try await feed.showFirstPage()
      feed.stop()
      post.deliver(10..<11, gone: [])
      for call in [
        feed.refresh,
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
  private func withFeed(
    _ body: @escaping @MainActor (MailboxFeed, ShownList, Post) async throws -> Void
  ) throws {
    let store = store
    try onMainActor {
      let list = try ShownList()
      var result: Result<Void, any Error>?
      Task {
        let post = Post()
        do {
          let mailbox = try await Mailbox.open(post, store: store)
          try await body(MailboxFeed(mailbox: mailbox, list: list.list, pageSize: 3), list, post)
          result = .success(())
        } catch {
          result = .failure(error)
        }
      }
      XCTAssertTrue(MainLoop.run(timeout: 20) { result != nil }, "the feed never ended")
      list.window.destroy()
      try result?.get()
    }
  }
}

/// XCTest calls tests on the main thread, but does not say so in their type.
nonisolated func onMainActor(_ body: @MainActor () throws -> Void) rethrows {
  try MainActor.assumeIsolated(body)
}

/// A list in a window, with pull-to-refresh.
private final class ShownList {
  let list = ConversationList()
  let controller: RefreshController
  let window = Window()

  init() throws {
    let holder = Box(.vertical, spacing: 0)
    holder.append(list.widget)
    window.child = holder.asWidget
    controller = try RefreshController.attach(to: list.widget)
  }

  /// What each row says when it is from.
  var seconds: [Int] {
    (0..<list.model.count).compactMap { list.model[list.model.keys[$0]] }
      .map { Int($0.date.timeIntervalSince1970) }
  }
}

/// A source of mail that delivers what a test gives it: one conversation a second.
private nonisolated final class Post: MailSource {
  let identifier = "post"
  let title = "Post"
  private let waiting = Mutex<[MailBatch]>([])
  private let fails = Mutex(false)

  struct Closed: Error {}

  /// The next call reports its batches and then throws.
  func failOnce() { fails.withLock { $0 = true } }

  func deliver(_ seconds: Range<Int>, gone: [UInt8]) {
    var batch = MailBatch()
    batch.gone = gone.map { MessageKey(bytes: [$0]) }
    batch.new = seconds.map { second in
      IncomingMessage(
        key: MessageKey(bytes: [UInt8(second)]),
        flags: [],
        head: MessageHead(
          messageID: "\(second)@a.example",
          references: [],
          date: Int64(second),
          senders: [],
          subject: "",
          snippet: "",
          hasAttachments: false
        )
      )
    }
    waiting.withLock { $0.append(batch) }
  }

  func changes(
    since checkpoint: SourceCheckpoint?,
    known: @Sendable () async throws -> [MessageKey: MessageFlags],
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SourceCheckpoint? {
    let batches = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for batch in batches { try await report(batch) }
    let fails = fails.withLock { fails in
      defer { fails = false }
      return fails
    }
    if fails { throw Closed() }
    return nil
  }

  func olderMessages(
    before checkpoint: SourceCheckpoint?,
    limit: Int
  ) async throws -> OlderMail { .exhausted }
}
