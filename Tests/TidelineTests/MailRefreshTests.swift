import CAdwaita
import Mail
import MailTesting
import PullToRefresh
import Synchronization
import TidelineGtk
import XCTest

@testable import Tideline

/// The window's texts about a refresh, other than those in the header.
nonisolated final class MailRefreshTests: StoreTestCase {
  func testWhatGoesWrongIsSaidForAsLongAsItIsSo() throws {
    try withRefresh { refresh, feed, list, post in
      post.answer(.failure(Self.error))
      await assertFails(with: ErrorText.self) { try await refresh.run(feed, list.controller) }
      await until { refresh.sentence != nil }
      post.answer(.success(()))
      _ = try await refresh.run(feed, list.controller)
      await until { refresh.sentence == nil }
    }
  }

  func testAFolderThatCouldNotBeOpenedIsNamedAfterARefreshToo() throws {
    try withRefresh { refresh, feed, list, post in
      refresh.messages.show(Self.error)
      post.answer(.success(()))
      _ = try await refresh.run(feed, list.controller)
      XCTAssertNotNil(refresh.sentence)
    }
  }

  func testOfTheFirstReadingItIsSaidToo() throws {
    try withRefresh { refresh, feed, list, post in
      let reading = FirstReading(feed, list.controller) { _ in }
      post.answer(.failure(Self.error))
      await assertFails(with: ErrorText.self) {
        try await refresh.run(feed, list.controller, joining: reading)
      }
      await until { refresh.sentence != nil }
    }
  }

  /// Another mailbox may be open by the time a network share answers.
  func testOfARefreshThatWasGivenUpNothingIsSaid() throws {
    try withRefresh { refresh, feed, list, post in
      let run = Task { try await refresh.run(feed, list.controller) }
      while !post.isAsked { await Task.yield() }
      run.cancel()
      post.answer(.failure(Self.error))
      await assertFails(with: CancellationError.self) { try await run.value }
      XCTAssertNil(refresh.sentence)
    }
  }

  // MARK: Tools

  private static let error = MailError.mailboxVanished(path: "/mail")

  private func withRefresh(
    _ body: @escaping @MainActor (Refresh, MailboxFeed, ShownList, LatePost) async throws -> Void
  ) throws {
    let post = LatePost()
    try withFeed(of: post) { feed, list in
      let refresh = try Refresh(in: list.window, feed.source)
      try await body(refresh, feed, list, post)
      refresh.health.stop()
    }
  }
}

private func assertFails<Failure: Error>(
  with failure: Failure.Type,
  _ run: () async throws -> String?
) async {
  do {
    _ = try await run()
    XCTFail("it succeeded")
  } catch { XCTAssertTrue(error is Failure, "\(error)") }
}

/// A window's refresh, and its notice.
private final class Refresh {
  let messages: PaneMessages
  private let mail: MailRefresh
  let health: HealthWatch

  init(in window: Window, _ source: any ConversationSource) throws {
    let application = AdwApplication(id: "org.tideline.Test", flags: G_APPLICATION_NON_UNIQUE)
      .asApplication
    let preferences = try Preferences.fresh()
    messages = PaneMessages(application, in: window, preferences)
    mail = MailRefresh(preferences, messages, application)
    health = HealthWatch(messages) { _ in }
    health.watch(source)
  }

  var sentence: String? { messages.notice.sentence }

  func run(
    _ feed: MailboxFeed,
    _ controller: RefreshController,
    joining reading: FirstReading? = nil
  ) async throws -> String? {
    try await mail.run(feed, controller, joining: reading) {}
  }
}

/// A source that answers when a test says so, like a slow network share; a cancelled caller waits,
/// too.
private nonisolated final class LatePost: OneFolderAccount {
  let identifier = "late post"
  let title = "Post"
  private let asked = Mutex(0)
  private let (answers, signal) = AsyncStream.makeStream(of: Result<Void, MailError>.self)

  var isAsked: Bool { asked.withLock { $0 > 0 } }

  func answer(_ answer: Result<Void, MailError>) { signal.yield(answer) }

  func deliver(_ report: @Sendable (MailBatch) async throws -> Void) async throws {
    asked.withLock { $0 += 1 }
    // A task of its own, which is not cancelled with the caller's.
    let answer = await Task { [answers] in await answers.first { _ in true } }.value
    try answer?.get()
  }
}
