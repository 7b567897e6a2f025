import MailTesting
import Synchronization
import Testing

@testable import Mail

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
