import CTidelineGLib
import FoundationEssentials
import TidelineLocalization

/// An event that a message offers, changes or cancels (RFC 5546).
public struct Invitation: Sendable, Hashable {
  /// The purpose of the message.
  public enum Method: String, Sendable, Hashable {
    /// An event for information; also for a calendar without a known method.
    case publish = "PUBLISH"
    case request = "REQUEST"
    case reply = "REPLY"
    case cancel = "CANCEL"
    case counter = "COUNTER"
    case declineCounter = "DECLINECOUNTER"
    case add = "ADD"
    case refresh = "REFRESH"
  }

  /// An attendee's answer (RFC 5545, 3.2.12).
  public enum Answer: String, Sendable, Hashable {
    case accepted = "ACCEPTED"
    case declined = "DECLINED"
    case tentative = "TENTATIVE"
    case delegated = "DELEGATED"
  }

  public var method = Method.publish
  /// The answer that the message brings, if it is a reply; nil if it is not understood.
  public var answer: Answer?
  /// The title, on one line; may be empty.
  public var title = ""
  /// The time at which the event begins. For whole days, midnight in the reader's time zone.
  public var start: Date
  /// The end; for whole days, midnight at the start of the last day. Nil if there is no end, or for
  /// a single whole day.
  public var end: Date?
  /// Whether the event takes whole days.
  public var isAllDay = false
  /// The name of the event's time zone, if that zone is unknown. The times are then those of the
  /// event's clocks, read as if they were in the reader's time zone.
  public var unknownZone: String?
  /// The place, on one line; may be empty.
  public var place = ""
  public var organizer: MailAddress?
  /// The attendees, at most ``attendeeLimit``.
  public var attendees: [MailAddress] = []
  /// The recurrence; nil for an event that takes place once.
  public var recurrence: Recurrence?
  /// The calendar as an attachment.
  public var file: Attachment?

  /// The limit of attendees.
  public static let attendeeLimit = 100
  /// The limit of the title and of the place, in characters.
  private static let textLimit = 500

  /// Returns the events of a part, in order; empty for a part without any.
  static func events(in part: PartTree, of message: MessageBytes) -> [Invitation] {
    guard part.header.isCalendar, let local = g_time_zone_new_local() else { return [] }
    defer { g_time_zone_unref(local) }
    guard var content = message.decoded(part, limit: ReadMessage.textLimit)?.bytes else {
      return []
    }
    CalendarObject.unfold(&content)
    var events: [Invitation] = []
    TextDecoding.read(&content, part.header) { text in
      events = CalendarObject.events(of: text).compactMap { Invitation($0, local: local) }
    }
    // The file stands below the first event.
    if !events.isEmpty { events[0].file = Attachment(part, size: message.size(of: part)) }
    return events
  }

  /// - Returns: nil for an event without a start.
  init?(_ calendar: CalendarObject, local: OpaquePointer) {
    var calendar = calendar
    let skipped = calendar.skipExcluded(local)
    guard let property = calendar["DTSTART"],
      let start = CalendarTime(property, in: calendar, local: local)
    else { return nil }
    self.start = Date(timeIntervalSince1970: Double(start.seconds))
    isAllDay = start.isDay
    unknownZone = start.unknownZone
    if let last = Self.end(of: calendar, from: start, local), last > start.seconds,
      last <= WallTime.latest
    {
      end = Date(timeIntervalSince1970: Double(last))
    }
    method = Method(rawValue: calendar.method) ?? .publish
    if calendar["STATUS"]?.value.uppercased() == "CANCELLED" { method = .cancel }
    title = calendar["SUMMARY"]?.text(limit: Self.textLimit) ?? ""
    place = calendar["LOCATION"]?.text(limit: Self.textLimit) ?? ""
    organizer = calendar["ORGANIZER"].flatMap { MailAddress($0) }
    attendees = Array(
      calendar.event.lazy.filter { $0.name == "ATTENDEE" }.compactMap { MailAddress($0) }
        .prefix(Self.attendeeLimit)
    )
    let status = calendar["ATTENDEE"]?.parameters["PARTSTAT"]
    if method == .reply { answer = status.flatMap { Answer(rawValue: $0.uppercased()) } }
    recurrence = Recurrence(of: calendar, from: start, skipping: skipped, local: local)
  }

