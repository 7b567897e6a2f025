import CTidelineGLib

/// The rule by which a time zone's observance or an event begins again and again (RFC 5545, 3.3.10).
/// Understands the parts that choose days. The onsets are at the time of day of the first.
struct OnsetRule {
  private let start: Int64
  private let first: (year: Int, month: Int, day: Int)
  /// The offset from UTC before the onset, in seconds.
  private let offset: Int64
  private let unit: RecurrenceRule.Unit
  /// Whether the onsets may be those of a zone: clocks are not set each week.
  var isOfZone: Bool { unit == .year || unit == .month }
  private let interval: Int
  private let count: Int?
  /// The last possible onset.
  private let until: Int64
  private let months: [Int]
  private let monthDays: [Int]
  private let yearDays: [Int]
  private let weekdays: [RecurrenceRule.Weekday]
  /// The day with which a week begins, counted from Sunday.
  private let firstWeekday: Int
  private let positions: [Int]

  /// The parts that are understood.
  private static let known: Set = [
    "FREQ", "INTERVAL", "COUNT", "UNTIL", "BYMONTH", "BYMONTHDAY", "BYYEARDAY", "BYDAY", "BYSETPOS",
    "WKST",
  ]
  /// The longest search for an onset, in years: a leap day may be missing for eight years, and a
  /// rule's interval may be longer than a year.
  private static let searchLimit = 100
  /// The limit of the years, months, weeks or days between onsets.
  private static let intervalLimit = 1_000

  /// - Parameters:
  ///   - start: the DTSTART, as a ``WallTime``.
  ///   - offset: the offset from UTC before the onset, in seconds.
  /// - Returns: nil for a rule that is not understood.
  init?(_ rule: RecurrenceRule, start: Int64, offset: Int64) {
    guard let unit = rule.unit, rule.names.isSubset(of: Self.known),
      let months = rule.numbers("BYMONTH"), let monthDays = rule.numbers("BYMONTHDAY"),
      let yearDays = rule.numbers("BYYEARDAY"), let positions = rule.numbers("BYSETPOS"),
      let weekdays = rule.weekdays,
      let interval = Int(rule["INTERVAL"] ?? "1"), (1...Self.intervalLimit).contains(interval),
      rule["COUNT"].map({ (Int($0) ?? 0) > 0 }) ?? true,
      positions.isEmpty || unit == .month || unit == .year
    else { return nil }
    (self.start, self.offset, first) = (start, offset, WallTime.date(of: start))
    (self.unit, self.interval, count) = (unit, interval, rule["COUNT"].flatMap { Int($0) })
    firstWeekday = rule["WKST"].flatMap { RecurrenceRule.dayNames.firstIndex(of: $0) } ?? 1
    if let text = rule["UNTIL"] {
      guard let last = WallTime.seconds(text) else { return nil }
      until =
        text.utf8.count == 8 ? last + WallTime.day - 1 : last + (text.last == "Z" ? offset : 0)
    } else {
      until = .max
    }
    (self.months, self.yearDays, self.positions) = (months, yearDays, positions)
    // A rule without days is for the day on which it begins.
    let hasDays = !(monthDays.isEmpty && yearDays.isEmpty && weekdays.isEmpty)
    let isOfWeekday = unit == .week && weekdays.isEmpty
    self.weekdays =
      isOfWeekday ? [.init(ordinal: 0, day: WallTime.weekday(of: start))] : weekdays
    isOfFirstMonth = !hasDays && months.isEmpty && unit == .year
    self.monthDays =
      hasDays || unit == .day || unit == .week ? monthDays : [first.day]
  }

  /// Whether the rule is only for the month in which it begins.
  private let isOfFirstMonth: Bool

  /// Returns the last onset up to a time, both as a ``WallTime``; nil if there is none.
  func last(to wall: Int64) -> Int64? {
    let limit = min(wall, until)
    guard limit >= start else { return nil }
    var year = WallTime.date(of: limit).year
    if let count { return onsets(atMost: count, through: year).last { $0 <= limit } }
    year -= (year - first.year) % step
    for year in stride(
      from: year,
      through: max(first.year, year - Self.searchLimit * step),
      by: -step
    ) {
      if let onset = onsets(in: year).last(where: { $0 <= limit }) { return onset }
    }
    return nil
  }

  /// The years from one that may have onsets to the next.
  private var step: Int { unit == .year ? interval : 1 }

  /// Returns the first onsets, up to the end of a year.
  private func onsets(atMost count: Int, through year: Int) -> ArraySlice<Int64> {
    var onsets: [Int64] = []
    for year in stride(from: first.year, through: year, by: step) where onsets.count < count {
      onsets += self.onsets(in: year)
    }
    return onsets.prefix(count)
  }

  /// Returns the first onsets up to a limit.
  func onsets(atMost limit: Int) -> [Int64] {
    onsets(atMost: min(limit, count ?? limit), through: first.year + Self.searchLimit * step)
      .filter { $0 <= until }
  }

