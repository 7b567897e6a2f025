import FoundationEssentials
import Testing

@testable import MailText

/// The sentence about an event's recurrence.
struct RecurrenceTests: InvitationReading {
  /// An event on Friday, 4 December 2026, in the reader's time zone.
  private func sentence(_ rule: String, start: String = "DTSTART:20261204T183000") -> String? {
    read("\(start)\nRRULE:\(rule)")?.recurrence?.english
  }

  @Test(arguments: [
    ("FREQ=DAILY", "Every day"), ("FREQ=WEEKLY", "Every week"),
    ("INTERVAL=1;FREQ=MONTHLY", "Every month"), ("FREQ=YEARLY;INTERVAL=4", "Every 4 years"),
    ("FREQ=WEEKLY;COUNT=4", "Every week, 4 times"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TH,MO;WKST=SU", "Every 2 weeks on Monday and Thursday"),
    ("FREQ=WEEKLY;BYDAY=SU,FR,MO", "Every week on Monday, Friday and Sunday"),
    ("FREQ=DAILY;BYDAY=MO,WE", "Every week on Monday and Wednesday"),
    ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", "Every day"),
    ("FREQ=MONTHLY;BYMONTHDAY=15", "Every month on day 15"),
    ("FREQ=MONTHLY;BYMONTHDAY=1,-1", "Every month on day 1 and the last day"),
    ("FREQ=MONTHLY;INTERVAL=2;BYDAY=1FR", "Every 2 months on the first Friday"),
    ("FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1", "Every month on the last Friday"),
    (
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1",
      "Every month on the first day from Monday to Friday"
    ),
    ("FREQ=MONTHLY;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYSETPOS=-1", "Every month on the last day"),
    ("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=4", "Every year"),
    ("FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU", "Every year on the last Sunday in March and October"),
    ("FREQ=MONTHLY;BYMONTH=3;BYMONTHDAY=14", "Every year on day 14 in March"),
    ("FREQ=WEEKLY;BYHOUR=18;BYMINUTE=30;BYSECOND=0", "Every week"),
  ])
  func rulesAreSentences(rule: String, text: String) {
    #expect(sentence(rule) == text)
  }

  @Test(arguments: [
    "FREQ=HOURLY", "FREQ=DAILY;INTERVAL=-1", "FREQ=DAILY;INTERVAL=x", "FREQ=WEEKLY;COUNT=0",
    "FREQ=WEEKLY;COUNT=4;UNTIL=20270303", "FREQ=WEEKLY;UNTIL=soon", "FREQ=WEEKLY;BYHOUR=9",
    "FREQ=WEEKLY;BYDAY=1MO", "FREQ=WEEKLY;BYDAY=XX", "FREQ=WEEKLY;BYMONTH=3;BYDAY=MO",
    "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "FREQ=MONTHLY;BYMONTHDAY=-2", "FREQ=YEARLY;BYDAY=20MO",
    "FREQ=YEARLY;BYYEARDAY=100", "FREQ=YEARLY;BYWEEKNO=20", "FREQ=DAILY;INTERVAL=2;BYDAY=MO",
    "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=2", "FREQ=MONTHLY;BYMONTHDAY=32", "FREQ=WEEKLY;X=1",
  ])
  func aRuleIsSaidWholeOrNotAtAll(rule: String) {
    #expect(sentence(rule) == "Repeated by a rule that is not shown here")
  }

  @Test(arguments: [
    ("20270303", "DTSTART;VALUE=DATE:20261204", "3 March 2027"),
    ("20270303T225959Z", "DTSTART:20261204T183000", "3 March 2027"),
    // The last one is on the evening before.
    ("20270303T080000Z", "DTSTART:20261204T183000", "2 March 2027"),
    // The last one is at that moment, in summer.
    ("20270703T163000Z", "DTSTART:20261204T183000", "3 July 2027"),
    ("20270303", "DTSTART;TZID=Asia/Tokyo:20261205T020000", "2 March 2027"),
    ("20270303T020000", "DTSTART;TZID=Asia/Tokyo:20261205T020000", "2 March 2027"),
  ])
  func theEndIsTheLastDay(until: String, start: String, day: String) {
    #expect(sentence("FREQ=WEEKLY;UNTIL=\(until)", start: start) == "Every week, until \(day)")
  }

  /// The last days of months and years, which not all of them have.
  @Test(arguments: [
    ("FREQ=MONTHLY", "20270131", "Every month on day 31"),
    ("FREQ=YEARLY", "20280229", "Every year on day 29 in February"),
    ("FREQ=MONTHLY", "20270128", "Every month"),
  ])
  func aDayThatIsMissingInSomeMonthsIsNamed(rule: String, day: String, text: String) {
    #expect(sentence(rule, start: "DTSTART;VALUE=DATE:\(day)") == text)
  }

  @Test func aRuleCutAnywhereIsRead() {
    let rule = "FREQ=MONTHLY;UNTIL=20270303T080000Z;BYDAY=MO,TU,-1FR;BYSETPOS=1,-1;BYMONTHDAY=1,-31"
    for count in 0...rule.count {
      #expect(sentence(String(rule.prefix(count)))?.isEmpty == false, "\(count)")
    }
    let huge = "FREQ=MONTHLY;INTERVAL=9223372036854775807;COUNT=9223372036854775807"
    #expect(sentence(huge) == "Repeated by a rule that is not shown here")
  }

  @Test func daysAreThoseOfTheReader() {
    // A morning in Tokyo is the evening before in Berlin.
    let start = "DTSTART;TZID=Asia/Tokyo:20261207T060000"
    #expect(sentence("FREQ=WEEKLY;BYDAY=MO", start: start) == "Every week on Sunday")
    #expect(sentence("FREQ=MONTHLY", start: start) == "Every month")
    #expect(
      sentence("FREQ=MONTHLY;BYDAY=1MO", start: start)
        == "Repeated by a rule that is not shown here"
    )
  }

  @Test func exceptionsAndFurtherTimesAreMentioned() {
    let rule = "DTSTART:20261204T183000\nRRULE:FREQ=WEEKLY;COUNT=4"
    #expect(
      read("\(rule)\nEXDATE:20261211T183000")?.recurrence?.english
        == "Every week, 4 times, with exceptions"
    )
    #expect(
      read("\(rule)\nEXDATE:20261204T183000")?.recurrence?.english == "Every week, 3 times"
    )
    #expect(
      read("\(rule)\nRDATE:20261212T183000")?.recurrence?.english
        == "Every week, 4 times, and at other times"
    )
    #expect(
      read("DTSTART:20261204\nRDATE:20261212")?.recurrence?.english == "Takes place several times"
    )
    #expect(sentence("FREQ=WEEKLY;COUNT=1") == nil)
    #expect(
      read("\(rule)\nRRULE:FREQ=DAILY")?.recurrence?.english
        == "Repeated by a rule that is not shown here"
    )
  }
}

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
