import CTidelineGLib

/// A date or a time in a calendar, with its time zone resolved (RFC 5545, 3.3.4 and 3.3.5).
struct CalendarTime {
  let seconds: Int64
  let isDay: Bool
  /// The name of a time zone that is unknown. The time is then read as if it were local.
  private(set) var unknownZone: String?

  /// - Parameter local: the reader's time zone, for a time without a zone.
  /// - Returns: nil for anything but a date or a time.
  init?(
    _ property: CalendarObject.Property,
    in calendar: CalendarObject,
    local: OpaquePointer
  ) {
    let text = property.value.uppercased().filter { !$0.isWhitespace }
    isDay = text.utf8.count == 8 || Self.isDay(property, text, calendar)
    let name = property.parameters["TZID"]?.trimmingSpaces ?? ""
    let seconds: Int64?
    if isDay {
      seconds = Self.seconds(text.prefix(8) + "T000000", in: local)
    } else if text.last == "Z" || name.isEmpty {
      seconds = Self.seconds(text, in: local)
    } else {
      switch calendar.zone(named: name) {
      case .system(let zone):
        defer { g_time_zone_unref(zone) }
        seconds = Self.seconds(text, in: zone)
      case .described(let zone):
        seconds = WallTime.seconds(text).map { $0 - zone.offset(at: $0) }
      case .unknown:
        seconds = Self.seconds(text, in: local)
        unknownZone = oneLine(name.utf8, limit: CalendarObject.zoneNameLimit)
      }
    }
    guard let seconds else { return nil }
    self.seconds = seconds
  }

  /// Whether a time means a day: a program has written a time for a date, or Exchange marks an
  /// event of whole days, which begins at midnight.
  private static func isDay(
    _ property: CalendarObject.Property,
    _ text: String,
    _ calendar: CalendarObject
  ) -> Bool {
    guard text.utf8.dropFirst(8).first == UInt8(ascii: "T") else { return false }
    if property.parameters["VALUE"]?.uppercased() == "DATE" { return true }
    let mark = calendar["X-MICROSOFT-CDO-ALLDAYEVENT"]?.value.uppercased()
    return mark == "TRUE" && text.hasSuffix("T000000")
  }

  /// Converts a time such as `20260827T160000`, in the given zone if it names none.
  private static func seconds(_ text: some StringProtocol, in zone: OpaquePointer) -> Int64? {
    // Some programs leave out the seconds.
    let isShort = text.utf8.count == 13 && text.last?.isNumber == true
    guard let wall = WallTime.seconds(text + (isShort ? "00" : "")) else { return nil }
    // The text names its own offset.
    if text.utf8.dropFirst(8).contains(where: "Z+-".utf8.contains) { return wall }
    return instant(ofWall: wall, in: zone)
  }

  /// The time on the clocks of a zone, as a ``WallTime``.
  func wall(in zone: OpaquePointer) -> Int64 {
    seconds + Self.offset(of: zone, at: seconds)
  }

  static func offset(of zone: OpaquePointer, at instant: Int64) -> Int64 {
    let interval = g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, gint64(instant))
    return Int64(g_time_zone_get_offset(zone, interval))
  }

  /// Returns the instant at which clocks show a time: the first one of two, where clocks are put
  /// back, and by the offset before, where they are put forward (3.3.5).
  static func instant(ofWall wall: Int64, in zone: OpaquePointer) -> Int64 {
    let before = offset(of: zone, at: wall - WallTime.day)
    let after = offset(of: zone, at: wall + WallTime.day)
    let isAfter =
      offset(of: zone, at: wall - before) != before && offset(of: zone, at: wall - after) == after
    return wall - (isAfter ? after : before)
  }
}

/// Times without a zone, as seconds since 1970 as if they were in UTC.
enum WallTime {
  static let day: Int64 = 86_400
  /// The end of the year 9999, the last that GLib knows.
  static let latest: Int64 = 253_402_300_799

  /// - Parameter text: a date or a time; an offset at its end, such as `Z`, counts.
  static func seconds(_ text: some StringProtocol) -> Int64? {
    guard let utc = g_time_zone_new_utc() else { return nil }
    defer { g_time_zone_unref(utc) }
    let whole = text.utf8.count == 8 ? text + "T000000" : String(text)
    guard let time = g_date_time_new_from_iso8601(whole, utc) else { return nil }
    defer { g_date_time_unref(time) }
    return Int64(g_date_time_to_unix(time))
  }

  /// Returns the beginning of a month of the Gregorian calendar; nil for a year that GLib does not
  /// know.
  static func seconds(year: Int, month: Int) -> Int64? {
    guard let time = g_date_time_new_utc(gint(year), gint(month), 1, 0, 0, 0) else { return nil }
    defer { g_date_time_unref(time) }
    return Int64(g_date_time_to_unix(time))
  }

  /// The weekday, counted from Sunday, which is 0.
  static func weekday(of seconds: Int64) -> Int {
    Int(((seconds - time(of: seconds)) / day % 7 + 11) % 7)
  }

  /// The seconds since midnight.
  static func time(of seconds: Int64) -> Int64 { (seconds % day + day) % day }

  static func date(of seconds: Int64) -> (year: Int, month: Int, day: Int) {
    var (year, month, day): (gint, gint, gint) = (1, 1, 1)
    if let time = g_date_time_new_from_unix_utc(gint64(seconds)) {
      g_date_time_get_ymd(time, &year, &month, &day)
      g_date_time_unref(time)
    }
    return (Int(year), Int(month), Int(day))
  }
}

extension String {
  var trimmingSpaces: String {
    var text = self
    return text.withUTF8 { String(decoding: $0.trimmed, as: UTF8.self) }
  }
}
