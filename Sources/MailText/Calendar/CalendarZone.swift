import CGMime

/// A time zone that a calendar names.
enum CalendarZone {
  /// A zone of the tz database, which the receiver must unreference.
  case system(OpaquePointer)
  /// A zone that the calendar describes.
  case described(DescribedZone)
  case unknown
}

extension CalendarObject {
  /// The longest name of a zone that is compared, in characters.
  static let zoneNameLimit = 200

  /// Finds a zone by its name: in the tz database, in the calendar itself, and among the zones of
  /// Windows, in this order.
  func zone(named name: String) -> CalendarZone {
    if let zone = Self.database(name) { return .system(zone) }
    // Commas are escaped in the zone's own name, but not in a parameter. Some programs escape none.
    let own = observances.filter { observance in
      guard let known = observance.first else { return false }
      return known.value == name || known.text(limit: Self.zoneNameLimit) == name
    }
    if let zone = DescribedZone(own) { return .described(zone) }
    // Outlook numbers zones of one name: `W. Europe Standard Time 1`.
    var plain = name.lowercased()[...]
    while let last = plain.last, last.isNumber || last == " " { plain.removeLast() }
    for known in [name.lowercased(), String(plain)] {
      if let identifier = ZoneNames.names[known],
        let zone = g_time_zone_new_identifier(identifier)
      {
        return .system(zone)
      }
    }
    return Self.displayed(name).map { .system($0) } ?? .unknown
  }

  /// Returns the zone for a name as Windows displays it, with an offset and cities or a region:
  /// `(UTC+01:00) Amsterdam, Berlin, Bern`, `(UTC-05:00) Eastern Time (US & Canada)`. Nil if no such
  /// zone has that offset.
  private static func displayed(_ name: String) -> OpaquePointer? {
    guard name.hasPrefix("("), let end = name.firstIndex(of: ")") else { return nil }
    let shift = String(name[..<end].dropFirst()).replacing(".", with: ":")
    let isUTC = ["UTC", "GMT"].contains(shift.uppercased())
    guard let wanted = isUTC ? g_time_zone_new_utc() : fixed(shift) else { return nil }
    defer { g_time_zone_unref(wanted) }
    let words = name[end...].dropFirst().prefix { $0 != "(" }.split(separator: ",").map {
      String($0).trimmingSpaces
    }
    let regions = words.flatMap { word in
      [word.lowercased().replacing(" time", with: " standard time"), word.lowercased()]
    }.compactMap { ZoneNames.names[$0] }
    let places = words.map { $0.replacing(" ", with: "_") }.flatMap { city in
      areas.map { "\($0)/\(city)" }
    }
    for identifier in regions + places {
      guard let zone = g_time_zone_new_identifier(identifier) else { continue }
      let offsets = [january, july].map { offset(of: zone, at: $0) }
      if offsets.min() == offset(of: wanted, at: january) { return zone }
      g_time_zone_unref(zone)
    }
    return nil
  }

  private static let areas = [
    "Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic",
  ]
  /// Times in 2026.
  private static let (january, july): (gint64, gint64) = (1_767_225_600, 1_782_864_000)

  private static func offset(of zone: OpaquePointer, at instant: gint64) -> gint {
    g_time_zone_get_offset(zone, g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, instant))
  }

  /// Returns a zone of the tz database, also for UTC and for a name with a prefix, such as
  /// `/freeassociation.sourceforge.net/Europe/Berlin`.
  private static func database(_ name: String) -> OpaquePointer? {
    if utc.contains(name.uppercased()) { return g_time_zone_new_utc() }
    // GLib would read a file outside of the database, and take other names, such as `EST+5`, for
    // rules.
    guard name.utf8.count < 128, name.utf8.firstRange(of: "..".utf8) == nil else { return nil }
    let words = name.split(separator: "/").map { $0.replacing(" ", with: "_") }
    guard name.contains("/") else { return fixed(name) }
    for count in [3, 2] where words.count >= count {
      let identifier = words.suffix(count).joined(separator: "/")
      guard identifier.utf8.first?.isLetter == true,
        identifier.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "_+-/".utf8.contains($0) })
      else { continue }
      let present = ZoneNames.names[identifier.lowercased()] ?? identifier
      if let zone = g_time_zone_new_identifier(present) { return zone }
    }
    return nil
  }

  private static let utc: Set<String> = [
    "UTC", "GMT", "Z", "UT", "UCT", "ZULU", "UNIVERSAL", "GREENWICH", "COORDINATED UNIVERSAL TIME",
    "ETC/UTC", "ETC/GMT", "ETC/UCT", "ETC/ZULU", "ETC/UNIVERSAL", "GMT0", "GMT+0", "GMT-0",
    "UTC+0", "UTC-0", "UTC+00:00", "GMT+00:00", "GMT+0000", "UTC+0000", "TZONE://MICROSOFT/UTC",
  ]

  /// Returns a zone with a constant offset, such as `UTC+02:00`, `GMT-0330` or `+0200`.
  private static func fixed(_ name: String) -> OpaquePointer? {
    var rest = name[...]
    if rest.lowercased().hasPrefix("utc") || rest.lowercased().hasPrefix("gmt") {
      rest = rest.dropFirst(3)
    }
    guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
    let digits = rest.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(digits.count),
      digits.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) && (1...4).contains($0.utf8.count) })
    else { return nil }
    let hours = digits[0].utf8.count > 2 ? digits[0].dropLast(2) : digits[0]
    let minutes = digits.count > 1 ? digits[1] : digits[0].dropFirst(hours.utf8.count)
    guard let hour = Int(hours), let minute = Int("0" + minutes), hour <= 14, minute < 60 else {
      return nil
    }
    let seconds = (sign == "-" ? -1 : 1) * gint(hour * 3_600 + minute * 60)
    return g_time_zone_new_offset(seconds)
  }
}

