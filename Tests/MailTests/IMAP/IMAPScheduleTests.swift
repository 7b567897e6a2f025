import Foundation
import MailTesting
import Testing

@Suite(.timeLimit(.minutes(120)))
struct IMAPScheduleTests {
  /// With `SEED` in the environment it prints the dialogues.
  @Test func anyScheduleEndsWithTheListOfTheServersMail() async throws {
    let isPrinting = ProcessInfo.processInfo.environment["SEED"] != nil
    for seed in seeds(8) {
      let log: (@Sendable (String) -> Void)? = isPrinting ? { @Sendable line in print(line) } : nil
      let schedule = try IMAPSchedule(seed: seed, log: log)
      do {
        let failure = try await schedule.failure()
        if let failure { Issue.record("seed \(seed), \(schedule.traits): \(failure)") }
      } catch {
        Issue.record("seed \(seed), \(schedule.traits): \(error)")
      }
    }
  }
}
