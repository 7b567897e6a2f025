import RefreshCore
import Testing

/// Random events on a hundred thousand lists.
@Suite struct RandomStreamTests {
  @Test(arguments: 0..<4)
  func whateverHappensTheRulesHold(part: Int) {
    let streams = 25_000
    var runs = PerRole(repeating: 0)
    for index in 0..<streams {
      let seed = UInt64(part * streams + index + 1)
      // Most streams are short, and some are long.
      let phrases = index % 8 == 0 ? 10 : 2
      var runner = StreamRunner(seed: seed)
      runner.run(phrases: phrases)
      for role in RunRole.allCases { runs[role] += runner.runs.count[role] }
      if let complaint = runner.complaint {
        var again = StreamRunner(seed: seed, isTold: true)
        again.run(phrases: phrases)
        let story = again.story.joined(separator: "\n")
        Issue.record("seed \(seed): \(complaint)\n\(story)")
        return
      }
    }
    // With fewer runs the streams would test too little.
    #expect(RunRole.allCases.allSatisfy { runs[$0] > streams / 16 })
  }
}
