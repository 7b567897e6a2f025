import CTidelineGLib

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
  /// `(UTC+01:00) Amsterdam, Berlin, Bern`, `(UTC-05:00) Eastern Time (US & Canada)`. Nil if no
  /// such zone has that offset.
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
      let offsets = [january, july].map { CalendarTime.offset(of: zone, at: $0) }
      if offsets.min() == CalendarTime.offset(of: wanted, at: january) { return zone }
      g_time_zone_unref(zone)
    }
    return nil
  }

  private static let areas = [
    "Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic",
  ]
  /// Times in 2026.
  private static let (january, july): (Int64, Int64) = (1_767_225_600, 1_782_864_000)

  /// Returns a zone of the tz database, also for UTC and for a name with a prefix, such as
  /// `/freeassociation.sourceforge.net/Europe/Berlin`.
  private static func database(_ name: String) -> OpaquePointer? {
    if utc.contains(name.lowercased()) { return g_time_zone_new_utc() }
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

  private static let utc: Set = [
    "utc", "gmt", "z", "ut", "uct", "zulu", "universal", "greenwich", "coordinated universal time",
    "etc/utc", "etc/gmt", "etc/uct", "etc/zulu", "etc/universal", "gmt0", "tzone://microsoft/utc",
  ]

  /// Returns a zone with a constant offset, such as `UTC+02:00`, `GMT-0330` or `+0200`.
  private static func fixed(_ name: String) -> OpaquePointer? {
    var rest = name[...]
    if rest.lowercased().hasPrefix("utc") || rest.lowercased().hasPrefix("gmt") {
      rest = rest.dropFirst(3)
    }
    return offset(rest).flatMap { abs($0) <= 14 * 3_600 ? g_time_zone_new_offset($0) : nil }
  }

  /// Returns the seconds of an offset, such as `+02:00`, `-0330` or `+033015`.
  static func offset(_ text: Substring) -> gint? {
    guard let sign = text.first, "+-".contains(sign),
      let zone = g_time_zone_new_identifier(String(text))
    else { return nil }
    defer { g_time_zone_unref(zone) }
    return g_time_zone_get_offset(zone, 0)
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
      let pair = line.split(separator: ":")
      if pair.count == 2 { names[pair[0].lowercased()] = String(pair[1].dropFirst()) }
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
      func seconds(_ name: String) -> Int64? {
        values(name).first.flatMap { CalendarObject.offset($0[...]).map { Int64($0) } }
      }
      guard let start = values("DTSTART").first.flatMap({ WallTime.seconds($0) }),
        let offset = seconds("TZOFFSETTO")
      else { return nil }
      let before = seconds("TZOFFSETFROM") ?? offset
      (self.start, self.offset, offsetBefore) = (start, offset, before)
      let texts = values("RRULE")
      rules = texts.compactMap { OnsetRule(RecurrenceRule($0), start: start, offset: before) }
      guard rules.count == texts.count, rules.allSatisfy(\.isOfZone) else { return nil }
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
  }
}
