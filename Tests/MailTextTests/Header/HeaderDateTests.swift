import MailTextTesting
import Testing

@testable import MailText

/// Dates of old and broken programs.
struct HeaderDateTests {
  /// The time when the file was received.
  private static let received: Int64 = 7

  private func date(_ header: String) -> Int64 {
    var bytes = Array("\(header)\n\n".utf8)
    let excerpt = MessageExcerpt(headerLength: bytes.count, bodyLength: 0, isCut: false)
    return bytes.withUnsafeMutableBufferPointer {
      MessageParser.parse($0, excerpt: excerpt, received: Self.received, now: 1_700_000_000)
        .head.date
    }
  }

  static let forms = [
    "Mon, 2 Jan 2023 15:04:05 +0000", "Mon, 2 Jan 2023 15:04:05.123 +0000",
    "Mon, 2 Jan 2023 15:04:05,123456 +0000", "Mon, 2 Jan 2023 18:04:05 GMT+03:00",
    "Mon, 2 Jan 2023 12:04:05 UTC-3", "Mon, 2 Jan 2023 09:04:05 -600",
    "Mon, 2 Jan 2023 09:04:05 cst", "Mon, 2 Jan 2023 09:04:05 CST", "Mon, 2 Jan 2023 18:04:05 0300",
    "Mon, 2 Jan 23 18:04:05 0300", "Mon, 2 Jan 2023 03:04:05 PM", "2 Jan 2023 3:04:05pm",
    "Mon, 2 Jan 2023 (the (2nd) day) 15:04:05 (UTC) +0000", "Mon, 2 Jan 2023 16:04:05 (CET)",
    "Mon, 2 Jan 2023 15:04:05 +0000 (PST)", "Mon, 2 Jan 2023 16.04.05 +0100",
    "2023-01-02T15:04:05Z", "2023-01-02T16:04:05.5+01:00", "2023-01-02 16:04:05 +0100",
    "Monday, January 2, 2023 15:04:05", "Monday, 02-Jan-23 15:04:05 GMT",
    "Mon Jan  2 15:04:05 2023", "Mon Jan 2 09:04:05 CST 2023", "Mon Jan 2 10:04:05 2023 -0500",
    "Jan 2, 2023 15:04:05", "Mon, 2 Jan 2023 16:04:05 CET", "Mon, 2 Jan 2023 17:04:05 CEST",
    "Mon, 2 Jan 2023 16:04:05+0100", "Mon,2 Jan 2023 15:04:05", "Mon, 2. Jan. 2023 15:04:05",
    "Mon, 2 Jan 2023 15:04:05 \"GMT\"", "Mon, 2 Jan 2023 15:04:05 GMT+0000",
    "Mon, 2 Jan 123 15:04:05 +0000", "Mon, 2 Jan 19123 15:04:05 +0000",
    "Mon, 2 Jan 2023 15:04:05 -0000", "Mon, 2 Jan 2023 15:4:5 +0000", "2 Jan 2023 15:04:05 Z",
    "Tue, 3 Jan 2023 00:04:05 JST", "Mon, 2 Jan 2023 20:34:05 +5:30", "2 jan 2023 15:04:05 gmt",
  ]

  @Test(arguments: forms) func aDateOfAnyFormIsRead(text: String) {
    #expect(date("Date: \(text)") == 1_672_671_845)
  }

  @Test func whatIsMissingInADateIsZero() {
    #expect(date("Date: 20230102T150405Z") == 1_672_671_845)
    #expect(date("Date: 20230102T160405+0100") == 1_672_671_845)
    #expect(date("Date: Mon, 2 Jan 2023 15:04 +0000") == 1_672_671_840)
    #expect(date("Date: 2 Jan 2023") == 1_672_617_600)
    #expect(date("Date: Mon, 2 Jan 2023 15:04:60 +0000") == 1_672_671_899)
    #expect(date("Date: Mon, 2 Jan 2023 12:04:05 AM") == 1_672_617_845)
    #expect(date("Date: Mon, 2 Jan 2023 12:04:05 PM") == 1_672_661_045)
  }

  @Test func mailOfTheSeventiesIsShown() {
    #expect(date("Date: Thu, 2 Jan 1975 15:04:05 +0000") == 157_907_045)
    #expect(date("Date: 2 Jan 75 15:04:05") == 157_907_045)
    #expect(date("Date: 1 Jan 1971 00:00:00 +0000") == 31_536_000)
  }

  @Test(arguments: [
    "Thu, 1 Jan 1970 00:00:00 +0000", "Wed, 31 Dec 1969 19:00:00 -0500", "1 Feb 1970 00:00:00",
    "Fri, 1 Jan 2100 00:00:00 +0000", "yesterday", "", "15:04:05", "Monday", "+0000",
    "Mon, 30 Feb 2023 15:04:05", "((((", "))))",
  ])
  func anAbsurdDateGivesWayToTheTopmostReceived(text: String) {
    let trace =
      "Received: from a by b (x; y);\n\tMon, 2 Jan 2023 15:04:05 +0000 (UTC)\n"
      + "Received: from c by d; Sun, 1 Jan 2023 15:04:05 +0000"
    #expect(date("Date: \(text)\n\(trace)") == 1_672_671_845)
    #expect(date("\(trace)\nDate: \(text)") == 1_672_671_845)
    #expect(date("Date: \(text)") == Self.received)
  }

  @Test func aSaneDateCountsBeforeTheTrace() {
    let trace = "Received: from a by b; Tue, 3 Jan 2023 15:04:05 +0000"
    #expect(date("\(trace)\nDate: Mon, 2 Jan 2023 15:04:05 +0000") == 1_672_671_845)
  }

  @Test(arguments: [
    "from a by b", "from a by b; yesterday", ";", "from a by b; Thu, 1 Jan 1970 00:00:00 +0000",
  ])
  func aTraceWithoutASaneDateGivesWayToTheFile(trace: String) {
    #expect(date("Received: \(trace)") == Self.received)
    #expect(date("Received: \(trace)\nReceived: x; Sun, 1 Jan 2023 15:04:05 +0000") == 7)
  }

  @Test func aDateCutAnywhereIsReadOrNot() {
    for form in Self.forms {
      for end in 0...form.utf8.count { _ = date("Date: \(form.prefix(end))") }
    }
  }

  @Test(arguments: [
    ("7. čvn 2023 10:00:00 +0000", 1_686_132_000), ("7 čvc 2023 10:00:00 CEST", 1_688_716_800),
    ("7 Jun 2023 10:00:00 BRT", 1_686_142_800), ("7 Jun 2023 10:00:00 WIB", 1_686_106_800),
    ("7 Jun 2023 10:00:00 (NPT)", 1_686_111_300), ("7 Jun 2023 10:00:00 IDT", 1_686_121_200),
  ])
  func monthsAndZonesHaveManyNames(text: String, seconds: Int64) {
    #expect(HeaderDate.seconds(in: text) == seconds)
  }

  @Test(arguments: [
    ("Tue, 03 Jan 2023 24:00:00 +0000", 1_672_790_399),
    ("3 Jan 2023 24:30:00 +0000", 1_672_705_800),
    ("Tue, 03 Jan 2023 25:61:61 +0000", 1_672_704_000),
    ("03 Jan 2023 12:75:00 +0000", 1_672_704_000),
    ("Tue, 03 Jan 2023 99:99 +0000", 1_672_704_000),
  ])
  func theDayIsKeptWhereTheTimeIsWrong(text: String, seconds: Int64) {
    #expect(HeaderDate.seconds(in: text) == seconds)
  }
}
