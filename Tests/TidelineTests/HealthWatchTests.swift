import CAdwaita
import FoundationEssentials
import Mail
import MailTesting
import Synchronization
import TidelineGtk
import XCTest

@testable import Tideline

/// What a window shows and does about a server that is not reached.
nonisolated final class OfflineWatchTests: StoreTestCase {
  func testTheNoticeSaysSinceWhenUntilTheServerIsReached() throws {
    try withWatch { watch, server in
      server.say(.offline(since: 1_700_000_000, reason: Self.lost))
      await until { watch.sentence != nil }
      let sentence = try XCTUnwrap(watch.sentence)
      XCTAssertTrue(sentence.hasPrefix("Offline since \(Self.moment). "), sentence)
      XCTAssertTrue(sentence.contains("mail.example"), sentence)
      // What a refresh says of the same neither takes its place, nor ends it.
      watch.messages.show(Self.lost)
      watch.messages.show(skipped: nil)
      XCTAssertEqual(watch.sentence, sentence)
      server.say(.online)
      await until { watch.sentence == nil }
      XCTAssertEqual(watch.begun, [])
    }
  }

  func testWhatAServerHasRefusedStaysOnceItIsReached() throws {
    try withWatch { watch, server in
      server.say(.offline(since: nil, reason: Self.lost))
      await until { watch.sentence != nil }
      let refusal = ServerFailure(.loginRefused, host: "mail.example", reason: "no")
      watch.messages.show(MailError.server(refusal))
      await watch.fail(.loadMore, Self.lost)
      server.say(.online)
      await until { !watch.begun.isEmpty }
      XCTAssertTrue(watch.sentence?.contains("refused the login") == true)
      watch.messages.show(skipped: nil)
      XCTAssertNil(watch.sentence)
    }
  }

  func testAServerThatWasNeverReachedHasNoSuchMoment() throws {
    try withWatch { watch, server in
      server.say(.offline(since: nil, reason: Self.lost))
      await until { watch.sentence != nil }
      XCTAssertFalse(watch.sentence?.contains("since") == true)
    }
  }

  func testWhatFailedForItGoesOnOnce() throws {
    try withWatch { watch, server in
      await watch.fail(.refresh, Self.lost)
      await watch.fail(.loadMore, Self.lost)
      server.say(.online)
      await until { !watch.begun.isEmpty }
      XCTAssertEqual(watch.begun, [[.refresh, .loadMore]])
      server.say(.offline(since: nil, reason: Self.lost))
      await until { watch.sentence != nil }
      server.say(.online)
      await until { watch.sentence == nil }
      XCTAssertEqual(watch.begun.count, 1)
    }
  }

  /// By the button, or since it is of another kind.
  func testNothingElseIsBegun() throws {
    try withWatch { watch, server in
      await watch.fail(.loadMore, Self.lost)
      try await watch.watch.watching(.loadMore) {}
      await watch.fail(.refresh, .mailboxVanished(path: "/mail"))
      server.say(.offline(since: nil, reason: Self.lost))
      await until { watch.sentence != nil }
      server.say(.online)
      await until { watch.sentence == nil }
      XCTAssertEqual(watch.begun, [])
    }
  }

  /// A refresh of several ends well without those that are not reached.
  func testOneOfSeveralThatReturnsIsRefreshedThoughAnotherStaysAway() throws {
    let servers = [FarServer("near"), FarServer("far")]
    let store = store
    try withFeed(of: FarServer()) { _, list in
      let watch = Watch(in: list.window)
      let inboxes = UnifiedInbox(
        "All",
        servers.map { server in
          UnifiedInbox.Account(key: server.identifier, name: server.identifier) {
            try await Mailbox.open(server, store: store)
          }
        }
      )
      while inboxes.mailboxes.count < 2 { await inboxes.open() }
      watch.watch.watch(inboxes)
      for server in servers { server.say(.offline(since: nil, reason: Self.lost)) }
      await until { watch.sentence?.components(separatedBy: "“Far”").count == 3 }
      await watch.fail(.loadMore, Self.lost)
      servers[0].say(.online)
      await until { !watch.begun.isEmpty }
      XCTAssertEqual(watch.begun, [[.refresh, .loadMore]])
      XCTAssertNotNil(watch.sentence)
      watch.watch.stop()
    }
  }

  func testTheReasonInARowIsBrief() async {
    let text = ErrorText(Self.lost, isBrief: true)
    XCTAssertEqual(text.errorDescription, "The server is not reached")
    let other = ErrorText(MailError.mailboxVanished(path: "/mail"), isBrief: true)
    XCTAssertTrue(other.errorDescription?.contains("/mail") == true)
  }

  // MARK: Tools

  private static let lost = MailError.server(
    ServerFailure(.connectionLost, host: "mail.example", reason: "it was closed")
  )
  @MainActor private static var moment: String {
    RelativeDate.moment(Date(timeIntervalSince1970: 1_700_000_000))
  }

  private func withWatch(
    _ body: @escaping @MainActor (Watch, FarServer) async throws -> Void
  ) throws {
    let server = FarServer()
    try withFeed(of: server) { feed, list in
      let watch = Watch(in: list.window)
      watch.watch.watch(feed.source.mailboxes[0])
      try await body(watch, server)
      watch.watch.stop()
    }
  }
}

/// Lets everything else go on until the condition holds.
private func until(_ condition: () -> Bool) async {
  let deadline = ContinuousClock.now + .seconds(15)
  while !condition() {
    guard ContinuousClock.now < deadline else { return XCTFail("it never came") }
    await Task.yield()
  }
}

/// A window's notice, and what its list would begin.
private final class Watch {
  let messages: PaneMessages
  private(set) var begun: [OfflineWatch.Work] = []
  private(set) lazy var watch = OfflineWatch(messages) { [weak self] in self?.begun.append($0) }

  init(in window: Window) {
    let application = AdwApplication(id: "org.tideline.Test", flags: G_APPLICATION_NON_UNIQUE)
      .asApplication
    messages = PaneMessages(application, in: window, Preferences(schemasIn: ""))
  }

  var sentence: String? { messages.notice.sentence }

  func fail(_ work: OfflineWatch.Work, _ error: MailError) async {
    do {
      try await watch.watching(work) { throw error }
      XCTFail("it succeeded")
    } catch { XCTAssertTrue(error is ErrorText, "\(error)") }
  }
}

/// An account whose server is reached when a test says so.
private nonisolated final class FarServer: OneFolderAccount {
  let identifier: String
  let title = "Far"
  private let (stream, signal) = AsyncStream.makeStream(of: Connectivity.self)

  init(_ identifier: String = "far server") { self.identifier = identifier }

  func say(_ connectivity: Connectivity) { signal.yield(connectivity) }

  func connectivity() -> AsyncStream<Connectivity> { stream }

  func changes(
    since checkpoint: SyncCheckpoint?,
    known: @Sendable () async throws -> [MessageKey: MessageFlags],
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SyncCheckpoint? { nil }
}
