import MailTesting
import Synchronization
import Testing

@testable import Mail

struct BackoffTests {
  private func pauses(_ backoff: inout Backoff, _ count: Int) -> [Duration] {
    (0..<count).map { _ in
      defer { backoff.hasPassed() }
      return backoff.pause
    }
  }

  @Test func eachPauseIsTwiceTheLastUpToFiveMinutes() {
    var backoff = Backoff(jitter: { 0 })
    let seconds = [5, 10, 20, 40, 80, 160, 300, 300]
    #expect(pauses(&backoff, 8) == seconds.map { .seconds($0) })
    backoff.reset()
    #expect(pauses(&backoff, 2) == [.seconds(5), .seconds(10)])
  }

  @Test func aFifthIsLeftToChance() {
    var backoff = Backoff(jitter: { 1 })
    #expect(pauses(&backoff, 3) == [.seconds(4), .seconds(8), .seconds(16)])
  }

  /// At most one attempt a second, however often the network changes.
  @Test func afterAChangeOfTheNetworkTheNextTryComesSoon() {
    var backoff = Backoff(jitter: { 0 })
    _ = pauses(&backoff, 6)
    for _ in 0..<3 {
      backoff.networkChanged()
      backoff.networkChanged()
      #expect(pauses(&backoff, 2) == [.seconds(1), .seconds(5)])
    }
  }
}

/// A log-in refused for a lasting reason is not tried again before a user asks for it.
@Suite(.timeLimit(.minutes(120)))
struct StayingRefusalTests {
  /// For example, the user of an online account must sign in again.
  @Test(arguments: [ServerFailure.Kind.loginRefused, .signInNeeded, .passwordMissing, .insecure])
  func itIsNotTriedAgain(_ kind: ServerFailure.Kind) async throws {
    let tries = Mutex(0)
    let pauses = Mutex(0)
    let surroundings = SharedSession.Surroundings(
      now: { 0 },
      pause: { _ in
        // Ends a session that retries for ever.
        if pauses.withLock({
          $0 += 1; return $0
        }) > 3 {
          throw CancellationError()
        }
      },
      jitter: { 0 }
    )
    let shared = SharedSession(surroundings) { _ in
      let count = tries.withLock { count in
        count += 1
        return count
      }
      guard count > 1 else {
        throw ServerFailure(.connectionLost, host: "a.example", reason: "closed")
      }
      throw ServerFailure(kind, host: "a.example", reason: "no")
    }
    await shared.watch(SharedSession.Watcher(onChange: { _ in }, onReach: { _ in }))
    await #expect(throws: ServerFailure.self) { try await shared.use { _ in } }
    await shared.watch?.value
    // Even on another network, the log-in is not tried again.
    await shared.networkChanged()
    await shared.watch?.value
    #expect(pauses.withLock { $0 } == 1)
    #expect(tries.withLock { $0 } == 2)
  }
}

struct ClockJumpTests {
  @Test(arguments: [(0, false), (59, false), (60, true), (28_800, true), (-59, false), (-60, true)])
  func aSleepIsSeenByTheClocks(_ seconds: Int, _ isSeen: Bool) {
    let clock = PlayedClock(1_800_000_000)
    let jump = ClockJump { clock.duration }
    #expect(!jump.hasHappened)
    clock.advance(by: Int64(seconds))
    #expect(jump.hasHappened == isSeen)
  }

  @Test func theClocksOfThisComputerDoNotJump() {
    #expect(!ClockJump(ClockJump.offset).hasHappened)
    #expect(ClockJump.offset() > .zero)
  }
}
