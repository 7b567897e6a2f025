import Foundation
import MailTesting
import Testing

@testable import Mail

/// A use of the connection that another use will follow: between the two, the connection does not
/// wait for changes.
@Suite(.timeLimit(.minutes(120)))
struct FollowedUseTests {
  @Test func waitingGoesOnAfterAUseThatIsCancelledInItsFirstFlight() async throws {
    let this = try IMAPCase(.rich, count: 30)
    let time = PlayedTime()
    let shared = this.session(.init(now: { ScheduledMail.now }, pause: time.pause, jitter: { 0 }))
    let changes = AsyncStream.makeStream(of: String.self)
    try await shared.use { session in
      _ = try await session.run(Flight([try .examine("INBOX")], opening: "INBOX"))
    }
    await shared.watch(
      SharedSession.Watcher(onChange: { changes.continuation.yield($0) }, onReach: { _ in })
    )
    let use = Task {
      try await shared.use(isFollowed: true) { session in
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try await session.run(Flight([.noop]))
      }
    }
    try await use.value
    this.deliver(1000)
    var change = changes.stream.makeAsyncIterator()
    #expect(await change.next() == "INBOX")
    await shared.close()
  }

  /// For example, the store cannot be written to after the folders are known.
  @Test func waitingGoesOnAfterARefreshThatFailsOnceTheFoldersAreKnown() async throws {
    let this = try IMAPCase(.rich, count: 30)
    let account = this.server.account(.server(UUID())) { ScheduledMail.now }
    guard case .stream(let changes) = account.arrivals(in: nil) else {
      Issue.record("nothing is waited for")
      return
    }
    await #expect(throws: CancellationError.self) {
      try await account.refresh(SyncWindow(), into: FullSink())
    }
    try await this.waitForIdle()
    this.deliver(1000)
    var change = changes.makeAsyncIterator()
    #expect(await change.next() != nil)
  }

  /// A refresh that waits for a lease must not block the connection that the lease's holder needs.
  @Test func refreshesAndPagesOfOneMailboxAllEnd() async throws {
    let this = try IMAPCase(.rich, count: 400)
    this.addFolder("Work")
    let mailbox = try await this.open()
    for _ in 0..<2 {
      async let one = mailbox.refresh()
      async let two = mailbox.refresh(for: .inbox)
      async let page = mailbox.page(in: Listing(folder: .inbox), limit: 300)
      _ = try await (one, two, page)
    }
    try await this.expectAll(mailbox)
  }

  private struct FullSink: RefreshSink {
    let first: SyncFolder? = nil
    func begin(_ tree: FolderTree) async throws -> [SyncFolder] { throw CancellationError() }
    func known(in folder: FolderID) async throws -> KnownFlags { KnownFlags() }
    func report(_ batch: MailBatch, in folder: FolderID) async throws {}
    func finish(_ folder: FolderID, at checkpoint: SyncCheckpoint?) async throws {}
    func fail(_ folder: FolderID, with error: MailError) async {}
  }
}
