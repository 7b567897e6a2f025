import FoundationEssentials
import Testing

@testable import MailText

/// Rules of time zones, beside what python-dateutil makes of them: onsets.py prints onsets.txt.
struct OnsetOracleTests {
  @Test
  func ruleHasTheSameLastOnset() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let text = try String(contentsOf: folder.appendingPathComponent("onsets.txt"), encoding: .utf8)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count >= 400)
    for line in lines {
      let fields = line.split(separator: " ")
      let start = try #require(WallTime.seconds(fields[1]))
      let time = try #require(WallTime.seconds(fields[2]))
      let rule = try #require(
        OnsetRule(RecurrenceRule(String(fields[0])), start: start, offset: 0),
        "\(line)"
      )
      #expect(rule.last(to: time) == WallTime.seconds(fields[3]), "\(line)")
    }
  }
}
