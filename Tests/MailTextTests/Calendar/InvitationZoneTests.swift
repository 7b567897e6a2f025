import CTidelineGLib
import FoundationEssentials
import Testing

@testable import MailText

/// The time zones of events: by their names, and as calendars describe them.
struct InvitationZoneTests: InvitationReading {
  /// 2026-08-27, 14:00 UTC.
  private static let summer = 1_787_839_200.0

  @Test(arguments: [
    ("W. Europe Standard Time", "160000"), ("w. europe standard time", "160000"),
    ("Tokyo Standard Time", "230000"), ("India Standard Time", "193000"), ("UTC", "140000"),
    ("GMT", "140000"), ("Etc/UTC", "140000"), ("Z", "140000"), ("UTC+02:00", "160000"),
    ("GMT+0200", "160000"), ("UTC-3", "110000"), ("/Europe/Vienna", "160000"),
    ("/freeassociation.sourceforge.net/Europe/Vienna", "160000"),
    ("/softwarestudio.org/Olson_20011030_5/America/New_York", "100000"),
    ("America/Argentina/Buenos_Aires", "110000"), ("Eastern Standard Time", "100000"),
    ("America/New York", "100000"),
  ])
  func zonesAreFoundByTheirNames(zone: String, time: String) {
    let event = read("DTSTART;TZID=\"\(zone)\":20260827T\(time)", zone: "Asia/Kathmandu")
    #expect(event?.start.timeIntervalSince1970 == Self.summer)
    #expect(event?.unknownZone == nil)
  }

  @Test(arguments: ["(UTC+01:00) Amsterdam, Berlin", "tzone://Microsoft/Custom", "a:b:c"])
  func aZonesNameMayHaveAColonWithoutQuotes(zone: String) {
    let event = read("DTSTART;TZID=\(zone):20260827T160000", zone: "Asia/Kathmandu")
    #expect(event?.unknownZone == zone || event?.unknownZone == nil)
    #expect(event?.start != nil)
    let day = read("DTSTART;VALUE=DATE;TZID=\(zone):20260827", zone: "Asia/Kathmandu")
    #expect(day?.start != nil)
  }

  /// A time that comes twice is the first one; one that clocks skip has the offset before.
  @Test(arguments: [
    ("America/New_York", "20250309T023000", 1_741_505_400.0),
    ("America/New_York", "20251102T013000", 1_762_061_400),
    ("Europe/Berlin", "20250330T023000", 1_743_298_200),
    ("Europe/Berlin", "20251026T023000", 1_761_438_600),
    ("Europe/Berlin", "20251026T033000", 1_761_445_800),
    ("Europe/Berlin", "20250330T033000", 1_743_298_200),
  ])
  func timesWhereClocksAreSet(zone: String, time: String, seconds: Double) {
    let property = "DTSTART;TZID=\(zone):\(time)"
    #expect(self.seconds(property, zone: "Asia/Kathmandu")[0] == seconds)
    #expect(self.seconds("DTSTART:\(time)", zone: zone)[0] == seconds)
  }

  @Test func aZoneMayStandBelowItsEvent() {
    let zone = observance("STANDARD", "16010101T000000", "+0300", "+0300")
    let below = "\r\nEND:VEVENT\r\nBEGIN:VTIMEZONE\r\nTZID:Own\r\n\(zone)END:VTIMEZONE\r\n"
    let other = "BEGIN:VEVENT\r\nDTEND:20300101T000000Z"
    let event = read("DTSTART;TZID=Own:20260827T170000\(below)\(other)")
    #expect(event?.start.timeIntervalSince1970 == Self.summer)
    #expect(event?.unknownZone == nil && event?.end == nil)
  }

  @Test(arguments: [
    "(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "(GMT+01.00) Paris", "CET",
    "(UTC+02:00) Athens, Bucharest", "W. Europe Standard Time 1",
    "(UTC-05:00) Eastern Time (US & Canada)",
    "(UTC-06:00) Guadalajara, Mexico City, Monterrey", "(UTC) Dublin, Edinburgh, Lisbon, London",
    "(UTC-03:00) Brasilia", "(UTC-03:00) Brasília", "(UTC-05:00) Indiana (East)",
    "(UTC+12:00) Petropavlovsk-Kamchatsky", "EST5EDT",
    "US/Eastern", "/example.org/Asia/Calcutta", "EET",
  ])
  func aZoneIsKnownByItsNameOnAScreen(zone: String) {
    let event = read("DTSTART;TZID=\"\(zone)\":20260827T160000", zone: "Asia/Tokyo")
    #expect(event?.unknownZone == nil)
    #expect(event?.start.timeIntervalSince1970 != Self.summer - 7 * 3_600)
  }

  @Test(arguments: [
    "Harbour", "Nowhere/Else", "../../etc/passwd", "(UTC+01:00) Harbour", "(UTC+05:00) Amsterdam",
    "EST+5", "(UTC+01:00)", "(x) Paris",
  ])
  func theNameOfAnUnknownZoneIsKept(zone: String) {
    let event = read("DTSTART;TZID=\"\(zone)\":20260827T160000")
    #expect(event?.start.timeIntervalSince1970 == Self.summer)
    #expect(event?.unknownZone == zone)
    #expect(event?.writtenTimes.hasSuffix(" (\(zone))") == true)
  }

  private func seconds(_ time: String, _ observances: String) -> Double? {
    let zone = "BEGIN:VTIMEZONE\r\nTZID:Own\r\n\(observances)\r\nEND:VTIMEZONE\r\n"
    return seconds("DTSTART;TZID=Own:\(time)", zone: "Asia/Kathmandu", around: zone)[0]
  }

