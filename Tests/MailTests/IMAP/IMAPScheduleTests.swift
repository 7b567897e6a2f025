import Foundation
import Testing

@Suite(.timeLimit(.minutes(30)))
struct IMAPScheduleTests {
  /// The number of schedules; `SCHEDULES` in the environment changes it. 1,000 take some minutes.
  private static let schedules =
    ProcessInfo.processInfo.environment["SCHEDULES"].flatMap(UInt64.init) ?? 16
  /// `SEED` runs a single schedule, and prints its dialogues.
  private static let first = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init)

  @Test func anyScheduleEndsWithTheListOfTheServersMail() async throws {
    let seeds = Self.first.map { $0..<$0 + 1 } ?? 0..<Self.schedules
    for seed in seeds {
      let schedule = try IMAPSchedule(
        seed: seed,
        log: Self.first.map { _ in { @Sendable in print($0) } }
      )
      do {
        let failure = try await schedule.failure()
        if let failure { Issue.record("seed \(seed), \(schedule.traits): \(failure)") }
      } catch {
        Issue.record("seed \(seed), \(schedule.traits): \(error)")
      }
    }
  }
}
