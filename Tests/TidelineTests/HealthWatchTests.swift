import CAdwaita
import FoundationEssentials
import Mail
import MailTesting
import TidelineGtk
import XCTest

@testable import Network
@testable import Tideline

/// The window's notice about a server that is not reached, and the work after its return.
nonisolated final class HealthWatchTests: StoreTestCase {
  func testTheNoticeSaysSinceWhenUntilTheServerIsReached() throws {
    try withWatch { watch, server in
      server.say(.offline(since: 1_700_000_000, reason: Self.lost))
      await until { watch.sentence != nil }
      let sentence = try XCTUnwrap(watch.sentence)
      XCTAssertTrue(sentence.hasPrefix("Offline since \(Self.moment). "), sentence)
      XCTAssertTrue(sentence.contains("mail.example"), sentence)
      // A refresh that succeeds meanwhile does not remove the notice.
      await watch.refresh(server, failing: nil)
      XCTAssertEqual(watch.sentence, sentence)
      await watch.reaches(server)
      XCTAssertEqual(watch.begun, [])
    }
  }

  /// Messages that could not be read are tried again then.
  func testTheReturnOfAServerIsReportedOnceWithoutWork() throws {
    try withWatch { watch, server in
      var returns = 0
      watch.watch.onReached = { returns += 1 }
      await watch.loses(server)
      XCTAssertEqual(returns, 0)
      await watch.reaches(server)
      XCTAssertEqual(returns, 1)
    }
  }

  func testWhatAFolderHasRefusedStaysOnceTheServerIsReached() throws {
    try withWatch { watch, server in
      let refusal = ServerFailure(.refused, host: "mail.example", reason: "no such folder")
      await watch.refresh(server, failing: .server(refusal))
      await until { watch.sentence?.contains("no such folder") == true }
      server.say(.offline(since: 1_700_000_000, reason: Self.lost))
      await until { watch.sentence?.hasPrefix("Offline since") == true }
      server.say(.online)
      await until { watch.sentence?.contains("no such folder") == true }
      await watch.refresh(server, failing: nil)
      await until { watch.sentence == nil }
    }
  }

  func testWhatIsDismissedComesBackOnlyAfterItWasOver() throws {
    try withWatch { watch, _ in
      let trouble = { since in
        PaneMessages.Trouble(.offline(since: since, reason: Self.lost), of: nil).map { [$0] } ?? []
      }
      watch.messages.show(trouble(1_700_000_000))
      watch.dismiss()
      XCTAssertNil(watch.sentence)
      watch.messages.show(trouble(1_700_009_999))
      watch.messages.show(unopened: nil)
      XCTAssertNil(watch.sentence)
      watch.messages.show([])
      watch.messages.show(trouble(1_700_009_999))
      XCTAssertNotNil(watch.sentence)
    }
  }

  func testAChoiceThatFailedIsShownUntilItIsDismissed() throws {
    try withWatch { watch, _ in
      watch.messages.isBesideList = false
      watch.messages.show(choice: "“/tmp” is no mailbox.")
      watch.messages.show([])
      watch.messages.show(unopened: nil)
      XCTAssertEqual(watch.sentence, "“/tmp” is no mailbox.")
      watch.dismiss()
      XCTAssertNil(watch.sentence)
    }
  }

  /// Behind a lasting problem, the failure of the user's work would be shown late.
  func testOnlyTheShownNoticeIsDismissedThatOfWorkFirst() throws {
    try withWatch { watch, server in
      server.say(.offline(since: nil, reason: Self.lost))
      await until { watch.sentence?.contains("mail.example") == true }
      watch.messages.show(MailError.mailboxVanished(path: "/mail"))
      XCTAssertTrue(watch.sentence?.contains("/mail") == true)
      watch.dismiss()
      XCTAssertTrue(watch.sentence?.contains("mail.example") == true)
      watch.dismiss()
      XCTAssertNil(watch.sentence)
    }
  }

  func testMarksThatARefreshOfTheSidebarHasRefusedAreTold() throws {
    let (store, post) = (store, RefusingPost())
    try withFeed(of: SpeakingServer()) { _, list in
      let marks = MarkFile(path: store + "-marks")
      let mailbox = try await Mailbox.open(post, store: store + "-refusing", marks: marks)
      _ = try await mailbox.refresh()
      let watch = try Watch(in: list.window)
      watch.watch.watch(mailbox)
      let page = try await mailbox.conversations(after: nil, limit: 1)
      _ = try await mailbox.mark(.read, in: page.conversations.map(\.id), writes: true)
      _ = try await mailbox.refresh()
      await until { watch.sentence?.contains("1 message is marked in Tideline only.") == true }
      XCTAssertNotNil(watch.sentence)
      watch.watch.stop()
    }
  }

  func testAPageThatSaysWhatIsWrongHasNoNoticeBesideIt() throws {
    try withWatch { watch, server in
      await watch.loses(server)
      watch.messages.isBesideList = false
      XCTAssertNil(watch.sentence)
      watch.messages.isBesideList = true
      XCTAssertNotNil(watch.sentence)
    }
  }

  func testAServerThatWasNeverReachedHasNoSuchMoment() throws {
    try withWatch { watch, server in
      await watch.loses(server)
      XCTAssertFalse(watch.sentence?.contains("since") == true)
    }
  }

  func testTheMomentFollowsTheTimeZone() throws {
    try withWatch { watch, server in
      let zone = getenv("TZ").map { String(cString: $0) }
      defer {
        if let zone { setenv("TZ", zone, 1) } else { unsetenv("TZ") }
        tzset()
      }
      setenv("TZ", "UTC", 1)
      tzset()
      server.say(.offline(since: 1_700_000_000, reason: Self.lost))
      await until { watch.sentence?.contains("22:13") == true }
      setenv("TZ", "UTC-3", 1)
      tzset()
      watch.watch.show()
      XCTAssertTrue(watch.sentence?.contains("01:13") == true, watch.sentence ?? "")
    }
  }

  /// The port is right, since the server was reached.
  @MainActor func testAServerThatWasReachedNeedsNoAdviceAboutItsSettings() {
    let refused = MailError.network(
      NetworkError(host: "mail.example", port: 993, step: .connecting, kind: .refused)
    )
    let text = { PaneMessages.Trouble(.offline(since: $0, reason: refused), of: nil)?.sentence }
    let (known, new) = (text(1_700_000_000) ?? "", text(nil) ?? "")
    XCTAssertTrue(known.contains("tries again by itself"), known)
    XCTAssertFalse(known.contains("Check"), known)
    XCTAssertTrue(new.contains("on port 993. Try again later"), new)
  }

  func testWhatFailedForItGoesOnOnce() throws {
    try withWatch { watch, server in
      await watch.fail(.refresh, Self.lost)
      await watch.fail(.loadMore, Self.lost)
      await watch.loses(server)
      server.say(.online)
      await until { !watch.begun.isEmpty }
      XCTAssertEqual(watch.begun, [[.refresh, .loadMore]])
      await watch.loses(server)
      await watch.reaches(server)
      XCTAssertEqual(watch.begun.count, 1)
    }
  }

  /// The watch has not seen the server offline in between.
  func testWhatFailedGoesOnAlsoWhereTheServerWasAwayForAMoment() throws {
    try withWatch { watch, server in
      await watch.loses(server)
      await watch.reaches(server)
      await watch.fail(.loadMore, Self.lost)
      server.say(.online)
      await until { !watch.begun.isEmpty }
      XCTAssertEqual(watch.begun, [[.loadMore]])
    }
  }

  /// A retry by the button leaves no work, and an error of another kind begins none.
  func testNothingElseIsBegun() throws {
    try withWatch { watch, server in
      await watch.fail(.loadMore, Self.lost)
      try await watch.watch.watching(.loadMore) {}
      await watch.fail(.refresh, .mailboxVanished(path: "/mail"))
      await watch.loses(server)
      await watch.reaches(server)
      XCTAssertEqual(watch.begun, [])
    }
  }

  /// A refresh of several mailboxes succeeds without those that are not reached.
  func testOneOfSeveralThatReturnsIsRefreshedThoughAnotherStaysAway() throws {
    let servers = [SpeakingServer("near"), SpeakingServer("far")]
    let store = store
    try withFeed(of: SpeakingServer()) { _, list in
      let watch = try Watch(in: list.window)
      let inboxes = UnifiedInbox(
        "All",
        servers.map { server in
          UnifiedInbox.Account(key: server.identifier, name: server.identifier) {
            try await Mailbox.open(server, store: "\(store)-\(server.identifier)")
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

  fileprivate static let lost = MailError.server(
    ServerFailure(.connectionLost, host: "mail.example", reason: "it was closed")
  )
  @MainActor private static var moment: String {
    RelativeDate.moment(Date(timeIntervalSince1970: 1_700_000_000))
  }

  private func withWatch(
    _ body: @escaping @MainActor (Watch, SpeakingServer) async throws -> Void
  ) throws {
    let server = SpeakingServer()
    try withFeed(of: server) { feed, list in
      let watch = try Watch(in: list.window)
      watch.mailbox = feed.source.mailboxes[0]
      watch.watch.watch(feed.source)
      try await body(watch, server)
      watch.watch.stop()
    }
  }
}

/// A window's notice, and the work that its list would begin.
private final class Watch {
  let messages: PaneMessages
  private(set) var begun: [HealthWatch.Work] = []
  var mailbox: Mailbox?
  private(set) lazy var watch = HealthWatch(messages) { [weak self] in self?.begun.append($0) }

  init(in window: Window) throws {
    let application = AdwApplication(id: "org.tideline.Test", flags: G_APPLICATION_NON_UNIQUE)
      .asApplication
    messages = PaneMessages(application, in: window, try Preferences.fresh())
    messages.stand(in: Box(.vertical, spacing: 0)) {}
  }

  var sentence: String? { messages.notice.sentence }

  /// Waits for the notice that the server is not reached.
  func loses(_ server: SpeakingServer) async {
    server.say(.offline(since: nil, reason: HealthWatchTests.lost))
    await until { sentence != nil }
  }

  /// Waits until no notice is left.
  func reaches(_ server: SpeakingServer) async {
    server.say(.online)
    await until { sentence == nil }
  }

  func dismiss() {
    messages.notice.withdraw()
    messages.notice.onDismiss?()
  }

  /// Refreshes the mailbox, whose server fails with the error, if there is one.
  func refresh(_ server: SpeakingServer, failing error: MailError?) async {
    server.failure.withLock { $0 = error }
    _ = try? await mailbox?.refresh()
  }

  func fail(_ work: HealthWatch.Work, _ error: MailError) async {
    do {
      try await watch.watching(work) { throw error }
      XCTFail("it succeeded")
    } catch { XCTAssertTrue(error is ErrorText, "\(error)") }
  }
}

/// An account with one message, which refuses all marks.
private nonisolated final class RefusingPost: OneFolderAccount {
  let identifier = "refusing post"
  let title = "Post"

  func changes(
    since checkpoint: SyncCheckpoint?,
    known: @Sendable () async throws -> [MessageKey: MessageFlags],
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SyncCheckpoint? {
    if try await known().isEmpty { try await report(.new(1..<2)) }
    return nil
  }

  func write(
    _ changes: [FolderID: [FlagChange]]
  ) async throws -> [FolderID: [FlagChange: MarkAnswer]] {
    let refusal = MarkAnswer.refused(.notKept(host: "mail.example"))
    return changes.mapValues { Dictionary(uniqueKeysWithValues: $0.map { ($0, refusal) }) }
  }
}
