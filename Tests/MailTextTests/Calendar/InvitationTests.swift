import CTidelineGLib
import FoundationEssentials
import MailTextTesting
import Testing

@testable import MailText

/// Invitations to calendar events in messages.
struct InvitationTests: InvitationReading {
  @Test func allIsRead() {
    let event = read(
      """
      UID:1
      SUMMARY;LANGUAGE=en:Soup\\, bread\\nand a lo
       ng walk
      LOCATION:Hall \\; room 2
      DTSTART:20261204T173000Z
      DTEND:20261204T190000Z
      ORGANIZER;CN="Grove, Ann: cook":mailto:ann@a.example
      ATTENDEE;ROLE=REQ-PARTICIPANT;CN=Bob:MAILTO:bob@a.example
      ATTENDEE:mailto:zoe@a.example
      ATTENDEE:urn:x
      RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
      SUMMARY:Another
      """
    )
    #expect(event?.method == .request)
    #expect(event?.title == "Soup, bread and a long walk")
    #expect(event?.place == "Hall ; room 2")
    #expect(event?.organizer == MailAddress(name: "Grove, Ann: cook", address: "ann@a.example"))
    #expect(event?.attendees.map(\.address) == ["bob@a.example", "zoe@a.example"])
    #expect(event?.attendees.map(\.name) == ["Bob", ""])
    #expect(event?.recurrence?.english == "Every 2 weeks on Friday")
    #expect(event?.recurrence?.rule == "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR")
    #expect(event?.isAllDay == false)
    #expect(event?.start.timeIntervalSince1970 == 1_796_405_400)
    #expect(event?.end?.timeIntervalSince1970 == 1_796_410_800)
  }