  private func observance(
    _ kind: String,
    _ start: String,
    _ from: String,
    _ to: String,
    _ rest: String = ""
  )
    -> String
  {
    "BEGIN:\(kind)\r\nDTSTART:\(start)\r\nTZOFFSETFROM:\(from)\r\nTZOFFSETTO:\(to)\r\n\(rest)END:\(kind)\r\n"
  }

  @Test(arguments: [
    "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\n",
    "RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=25,26,27,28,29,30,31;BYDAY=SU\r\n",
    "RRULE:FREQ=YEARLY;BYMONTH=3\r\n", "RRULE:FREQ=YEARLY\r\n", "RDATE:20260329T020000\r\n",
    "RDATE:20250330T020000,20260329T020000,20270328T020000\r\n", "", "RDATE:20260329T010000Z\r\n",
    "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=SU;BYSETPOS=-1\r\n",
    "RRULE:FREQ=MONTHLY;BYMONTH=3;BYDAY=-1SU\r\n",
    "RRULE:FREQ=YEARLY;INTERVAL=2;BYMONTH=3;BYDAY=-1SU\r\n",
    "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;COUNT=40\r\n",
    "RRULE:FREQ=YEARLY;UNTIL=20300101T000000Z;BYMONTH=3;BYDAY=-1SU\r\n",
    "RRULE:FREQ=YEARLY;BYYEARDAY=88\r\n",
  ])
  func observancesBeginByTheirRules(rule: String) {
    let daylight = observance("DAYLIGHT", "20240331T020000", "+0100", "+0200", rule)
    let autumn = "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\n"
    let standard = observance("STANDARD", "16011028T030000", "+0200", "+0100", autumn)
    // Without a rule and dates, daylight time has begun once, and ended in autumn.
    let shift = rule.isEmpty ? 3_600.0 : 0
    #expect(seconds("20260827T160000", standard + daylight) == Self.summer + shift)
    #expect(seconds("20260115T160000", daylight + standard) == 1_768_489_200)
  }

  @Test func rulesEnd() {
    let until = "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11;UNTIL=20181104T030000Z\r\n"
    let summer = observance("DAYLIGHT", "16010101T000000", "-0300", "-0200", until)
    let winter = observance(
      "STANDARD",
      "16010101T000000",
      "-0200",
      "-0300",
      "RRULE:FREQ=YEARLY;BYDAY=3SA;BYMONTH=2;UNTIL=20190216T030000Z\r\n"
    )
    #expect(seconds("20260115T100000", summer + winter) == 1_768_482_000)
    #expect(seconds("20190115T100000", summer + winter) == 1_547_553_600)
  }

  @Test func aTimeThatClocksSkipIsReadByTheOffsetBefore() {
    let zone =
      observance("STANDARD", "20201025T030000", "+0200", "+0100")
      + observance("DAYLIGHT", "20260329T020000", "+0100", "+0200")
    #expect(seconds("20260329T015959", zone) == 1_774_745_999)
    #expect(seconds("20260329T023000", zone) == 1_774_747_800)
    #expect(seconds("20260329T030000", zone) == 1_774_746_000)
  }

  @Test func aRuleThatIsNotUnderstoodLeavesTheZoneUnknown() {
    for rule in [
      "FREQ=WEEKLY;BYDAY=SU", "FREQ=YEARLY;BYWEEKNO=13", "FREQ=YEARLY;BYDAY=XX",
      "FREQ=YEARLY;UNTIL=soon", "FREQ=YEARLY;COUNT=-1", "FREQ=YEARLY;COUNT=0",
      "FREQ=YEARLY;INTERVAL=0", "FREQ=YEARLY;INTERVAL=9223372036854775807",
      "FREQ=YEARLY;COUNT=3;INTERVAL=-9223372036854775808",
    ] {
      let zone = observance("DAYLIGHT", "20240331T020000", "+0100", "+0200", "RRULE:\(rule)\r\n")
      let event = read(
        "DTSTART;TZID=Own:20260827T160000",
        around: "BEGIN:VTIMEZONE\r\nTZID:Own\r\n\(zone)END:VTIMEZONE\r\n"
      )
      #expect(event?.unknownZone == "Own", "\(rule.prefix(60))")
    }
  }
}

/// Reads the events of invitations, for tests.
protocol InvitationReading {}

extension InvitationReading {
  /// - Parameter zone: the user's time zone.
  func read(
    _ event: String,
    zone: String = "Europe/Berlin",
    around: String = "",
    method: String = "REQUEST"
  ) -> Invitation? {
    let text =
      "BEGIN:VCALENDAR\r\nMETHOD:\(method)\r\n\(around)BEGIN:VEVENT\r\n\(event)\r\nEND:VEVENT\r\n"
      .replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
    var content = Array(text.utf8)
    CalendarObject.unfold(&content)
    guard let local = g_time_zone_new_identifier(zone) else { return nil }
    defer { g_time_zone_unref(local) }
    return content.withUnsafeBufferPointer {
      CalendarObject.events(of: $0).first.flatMap { Invitation($0, local: local) }
    }
  }

  func seconds(_ event: String, zone: String = "Europe/Berlin", around: String = "")
    -> [Double?]
  {
    let event = read(event, zone: zone, around: around)
    return [event?.start.timeIntervalSince1970, event?.end?.timeIntervalSince1970]
  }
}
