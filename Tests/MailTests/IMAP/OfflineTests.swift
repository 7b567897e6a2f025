import Foundation
import IMAP
import MailTesting
import MailTextTesting
import Network
import Testing

@testable import Mail

/// A server that is not reached for a while.
@Suite(.timeLimit(.minutes(120)))
struct OfflineTests {
  private let this: IMAPCase
  private let time = PlayedTime()
  private let clock = PlayedClock(ScheduledMail.now)
  private let offset = PlayedClock(0)
  private let shared: SharedSession
  private let changes = AsyncStream.makeStream(of: String.self)
  private let losses = AsyncStream.makeStream(of: ServerContact.Loss?.self)

  init() throws {
    this = try IMAPCase(.rich, count: 30)
    let surroundings = SharedSession.Surroundings(
      now: { [clock] in clock.seconds },
      pause: time.pause,
      jitter: { 0 },
      clockOffset: { [offset] in offset.duration }
    )
    shared = this.session(surroundings)
  }

  private func watch() async {
    await shared.watch(
      SharedSession.Watcher(
        onChange: { [changes] in changes.continuation.yield($0) },
        onReach: { [losses] in losses.continuation.yield($0) }
      )
    )
  }

  private func examine() async throws { try await shared.examine("INBOX") }

  /// Returns when the connection waits for changes.
  private func begin() async throws {
    try await examine()
    await watch()
    try await time.expect(SharedSession.renewal)
  }

  private func nextLoss() async throws -> ServerContact.Loss? {
    var losses = losses.stream.makeAsyncIterator()
    return try #require(await losses.next())
  }

  /// Waits for a pause of this length, and ends it.
  private func pass(_ duration: Duration) async throws {
    try await time.expect(duration)()
  }

  @Test func whoeverWatchesIsToldSinceWhenAndWhenItIsOver() async throws {
    try await begin()
    clock.advance(by: 300)
    this.server.setReachable(false)
    this.server.cut()
    try await pass(.seconds(5))
    for next in [10, 20] {
      #expect(try await nextLoss()?.since == ScheduledMail.now + 300)
      clock.advance(by: 60)
      try await pass(.seconds(next))
    }
    #expect(try await nextLoss()?.since == ScheduledMail.now + 300)
    this.server.setReachable(true)
    try await pass(.seconds(40))
    #expect(try await nextLoss() == nil)
    // The connection waits for changes as before.
    try await time.expect(SharedSession.renewal)
    #expect(this.server.violations == [])
  }

  /// The computer was asleep: nothing is known of the hours in between.
  @Test func aLongSilenceCountsFromWhenTheServerWasLastHeardOf() async throws {
    try await begin()
    clock.advance(by: 8 * 3600)
    this.server.setReachable(false)
    this.server.cut()
    try await pass(.seconds(5))
    #expect(try await nextLoss()?.since == ScheduledMail.now)
  }

  @Test func anAccountThatWasNeverReachedIsTriedAgainWhileItIsWatched() async throws {
    this.server.setReachable(false)
    await #expect(throws: NetworkError.self) { try await examine() }
    #expect(time.count == 0)
    await watch()
    let loss = try #require(try await nextLoss())
    #expect(loss.since == nil)
    this.server.setReachable(true)
    try await pass(.seconds(5))
    #expect(try await nextLoss() == nil)
    try await time.expect(SharedSession.renewal)
    #expect(this.server.attempts == 2)
  }

  @Test func aFolderThatIsChosenWhileTheConnectionIsLostIsWatched() async throws {
    this.addFolder("Archive")
    try await begin()
    this.server.cut()
    try await time.expect(.seconds(5))
    _ = await shared.list { $0.add("Archive") }
    try await pass(.seconds(5))
    try await time.expect(SharedSession.renewal)
    this.deliver(40, to: 1)
    var changes = changes.stream.makeAsyncIterator()
    #expect(await changes.next() == "Archive")
  }

  /// A server that is starting accepts a connection and closes it, before TLS has begun.
  @Test func aReconnectThatFailsInTLSIsToldAndTriedAgain() async throws {
    try await begin()
    this.server.setReachable(false, failure: .tlsFailed)
    this.server.cut()
    try await pass(.seconds(5))
    #expect((try await nextLoss()?.error as? NetworkError)?.kind == .tlsFailed)
    this.server.setReachable(true)
    try await pass(.seconds(10))
    #expect(try await nextLoss() == nil)
    try await time.expect(SharedSession.renewal)
  }

  /// Waits for no further use after one that has listed the folders, but failed.
  @Test func aUseThatFailsIsNotFollowedByAnother() async throws {
    await watch()
    this.server.setReachable(false)
    await #expect(throws: NetworkError.self) { try await shared.use(isFollowed: true) { _ in } }
    #expect(try await nextLoss() != nil)
    try await pass(.seconds(5))
  }

  /// The pauses still grow if a server accepts log-ins and then ends the connection.
  @Test func aServerThatOnlyLetsInIsNotTriedMoreAndMoreOften() async throws {
    try await begin()
    for seconds in [5, 10, 20, 40] {
      this.server.cut()
      try await pass(.seconds(seconds))
      try await time.expect(SharedSession.renewal)
    }
  }

