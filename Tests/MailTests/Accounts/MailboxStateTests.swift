import Foundation
import MailTesting
import Synchronization
import Testing

@testable import Mail

/// The state of an open mailbox, for all windows that show it.
struct MailboxStateTests {
  @Test func allWhoFollowHearHowARefreshHasEnded() async throws {
    try await withMailbox { mailbox, server in
      var one = mailbox.states().makeAsyncIterator()
      var other = mailbox.states().makeAsyncIterator()
      let gone = MailError.mailboxVanished(path: "/mail")
      server.failure.withLock { $0 = gone }
      _ = try? await mailbox.refresh()
      #expect(await one.next { $0.health.failure == gone } != nil)
      #expect(await other.next { $0.health.failure == gone } != nil)
      server.failure.withLock { $0 = nil }
      _ = try await mailbox.refresh()
      #expect(await one.next { $0.health.isGood } != nil)
    }
  }

  /// A refresh of one folder aligns the list with the marks, too.
  @Test func theNoticeOfUnreadMarksEndsWithAnyRefreshThatReadsThem() async throws {
    try await withMailbox { mailbox, _ in
      var states = mailbox.states().makeAsyncIterator()
      var summary = RefreshSummary()
      summary.marksFailure = .marksUnreadable(path: "/marks", reason: "it is locked")
      await mailbox.session.refreshed(.success(summary), isPartial: false)
      #expect(await states.next { $0.summary?.marksFailure != nil } != nil)
      await mailbox.session.refreshed(.success(RefreshSummary()), isPartial: true)
      #expect(await states.next { $0.summary?.marksFailure == nil } != nil)
    }
  }

  @Test func whatIsStoredIsCounted() async throws {
    try await withMailbox { mailbox, _ in
      var states = mailbox.states().makeAsyncIterator()
      let before = try #require(await states.next { $0.commits > 0 })
      #expect(before.folders.isEmpty)
      _ = try await mailbox.refresh()
      let after = try #require(await states.next { !$0.folders.isEmpty })
      #expect(after.folders.map(\.name) == [.inbox])
      #expect(after.commits > before.commits)
    }
  }

  @Test func aRefusedLoginIsOverOnceTheServerLetsSomebodyIn() async throws {
    try await withMailbox { mailbox, server in
      var states = mailbox.states().makeAsyncIterator()
      server.failure.withLock {
        $0 = .server(ServerFailure(.loginRefused, host: "mail.example", reason: "no"))
      }
      _ = try? await mailbox.refresh()
      #expect(await states.next { $0.health.failure != nil } != nil)
      server.say(.online)
      #expect(await states.next { $0.health.isGood } != nil)
    }
  }

  /// A failed refresh may report an outage before the account does; a refusal outlasts an outage.
  @Test func anOutageIsOneWhoeverMeetsIt() {
    var state = MailboxState()
    let lost = MailError.server(
      ServerFailure(.connectionLost, host: "mail.example", reason: "it was closed")
    )
    let refused = MailError.server(ServerFailure(.refused, host: "mail.example", reason: "no"))
    state.ended(lost, lastSync: 5)
    #expect(state.health.since == 5)
    state.note(.offline(since: 7, reason: lost), lastSync: 5)
    #expect(state.health.since == 7)
    state.note(.offline(since: nil, reason: lost), lastSync: 5)
    #expect(state.health.since == 5)
    state.note(.online, lastSync: nil)
    #expect(state.health.isGood)
    state.ended(refused, lastSync: nil)
    state.note(.offline(since: 7, reason: lost), lastSync: nil)
    #expect(state.health.isOffline)
    state.note(.online, lastSync: nil)
    #expect(state.health.failure == refused)
  }

  /// An arrival reads only one folder.
  @Test func aFolderThatIsReadEndsNoProblemOfOthers() {
    var state = MailboxState()
    let refused = MailError.server(ServerFailure(.refused, host: "mail.example", reason: "no"))
    let busy = MailError.storeBusy(path: "/store")
    state.ended(refused, lastSync: nil)
    state.ended(nil, lastSync: nil, isPartial: true)
    #expect(state.health.failure == refused)
    state.ended(nil, lastSync: nil)
    #expect(state.health.isGood)
    state.ended(busy, lastSync: nil, isPartial: true)
    #expect(state.health.failure == busy)
    state.ended(nil, lastSync: nil, isPartial: true)
    #expect(state.health.isGood)
  }

  @Test func whoLeavesAndComesAgainFindsWhatIsStoredByThen() async throws {
    try await withMailbox { mailbox, _ in
      do {
        var states = mailbox.states().makeAsyncIterator()
        _ = await states.next { $0.commits > 0 }
      }
      _ = try await mailbox.refresh()
      var states = mailbox.states().makeAsyncIterator()
      #expect(await states.next { !$0.folders.isEmpty } != nil)
    }
  }

  private func withMailbox(
    _ body: (Mailbox, SpeakingServer) async throws -> Void
  ) async throws {
    let (folder, server) = (try TemporaryFolder(), SpeakingServer())
    try await body(try await Mailbox.open(server, store: folder.file("store.sqlite")), server)
  }
}

extension MailboxState.Health {
  fileprivate var isGood: Bool { if case .good = self { true } else { false } }
  fileprivate var failure: MailError? { if case .failed(let error) = self { error } else { nil } }
  fileprivate var since: Int64? { if case .offline(let since, _) = self { since } else { nil } }
}

extension AsyncStream.Iterator {
  /// The next matching element.
  fileprivate mutating func next(where isWanted: (Element) -> Bool) async -> Element? {
    while let element = await next() { if isWanted(element) { return element } }
    return nil
  }
}

struct BroadcastTests {
  /// Swift calls `onTermination` while it holds the lock of the cancelled task, and a sender that
  /// resumes this task waits for the same lock. When a window was closed while the state of its
  /// mailbox changed, both waited for each other for ever.
  @Test func whoCancelsDoesNotWaitForALockOfTheSender() async throws {
    let broadcast = Broadcast<Int>()
    let sending = Mutex(())
    let (isSending, hasCancelled, hasSent) = (Flag(), Flag(), Flag())
    let hasEnded = DispatchSemaphore(value: 0)
    let stream = broadcast.stream { _ in
      isSending.set()
      hasEnded.wait()
      return true
    } onEnd: {
      hasEnded.signal()
      sending.withLock { _ in }
    }
    let task = Task { for await _ in stream {} }
    // Waits until the task is suspended in its first `next()`.
    try await Task.sleep(for: .milliseconds(50))
    Thread.detachNewThread {
      sending.withLock { _ in broadcast.send(1) }
      hasSent.set()
    }
    try await isSending.wait()
    Thread.detachNewThread {
      task.cancel()
      hasCancelled.set()
    }
    try await hasSent.wait()
    try await hasCancelled.wait()
  }
}

/// A flag set on one thread; a task can await it without blocking a thread.
private final class Flag: Sendable {
  private let isSet = Mutex(false)

  func set() { isSet.withLock { $0 = true } }

  func wait() async throws {
    for _ in 0..<12_000 {
      if isSet.withLock(\.self) { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    throw StillBlocked()
  }
}

private struct StillBlocked: Error {}
