import CGMime

/// A date or a time in a calendar, in a time zone of its own (RFC 5545, 3.3.4, 3.3.5).
struct CalendarTime {
  let seconds: Int64
  let isDay: Bool

  /// - Parameters:
  ///   - property: such as DTSTART.
  ///   - local: the reader's zone, for a time without one.
  /// - Returns: nil for anything else than a date or a time.
  init?(
    _ property: CalendarObject.Property,
    in calendar: CalendarObject,
    local: OpaquePointer
  ) {
    guard let written = WrittenTime(property.value) else { return nil }
    isDay = written.isDay
    if written.isUTC {
      seconds = written.secondsInUTC
      return
    }
    let zone = isDay ? nil : property.parameters["TZID"]
    let known = zone.flatMap { name in
      written.seconds(inZoneNamed: name)
        ?? calendar.offset(of: written, inZoneNamed: name).map { written.secondsInUTC - $0 }
    }
    guard let seconds = known ?? written.seconds(in: local) else { return nil }
    self.seconds = seconds
  }
}

/// A date and time as it is written, such as `20261204T183000`.
struct WrittenTime {
  var year: Int
  var month: Int
  var day: Int
  var secondOfDay = 0
  var isDay = true
  var isUTC = false

  init(year: Int, month: Int, day: Int, secondOfDay: Int) {
    (self.year, self.month, self.day) = (year, month, day)
    (self.secondOfDay, isDay) = (secondOfDay, false)
  }

  init?(_ text: String) {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int? {
      guard bytes.count >= range.upperBound,
        bytes[range].allSatisfy(\.isDigit)
      else { return nil }
      return bytes[range].reduce(0) { 10 * $0 + Int($1 - 0x30) }
    }
    guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8),
      (1...9_000).contains(year), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    guard bytes.count > 8 else { return }
    guard bytes[8] == UInt8(ascii: "T"), let hour = number(9..<11), let minute = number(11..<13),
      let second = number(13..<15), hour < 24, minute < 60, second <= 60
    else { return nil }
    secondOfDay = 3_600 * hour + 60 * minute + min(second, 59)
    isDay = false
    isUTC = bytes.count > 15 && bytes[15] | 0x20 == UInt8(ascii: "z")
  }

  /// Days since 1970 by the Gregorian calendar.
  var days: Int {
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let era = shifted / 400
    let yearOfEra = shifted - 400 * era
    return 146_097 * era + 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  var secondsInUTC: Int64 { Int64(days) * 86_400 + Int64(secondOfDay) }

  /// - Returns: nil for a zone that the system does not know.
  func seconds(inZoneNamed name: String) -> Int64? {
    // A name with a slash is one of the time zone database; others, such as Windows's, may mean
    // another zone there. A path would be read as a file.
    guard name.contains("/"), !name.hasPrefix("/"), !name.contains(".."), name.utf8.count < 64,
      let zone = g_time_zone_new_identifier(name)
    else { return nil }
    defer { g_time_zone_unref(zone) }
    return seconds(in: zone)
  }

  func seconds(in zone: OpaquePointer) -> Int64? {
    let time = g_date_time_new(
      zone,
      gint(year),
      gint(month),
      gint(day),
      gint(secondOfDay / 3_600),
      gint(secondOfDay / 60 % 60),
      gdouble(secondOfDay % 60)
    )
    guard let time else { return nil }
    defer { g_date_time_unref(time) }
    return Int64(g_date_time_to_unix(time))
  }
}

extension CalendarObject {
  /// The offset from UTC of a zone that the calendar describes (section 3.6.5), in seconds.
  ///
  /// Only the rules of most programs are understood: a weekday of a month, each year.
  fileprivate func offset(of time: WrittenTime, inZoneNamed name: String) -> Int64? {
    let known = observances.filter { $0.first?.value == name }.compactMap(Observance.init)
    let latest = known.compactMap { observance in
      observance.latestOnset(upTo: time.secondsInUTC, year: time.year).map { ($0, observance) }
    }.max { $0.0 < $1.0 }
    return latest?.1.offset ?? known.first?.offset
  }

  /// The time from which a zone has an offset.
  private struct Observance {
    let offset: Int64
    let start: WrittenTime
    /// The month, the weekday (0 for Monday) and its number in the month, from the end if negative.
    var yearly: (month: Int, weekday: Int, number: Int)?

    init?(_ properties: [Property]) {
      func value(_ name: String) -> String? { properties.first { $0.name == name }?.value }
      guard let start = value("DTSTART").flatMap({ WrittenTime($0) }),
        let offset = value("TZOFFSETTO").flatMap(Self.offset)
      else { return nil }
      (self.start, self.offset) = (start, offset)
      guard let rule = value("RRULE").map({ RecurrenceRule($0) }), rule["FREQ"] == "YEARLY",
        let month = rule["BYMONTH"].flatMap({ Int($0) }), (1...12).contains(month),
        let day = rule["BYDAY"], let weekday = RecurrenceRule.weekday(day.suffix(2)),
        let number = Int(day.dropLast(2)), number != 0, abs(number) <= 5
      else { return }
      yearly = (month, weekday, number)
    }

    /// Such as `+0100` or `-033000`.
    private static func offset(_ text: String) -> Int64? {
      let digits = text.dropFirst().prefix(4)
      guard text.first == "+" || text.first == "-", digits.count == 4, let number = Int64(digits)
      else { return nil }
      let seconds = number / 100 * 3_600 + number % 100 * 60
      return text.first == "-" ? -seconds : seconds
    }

    /// Both in local time, of which only the order matters.
    func latestOnset(upTo time: Int64, year: Int) -> Int64? {
      let onsets = yearly == nil ? [start.secondsInUTC] : [year - 1, year].map(onset)
      return onsets.filter { $0 <= time }.max()
    }

    private func onset(in year: Int) -> Int64 {
      guard let yearly else { return start.secondsInUTC }
      let isLast = yearly.number < 0
      let month = isLast ? yearly.month % 12 + 1 : yearly.month
      let first = WrittenTime(
        year: isLast && month == 1 ? year + 1 : year,
        month: month,
        day: 1,
        secondOfDay: start.secondOfDay
      )
      // 1 January 1970 was a Thursday.
      let shift = ((yearly.weekday - (first.days + 3)) % 7 + 7) % 7
      let weeks = isLast ? yearly.number : yearly.number - 1
      return first.secondsInUTC + Int64(shift + 7 * weeks) * 86_400
    }
  }
}