/// Further names of time zones, from the file `zone-names.txt`.
private enum ZoneNames {
  /// The tz database's names, by other names in lower case.
  static let names: [String: String] = {
    var names: [String: String] = [:]
    for line in String(decoding: PackageResources.zone_names_txt, as: UTF8.self)
      .split(separator: "\n") where !line.hasPrefix("#")
    {
      let pair = line.split(separator: ":").map { String($0).lowercased() }
      guard pair.count == 2 else { continue }
      names[pair[0]] = String(line.split(separator: ":")[1].dropFirst())
    }
    return names
  }()
}

/// A zone that a calendar describes by its observances: the spans of standard and daylight time
/// (RFC 5545, 3.6.5).
struct DescribedZone {
  private let observances: [Observance]

  /// - Returns: nil without observances, and if one of them is not understood: a time would be
  ///   wrong.
  init?(_ descriptions: [[CalendarObject.Property]]) {
    observances = descriptions.compactMap(Observance.init)
    guard !observances.isEmpty, observances.count == descriptions.count else { return nil }
  }

  /// Returns the offset from UTC in seconds at a time of the zone. The latest onset counts. A time
  /// that does not exist, since clocks are put forward, is read by the offset before (3.3.5).
  func offset(at wall: Int64) -> Int64 {
    var latest: (onset: Int64, offset: Int64)?
    for observance in observances {
      guard let onset = observance.onset(at: wall), onset > latest?.onset ?? .min else { continue }
      latest = (onset, observance.offset)
    }
    return latest?.offset ?? observances.min { $0.start < $1.start }?.offsetBefore ?? 0
  }

  private struct Observance {
    /// The first onset, in the zone's time before it.
    let start: Int64
    let offset: Int64
    let offsetBefore: Int64
    private let rules: [OnsetRule]
    private let dates: [Int64]

    init?(_ properties: [CalendarObject.Property]) {
      func values(_ name: String) -> [String] {
        properties.filter { $0.name == name }.map { $0.value.uppercased() }
      }
      guard let start = values("DTSTART").first.flatMap({ WallTime.seconds($0) }),
        let offset = values("TZOFFSETTO").first.flatMap(Self.seconds)
      else { return nil }
      let before = values("TZOFFSETFROM").first.flatMap(Self.seconds) ?? offset
      (self.start, self.offset, offsetBefore) = (start, offset, before)
      let texts = values("RRULE")
      rules = texts.compactMap { OnsetRule(RecurrenceRule($0), start: start, offset: before) }
      guard rules.count == texts.count else { return nil }
      dates = values("RDATE").flatMap { $0.split(separator: ",") }.compactMap { date in
        WallTime.seconds(date).map { $0 + (date.last == "Z" ? before : 0) }
      }
    }

    /// Returns the last onset at a time of the zone; nil if the time is before the first onset.
    func onset(at wall: Int64) -> Int64? {
      let wall = wall - max(0, offset - offsetBefore)
      var onsets = rules.compactMap { $0.last(to: wall) } + dates.filter { $0 <= wall }
      // Programs that count from 1601 or 1970 begin a rule on a day to which it does not apply.
      if rules.isEmpty, start <= wall { onsets.append(start) }
      return onsets.max()
    }

    /// Converts `+0200` or `-033015`.
    private static func seconds(_ text: String) -> Int64? {
      let digits = text.utf8.filter(\.isDigit).map { Int64($0 - UInt8(ascii: "0")) }
      guard digits.count == 4 || digits.count == 6, text.utf8.count <= digits.count + 3 else {
        return nil
      }
      let pairs = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
      let seconds = pairs[0] * 3_600 + pairs[1] * 60 + (pairs.count > 2 ? pairs[2] : 0)
      return text.hasPrefix("-") ? -seconds : seconds
    }
  }
}