  @Test func aRefusedLoginIsTheReasonFromThenOn() async throws {
    try await begin()
    this.server.setReachable(false)
    this.server.cut()
    try await pass(.seconds(5))
    #expect(try await nextLoss()?.error is NetworkError)
    this.server.setReachable(true)
    this.server.refuse { $0.hasPrefix("AUTHENTICATE") ? "NO [AUTHENTICATIONFAILED] no" : nil }
    try await pass(.seconds(10))
    let loss = try #require(try await nextLoss())
    #expect((loss.error as? ServerFailure)?.kind == .loginRefused)
    await shared.watch?.value
    // Even on another network, the log-in is not tried again.
    await shared.networkChanged()
    await shared.watch?.value
    #expect(time.count == 0)
    #expect(this.server.attempts == 3)
  }

  @Test func whatIsTriedMeanwhileDoesNotPutTheNextTryOff() async throws {
    this.server.setReachable(false)
    await watch()
    for _ in 0..<4 {
      await #expect(throws: NetworkError.self) { try await examine() }
      try await time.expect(.seconds(5))
    }
  }

  // MARK: Another network, and sleeps

  @Test func onAnotherNetworkTheConnectionIsMadeAnewAndThatIsNoNews() async throws {
    try await begin()
    await shared.networkChanged()
    try await pass(Backoff.settling)
    try await time.expect(SharedSession.renewal)
    #expect(this.server.attempts == 2)
    await shared.close()
    losses.continuation.finish()
    changes.continuation.finish()
    for await _ in losses.stream { Issue.record("it was never lost") }
    for await _ in changes.stream { Issue.record("nothing has changed") }
  }

  @Test func changesInFlocksMakeOneTry() async throws {
    try await begin()
    for _ in 0..<20 {
      await shared.networkChanged()
      try await time.expect(Backoff.settling)
      #expect(this.server.attempts == 1)
    }
  }

  @Test func aNetworkThatIsBackEndsALongPause() async throws {
    this.server.setReachable(false)
    await watch()
    await #expect(throws: NetworkError.self) { try await examine() }
    for seconds in [5, 10, 20, 40, 80] { try await pass(.seconds(seconds)) }
    _ = try #require(await time.next())
    this.server.setReachable(true)
    await shared.networkChanged()
    try await pass(Backoff.settling)
    while try await nextLoss() != nil {}
    #expect(this.server.attempts == 7)
  }

  @Test func whatIsUnderWayGoesOnOverTheNewNetwork() async throws {
    // A connection that receives nothing more, like one over a lost network.
    let (silence, fallen) = AsyncStream.makeStream(of: Void.self)
    this.server.onSilence { fallen.yield() }
    this.server.live({ _, _ in }, fate: { _ in .fallsSilent(after: 200) })
    let using = Task { try await examine() }
    for await _ in silence { break }
    this.server.live({ _, _ in }, fate: { _ in .lasts })
    await shared.networkChanged()
    try await using.value
    #expect(this.server.attempts == 2)
  }

  @Test func whatIsUnderWayGoesOnThroughAFlockOfChanges() async throws {
    let (silence, fallen) = AsyncStream.makeStream(of: Void.self)
    this.server.onSilence { fallen.yield() }
    this.server.live({ _, _ in }, fate: { _ in .fallsSilent(after: 200) })
    let using = Task { try await examine() }
    var silences = silence.makeAsyncIterator()
    for left in (0..<5).reversed() {
      _ = await silences.next()
      if left == 0 { this.server.live({ _, _ in }, fate: { _ in .lasts }) }
      await shared.networkChanged()
    }
    try await using.value
    #expect(this.server.attempts == 6)
  }

  @Test func aConnectionThatHasSleptIsNotAskedForAnAnswer() async throws {
    try await examine()
    await watch()
    let endRenewal = try await time.expect(SharedSession.renewal)
    let before = this.server.commands.count
    offset.advance(by: 8 * 3600)
    clock.advance(by: 8 * 3600)
    endRenewal()
    try await pass(.seconds(5))
    try await time.expect(SharedSession.renewal)
    #expect(this.server.attempts == 2)
    #expect(!this.server.commands.dropFirst(before).contains("NOOP"))
  }

  // MARK: An account

  @Test func anAccountTellsAllWhoWatchWhetherItIsReached() async throws {
    let network = AsyncStream.makeStream(of: NetworkState.self)
    let account = this.server.account(
      .server(UUID()),
      network: { network.stream },
      pause: time.pause,
      now: { ScheduledMail.now }
    )
    this.server.setReachable(false)
    var first = account.connectivity().makeAsyncIterator()
    network.continuation.yield(.unavailable)
    await #expect(throws: MailError.self) { _ = try await account.counts(in: []) }
    guard case .offline(nil, let reason)? = await first.next() else {
      Issue.record("nobody was told")
      return
    }
    #expect(reason.isOffline)
    // A later listener gets the state at once.
    var second = account.connectivity().makeAsyncIterator()
    guard case .offline? = await second.next() else {
      Issue.record("the second one was not told")
      return
    }
    _ = try #require(await time.next())
    this.server.setReachable(true)
    network.continuation.yield(.available)
    let (_, end) = try #require(await time.next())
    end()
    #expect(await first.next() == .online)
    #expect(await second.next() == .online)
  }

  /// For example, a window shows another folder.
  @Test func whoeverListensAnewHearsOfNewMail() async throws {
    let mailbox = try await this.open().refreshed(for: .inbox)
    let before = try #require(mailbox.changes(of: .inbox))
    let listening = Task { for await _ in before {} }
    listening.cancel()
    await listening.value
    let arrivals = try #require(mailbox.changes(of: .inbox))
    this.deliver(1000)
    var iterator = arrivals.makeAsyncIterator()
    #expect(await iterator.next() != nil)
  }
}