  /// Returns the onsets in a year, from the first one on.
  private func onsets(in year: Int) -> [Int64] {
    guard let begin = WallTime.seconds(year: year, month: 1) else { return [] }
    var days: [[Int64]] = []
    var yearDay = 0
    let lengths = (1...12).map {
      Int(g_date_get_days_in_month(GDateMonth(rawValue: $0), GDateYear(year)))
    }
    let yearLength = lengths.reduce(0, +)
    for month in 1...12 {
      var chosen: [Int64] = []
      for day in 1...lengths[month - 1] {
        yearDay += 1
        let seconds = begin + Int64(yearDay - 1) * WallTime.day
        let place = Place(
          month: month,
          day: day,
          monthLength: lengths[month - 1],
          yearDay: yearDay,
          yearLength: yearLength,
          weekday: WallTime.weekday(of: seconds)
        )
        if isChosen(place), isOfInterval(year, month, seconds) { chosen.append(seconds) }
      }
      if unit == .month || days.isEmpty { days.append(chosen) } else { days[0] += chosen }
    }
    return days.flatMap(placed).map { $0 + WallTime.time(of: start) }.filter { $0 >= start }
  }

  private func isOfInterval(_ year: Int, _ month: Int, _ midnight: Int64) -> Bool {
    let days = Int((midnight - start + WallTime.time(of: start)) / WallTime.day)
    let weekday = (WallTime.weekday(of: start) - firstWeekday + 7) % 7
    return switch unit {
    case .day: days % interval == 0
    case .week: (days + weekday) / 7 % interval == 0
    case .month: ((year - first.year) * 12 + month - first.month) % interval == 0
    case .year: true
    }
  }

  /// The position of a day in its year.
  private struct Place {
    let month, day, monthLength, yearDay, yearLength, weekday: Int
  }

  private func isChosen(_ place: Place) -> Bool {
    if isOfFirstMonth, place.month != first.month { return false }
    if !months.isEmpty, !months.contains(place.month) { return false }
    if !monthDays.isEmpty, !monthDays.contains(place.day),
      !monthDays.contains(place.day - place.monthLength - 1)
    {
      return false
    }
    if !yearDays.isEmpty, !yearDays.contains(place.yearDay),
      !yearDays.contains(place.yearDay - place.yearLength - 1)
    {
      return false
    }
    guard !weekdays.isEmpty else { return true }
    // A weekday's number counts in the month if the rule is for months, else in the year.
    let isOfMonth = unit != .year || !months.isEmpty
    let (day, length) =
      isOfMonth ? (place.day, place.monthLength) : (place.yearDay, place.yearLength)
    return weekdays.contains {
      $0.day == place.weekday
        && ($0.ordinal == 0 || $0.ordinal == (day + 6) / 7
          || $0.ordinal == -((length - day) / 7 + 1))
    }
  }

  /// Chooses days by their positions (BYSETPOS).
  private func placed(_ days: [Int64]) -> [Int64] {
    guard !positions.isEmpty else { return days }
    return days.enumerated().filter { index, _ in
      positions.contains(index + 1) || positions.contains(index - days.count)
    }.map(\.element)
  }
}

extension CalendarObject {
  /// The limit of the excluded times that are looked at.
  private static let excludedLimit = 1_000

  /// The times that are excluded from the series (3.8.5.1), in seconds since 1970.
  func excludedTimes(_ local: OpaquePointer) -> Set<Int64> {
    let dates = event.filter { $0.name == "EXDATE" }.flatMap { property in
      property.value.split(separator: ",").map { date in
        var property = property
        property.value = String(date)
        return property
      }
    }
    return Set(
      dates.prefix(Self.excludedLimit).compactMap {
        CalendarTime($0, in: self, local: local)?.seconds
      }
    )
  }

  /// Moves an event to the first time of its series that is not excluded.
  ///
  /// - Returns: the number of times before it.
  mutating func skipExcluded(_ local: OpaquePointer) -> Int {
    let excluded = excludedTimes(local)
    guard let property = self["DTSTART"], let wall = property.wallTime,
      let start = CalendarTime(property, in: self, local: local)?.seconds,
      excluded.contains(start), let rule = self["RRULE"],
      let onsets = OnsetRule(RecurrenceRule(rule.value), start: wall, offset: wall - start)?
        .onsets(atMost: excluded.count + 1)
    else { return 0 }
    for (number, onset) in onsets.enumerated() {
      var moved = self
      for name in ["DTSTART", "DTEND"] { moved.move(name, by: onset - wall) }
      guard let time = moved["DTSTART"].flatMap({ CalendarTime($0, in: moved, local: local) }),
        !excluded.contains(time.seconds)
      else { continue }
      self = moved
      return number
    }
    return 0
  }

  /// Changes the date of a time.
  private mutating func move(_ name: String, by seconds: Int64) {
    guard let place = event.firstIndex(where: { $0.name == name }),
      let wall = event[place].wallTime
    else { return }
    let date = WallTime.date(of: wall + seconds)
    event[place].value =
      "\(date.year * 10_000 + date.month * 100 + date.day)" + event[place].value.dropFirst(8)
  }
}

extension CalendarObject.Property {
  /// The value as a ``WallTime``.
  var wallTime: Int64? {
    WallTime.seconds(value.uppercased().filter { !$0.isWhitespace })
  }
}