  @Test(arguments: ["ADD", "COUNTER", "DECLINECOUNTER", "REFRESH", "Publish"])
  func eachMethodIsKnown(method: String) throws {
    let mail = readMessage(
      "Content-Type: text/calendar\n\nBEGIN:VCALENDAR\nMETHOD:\(method)\nBEGIN:VEVENT\n"
        + "DTSTART:20261204T173000Z\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    #expect(mail.invitations.map(\.method.rawValue) == [method.uppercased()])
  }

  @Test func timesAreInTheirZones() {
    #expect(seconds("DTSTART;TZID=America/New_York:20260704T120000") == [1_783_180_800, nil])
    // A time without a zone is one of the user's clocks, and so is one in an unknown zone.
    #expect(seconds("DTSTART:20261204T183000\nDURATION:PT1H30M") == [1_796_405_400, 1_796_410_800])
    #expect(seconds("DTSTART;TZID=Nowhere/Else:20261204T183000") == [1_796_405_400, nil])
    #expect(seconds("DTSTART;TZID=../../etc/passwd:20261204T183000") == [1_796_405_400, nil])
  }

  /// As from telephones of 2005 (vCalendar 1.0).
  @Test func quotedPrintableIsDecoded() {
    let event = read(
      """
      SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Br=C3=BCckenfest und=
       Musik=
       am Ufer
      LOCATION;QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Caf=E9
      DTSTART:20261204T173000Z
      """
    )
    #expect(event?.title == "Brückenfest und Musik am Ufer")
    #expect(event?.place == "Café")
  }

  /// A zone defined only in the calendar (VTIMEZONE), as from Outlook.
  @Test func aZoneOfTheCalendarIsUsed() {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:Eastern Standard Time
      BEGIN:STANDARD
      DTSTART:16010101T020000
      TZOFFSETFROM:-0400
      TZOFFSETTO:-0500
      RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11
      END:STANDARD
      BEGIN:DAYLIGHT
      DTSTART:16010101T020000
      TZOFFSETFROM:-0500
      TZOFFSETTO:-0400
      RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3
      END:DAYLIGHT
      END:VTIMEZONE

      """
    func start(_ time: String) -> Double? {
      seconds("DTSTART;TZID=Eastern Standard Time:\(time)", around: zone)[0]
    }
    let named = { (time: String) in seconds("DTSTART;TZID=America/New_York:\(time)")[0] }
    // In the zone's own name the comma is escaped, in the parameter it is not.
    let comma = zone.replacing("TZID:Eastern Standard Time", with: "TZID:New York\\, Toronto")
    #expect(
      seconds("DTSTART;TZID=\"New York, Toronto\":20260704T120000", around: comma)[0]
        == named("20260704T120000")
    )
    for time in [
      "20260115T120000", "20260307T120000", "20260308T120000", "20260704T120000",
      "20261031T120000", "20261101T120000", "20261231T120000",
    ] {
      #expect(start(time) == named(time), "\(time)")
    }
  }

  /// A series that begins on Friday, 4 December 2026, without its first times.
  @Test(arguments: [
    ("FREQ=WEEKLY", "20261204", 7), ("FREQ=WEEKLY;BYDAY=MO,FR", "20261204", 3),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR", "20261204", 11),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,FR;WKST=SU", "20261204", 9),
    ("FREQ=DAILY;INTERVAL=3", "20261204,20261207", 6), ("FREQ=MONTHLY;BYDAY=1FR", "20261204", 28),
    ("FREQ=YEARLY", "20261204", 365), ("FREQ=DAILY;COUNT=2;BYDAY=FR", "20261204", 7),
    ("FREQ=DAILY;COUNT=1", "20261204", 0), ("FREQ=DAILY;UNTIL=20261204", "20261204", 0),
    ("FREQ=HOURLY", "20261204", 0), ("FREQ=DAILY", "20261205", 0),
  ])
  func aSeriesBeginsWithItsFirstTimeThatIsNotExcluded(rule: String, excluded: String, days: Int) {
    let second = Double(days * 86_400)
    let dates = excluded.split(separator: ",").map { "\($0)T173000Z" }.joined(separator: ",")
    let times = "DTSTART:20261204T173000Z\nDTEND:20261204T190000Z"
    #expect(
      seconds("\(times)\nRRULE:\(rule)\nEXDATE:\(dates)")
        == [1_796_405_400 + second, 1_796_410_800 + second]
    )
    let day = "DTSTART;VALUE=DATE:20261204\nDTEND;VALUE=DATE:20261206"
    #expect(
      seconds("\(day)\nRRULE:\(rule)\nEXDATE;VALUE=DATE:\(excluded)")
        == [1_796_338_800 + second, 1_796_425_200 + second]
    )
  }

  @Test func wholeDaysEndOnTheirLast() {
    #expect(
      seconds("DTSTART;VALUE=DATE:20261204\nDTEND;VALUE=DATE:20261205") == [1_796_338_800, nil]
    )
    // Across a change of daylight saving time.
    #expect(
      seconds("DTSTART;VALUE=DATE:20261024\nDTEND;VALUE=DATE:20261027")
        == [1_792_792_800, 1_792_969_200]
    )
    #expect(read("DTSTART;VALUE=DATE:20261204")?.isAllDay == true)
  }

  @Test(arguments: [
    "", "SUMMARY:x", "DTSTART:", "DTSTART:2026", "DTSTART:20261304", "DTSTART:20261204T250000",
    "DTSTART:99999999", "DTSTART;TZID=\"x:20261204",
  ])
  func withoutABeginThereIsNone(event: String) {
    #expect(read(event) == nil)
  }

  @Test func hostileCalendarsAreBounded() {
    let attendees = (0..<5_000).map { "ATTENDEE;CN=\($0)\u{202E}:mailto:a\($0)@a.example" }
    let event = read("DTSTART:20261204\n" + attendees.joined(separator: "\n"))
    #expect(event?.attendees.count == Invitation.attendeeLimit)
    #expect(event?.attendees.allSatisfy { !$0.name.contains("\u{202E}") } == true)
    let long = "SUMMARY:" + String(repeating: "a", count: 100_000)
    #expect(read("DTSTART:20261204\n\(long)")?.title.count == 500)
    let endless = read("DTSTART:20261204\nDURATION:P999999999999999999999W")
    #expect(endless != nil && endless?.end == nil)
    let folded = "SUMMARY:a" + String(repeating: "\n b", count: 100_000)
    #expect(read("DTSTART:20261204\n\(folded)")?.title.hasPrefix("abb") == true)
    #expect(read("DTSTART:20261204\nSUMMARY:\u{1B}[1mx\\")?.title == "[1mx")
    let nested = String(repeating: "BEGIN:VTIMEZONE\nTZID:x\nBEGIN:STANDARD\n", count: 10_000)
    #expect(read("DTSTART;TZID=x:20261204T120000", around: nested) != nil)
  }

  @Test func aMessageHasItsInvitation() {
    let message = readMessage(
      """
      Subject: Soup
      Content-Type: multipart/mixed; boundary=m

      --m
      Content-Type: multipart/alternative; boundary=a

      --a
      Content-Type: text/plain

      Come!
      --a
      Content-Type: text/calendar; method=CANCEL

      BEGIN:VCALENDAR
      METHOD:CANCEL
      BEGIN:VEVENT
      SUMMARY:Soup
      DTSTART:20261204T173000Z
      END:VEVENT
      END:VCALENDAR
      --a--
      --m
      Content-Type: application/ics; name=invite.ics
      Content-Disposition: attachment

      BEGIN:VCALENDAR
      BEGIN:VEVENT
      SUMMARY:Other
      DTSTART:20261204T173000Z
      END:VEVENT
      END:VCALENDAR
      --m--
      """
    )
    #expect(message.invitations.map(\.title) == ["Soup"])
    #expect(message.invitations.first?.method == .cancel)
    #expect(message.invitations.first?.file?.part?.number == [1, 2])
    #expect(message.invitations.first?.file?.type == "text/calendar")
    #expect(readMessage("Content-Type: text/plain\n\nBEGIN:VCALENDAR").invitations.isEmpty)
  }

  @Test(arguments: ["REPLY", "REQUEST", "CANCEL"])
  func whatAPersonWroteWithAnEventIsRead(method: String) {
    func message(saying words: String) -> ReadMessage {
      readMessage(
        """
        Content-Type: multipart/alternative; boundary=a

        --a
        Content-Type: text/plain

        \(words)
        --a
        Content-Type: text/calendar; method=\(method)

        BEGIN:VCALENDAR
        BEGIN:VEVENT
        SUMMARY:Harbour meeting
        DESCRIPTION:Boats, nets and the light at the end of the quay, as on every Monday.
        DTSTART:20261204T173000Z
        END:VEVENT
        END:VCALENDAR
        --a--
        """
      )
    }
    #expect(message(saying: "Ill, sorry.").passages.map(\.text) == ["Ill, sorry."])
    #expect(message(saying: "").passages.first?.text.hasPrefix("Harbour meeting") == true)
  }

  @Test(arguments: [
    ("ACCEPTED", Invitation.Answer.accepted), ("declined", .declined), ("TENTATIVE", .tentative),
    ("NEEDS-ACTION", nil),
  ])
  func aReplyBringsAnAnswer(status: String, answer: Invitation.Answer?) {
    let attendee = "ATTENDEE;PARTSTAT=\(status);CN=Bo:mailto:bo@a.example"
    let reply = read("DTSTART:20261204\n\(attendee)", method: "REPLY")
    #expect(reply?.answer == answer && reply?.method == .reply)
    #expect(read("DTSTART:20261204\n\(attendee)")?.answer == nil)
  }

  @Test func anOccurrenceThatMovedIsAnEventOfItsOwn() {
    let message = readMessage(
      """
      Content-Type: application/octet-stream; name=Tides.ICS

      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:a
      SUMMARY:Tides
      DTSTART:20240701T090000Z
      RRULE:FREQ=WEEKLY;COUNT=5
      END:VEVENT
      BEGIN:VEVENT
      UID:a
      SUMMARY:Tides, a day later
      RECURRENCE-ID:20240708T090000Z
      DTSTART:20240709T090000Z
      END:VEVENT
      BEGIN:VEVENT
      UID:b
      SUMMARY:Tea
      DTSTART:20240710T090000Z
      RRULE:FREQ=DAILY
      END:VEVENT
      END:VCALENDAR
      """
    )
    let events = message.invitations
    #expect(events.map(\.title) == ["Tides", "Tides, a day later", "Tea"])
    let rules = events.map { $0.recurrence?.english }
    #expect(rules == ["Every week, 5 times, with exceptions", nil, "Every day"])
    #expect(events.map { $0.file?.name } == ["Tides.ICS", nil, nil])
  }

  @Test func aLineMayBeFoldedWithinALetter() {
    let start = "Content-Type: text/calendar; charset=utf-8\n\nBEGIN:VEVENT\nSUMMARY:P"
    let end = "ístav\nDTSTART:20240701T090000Z\nEND:VEVENT\n"
    let message = readMessage(start.utf8 + [0xC5, 0x0D, 0x0A, 0x20, 0x99] + Array(end.utf8))
    #expect(message.invitations.map(\.title) == ["Přístav"])
    #expect(message.passages.map(\.text) == ["Přístav"])
  }

  @Test func aDescriptionIsText() {
    let mail = readMessage(
      """
      Content-Type: text/calendar

      BEGIN:VCALENDAR
      BEGIN:VEVENT
      SUMMARY:Stone cutting
      DESCRIPTION:Bring gloves\\, please.\\n\\nJoin: https://a.example
      DTSTART:20261204T173000Z
      BEGIN:VALARM
      DESCRIPTION:Now
      END:VALARM
      END:VEVENT
      END:VCALENDAR
      """
    )
    #expect(
      mail.passages.map(\.text) == [
        "Stone cutting\n\nBring gloves, please.\n\nJoin: https://a.example"
      ]
    )
  }

  @Test func quotesInNamesAreRead() {
    let event = read(
      "DTSTART:20260827T160000Z\nORGANIZER;CN=Ann ^'Sea^' Grove^^:mailto:ann@a.example"
    )
    #expect(event?.organizer?.name == "Ann \"Sea\" Grove^")
  }

  @Test func wholeDaysMayBeWrittenAsTimes() {
    #expect(
      read("DTSTART;VALUE=DATE:20260706T000000\nDTEND;VALUE=DATE:20260708T000000")?.isAllDay == true
    )
    let exchange = read(
      "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE\nDTSTART:20260706T000000\nDTEND:20260707T000000"
    )
    #expect(exchange?.isAllDay == true && exchange?.end == nil)
  }
}