  /// - Returns: seconds since 1970; for whole days, the start of the last day. Nil without an end.
  private static func end(
    of calendar: CalendarObject,
    from start: CalendarTime,
    _ local: OpaquePointer
  ) -> Int64? {
    if let property = calendar["DTEND"] {
      guard let end = CalendarTime(property, in: calendar, local: local), end.isDay == start.isDay
      else { return nil }
      // For whole days, DTEND is the start of the day after the last day. Half a day earlier is on
      // the last day, even if the clocks change.
      guard end.isDay else { return end.seconds }
      return dayBegin(end.seconds - 43_200, local)
    }
    guard let length = calendar["DURATION"].flatMap({ seconds(ofDuration: $0.value) }) else {
      return nil
    }
    return start.isDay ? dayBegin(start.seconds + length - 43_200, local) : start.seconds + length
  }

  private static func dayBegin(_ seconds: Int64, _ local: OpaquePointer) -> Int64 {
    let wall = seconds + CalendarTime.offset(of: local, at: seconds)
    return CalendarTime.instant(ofWall: wall - WallTime.time(of: wall), in: local)
  }

  /// Converts a duration, such as `P1W`, `P2D` or `PT1H30M` (RFC 5545, 3.3.6).
  private static func seconds(ofDuration text: String) -> Int64? {
    let units: [Character: Int64] = ["W": 604_800, "D": 86_400, "H": 3_600, "M": 60, "S": 1]
    var (total, number): (Int64, Int64?) = (0, nil)
    guard text.hasPrefix("P") || text.hasPrefix("+P"), text.utf8.count < 32 else { return nil }
    for character in text.drop(while: { $0 != "P" }).dropFirst() where character != "T" {
      if let digit = character.wholeNumberValue, (0...9).contains(digit) {
        number = min(10 * (number ?? 0) + Int64(digit), 1_000_000)
      } else {
        guard let unit = units[character], let count = number else { return nil }
        total += unit * count
        number = nil
      }
    }
    return total
  }
}

extension Invitation: Encodable {
  private enum CodingKeys: CodingKey {
    case allDay, answer, end, method, organizer, place, repeated, rule, start, summary, zone
  }

  /// Encodes times in UTC, whole days as dates, and times of an unknown zone without a zone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isAllDay, forKey: .allDay)
    try container.encode(answer.map { "\($0)" }, forKey: .answer)
    try container.encode(end.map(written), forKey: .end)
    try container.encode(method.rawValue.lowercased(), forKey: .method)
    try container.encode(organizer, forKey: .organizer)
    try container.encode(place, forKey: .place)
    try container.encode(recurrence?.english, forKey: .repeated)
    try container.encode(recurrence?.rule, forKey: .rule)
    try container.encode(written(start), forKey: .start)
    try container.encode(title, forKey: .summary)
    try container.encode(unknownZone, forKey: .zone)
  }

  /// Returns a time in the form of ISO 8601, as far as it is known.
  private func written(_ date: Date) -> String {
    let seconds = Int64(date.timeIntervalSince1970)
    if isAllDay { return LocalTime(secondsSince1970: seconds).formatted("%Y-%m-%d") }
    guard unknownZone == nil else {
      return LocalTime(secondsSince1970: seconds).formatted("%Y-%m-%dT%H:%M:%S")
    }
    return UTCTime.formatted(secondsSince1970: seconds, "%Y-%m-%dT%H:%M:%SZ")
  }

  /// The event's times in words for programs: `2026-08-27T14:00:00Z to 2026-08-27T15:00:00Z`.
  public var writtenTimes: String {
    let times = [written(start)] + (end.map { [written($0)] } ?? [])
    return times.joined(separator: " to ") + (unknownZone.map { " (\($0))" } ?? "")
  }
}

extension PartHeader {
  /// Whether the part is a calendar, also one that its program knew by the file's name alone.
  fileprivate var isCalendar: Bool {
    isType("text", "calendar", "x-vcalendar") || isType("application", "ics")
      || isType("application", "octet-stream") && fileName?.lowercased().hasSuffix(".ics") == true
  }
}

extension MailAddress {
  /// - Returns: nil for a property without a mail address and without a name.
  fileprivate init?(_ property: CalendarObject.Property) {
    let isMail = property.value.lowercased().hasPrefix(MailLink.scheme)
    let address = isMail ? String(property.value.dropFirst(MailLink.scheme.utf8.count)) : ""
    let name = property.parameters["CN"] ?? ""
    self.init(raw: name, address: oneLine(address.utf8, limit: MailAddress.limit))
    guard !self.name.isEmpty || !self.address.isEmpty else { return nil }
  }
}
