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
