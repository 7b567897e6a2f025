import CGMime

/// A date or a time in a calendar, with its time zone resolved (RFC 5545, 3.3.4 and 3.3.5).
struct CalendarTime {
  let seconds: Int64
  let isDay: Bool

  /// - Parameters:
  ///   - property: a property such as DTSTART.
  ///   - local: the reader's time zone, for a time without a zone.
  /// - Returns: nil for anything but a date or a time.
  init?(
    _ property: CalendarObject.Property,
    in calendar: CalendarObject,
    local: OpaquePointer
  ) {
    let text = property.value.uppercased().filter { !$0.isWhitespace }
    isDay = text.utf8.count == 8
    let zone = isDay ? nil : property.parameters["TZID"].flatMap { calendar.zone(named: $0) }
    defer { zone.map(g_time_zone_unref) }
    let time = g_date_time_new_from_iso8601(isDay ? text + "T000000" : text, zone ?? local)
    guard let time else { return nil }
    defer { g_date_time_unref(time) }
    seconds = Int64(g_date_time_to_unix(time))
  }
}

extension CalendarObject {
  /// Returns a zone that the system or the calendar knows by the name; nil if neither knows it. The
  /// caller must unreference the zone.
  fileprivate func zone(named name: String) -> OpaquePointer? {
    // Only names with a slash are looked up in the time zone database: others, such as Windows's
    // names, may name different zones there. Paths are not looked up: GLib would read the file.
    let mayBeKnown =
      name.contains("/") && !name.hasPrefix("/") && name.utf8.firstRange(of: "..".utf8) == nil
      && name.utf8.count < 64
    return mayBeKnown
      ? g_time_zone_new_identifier(name) ?? ownZone(named: name)
      : ownZone(named: name)
  }

  /// Returns a zone that the calendar describes (section 3.6.5), by its latest rules.
  ///
  /// Only yearly rules for a weekday of a month are understood; most programs write these.
  private func ownZone(named name: String) -> OpaquePointer? {
    // Commas are escaped in the zone's own name, but not in a parameter. Some programs escape none.
    let known = observances.filter { observance in
      observance.first.map { $0.value == name || $0.text(limit: Self.nameLimit) == name } ?? false
    }
    .compactMap(Observance.init)
    .sorted { $0.start < $1.start }
    guard let standard = known.last(where: { !$0.isDaylight }) ?? known.last else { return nil }
    var rules = "STD\(standard.offset)"
    if let daylight = known.last(where: \.isDaylight), let begin = daylight.onset,
      let end = standard.onset
    {
      rules += "DST\(daylight.offset),\(begin),\(end)"
    }
    return g_time_zone_new_identifier(rules)
  }

  /// The longest name of a zone that is compared, in characters.
  private static let nameLimit = 200

  /// A zone's offset from UTC, in the form of the environment variable `TZ` (POSIX).
  private struct Observance {
    /// The `DTSTART`: the time from which the offset is in force.
    let start: String
    let isDaylight: Bool
    /// The offset with POSIX's sign, negative east of Greenwich: `-01:00` for Central Europe.
    let offset: String
    /// The onset in each year, as `M3.5.0/02:00`; nil without a rule that is understood.
    let onset: String?

    init?(_ properties: [Property]) {
      func value(_ name: String) -> String? { properties.first { $0.name == name }?.value }
      guard let start = value("DTSTART"), let offset = value("TZOFFSETTO"),
        let sign = offset.first, sign == "+" || sign == "-",
        let hours = Self.hours(offset.dropFirst())
      else { return nil }
      (self.start, isDaylight) = (start, value("BEGIN")?.uppercased() == "DAYLIGHT")
      self.offset = (sign == "+" ? "-" : "") + hours
      onset = value("RRULE").flatMap { Self.onset(RecurrenceRule($0), start) }
    }

    private static func onset(_ rule: RecurrenceRule, _ start: String) -> String? {
      guard rule["FREQ"] == "YEARLY", let month = rule["BYMONTH"].flatMap({ Int($0) }),
        (1...12).contains(month), let day = rule["BYDAY"],
        let weekday = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"].firstIndex(
          of: String(day.suffix(2))
        ),
        let week = Int(day.dropLast(2)), week == -1 || (1...5).contains(week),
        let time = hours(start.drop { $0 != "T" }.dropFirst())
      else { return nil }
      // In `TZ`, week 5 is the last week of the month.
      return "M\(month).\(week == -1 ? 5 : week).\(weekday)/\(time)"
    }

    /// Converts `020000` to `02:00`.
    private static func hours(_ digits: Substring) -> String? {
      guard digits.utf8.count >= 4, digits.utf8.prefix(4).allSatisfy(\.isDigit) else { return nil }
      return "\(digits.prefix(2)):\(digits.dropFirst(2).prefix(2))"
    }
  }
}
