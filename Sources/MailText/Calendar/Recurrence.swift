import TidelineLocalization

/// The rule by which an event is repeated, as far as a sentence can say it (RFC 5545, 3.8.5).
///
/// A rule that the sentence would not say whole is not understood: half a rule is wrong.
public struct Recurrence: Sendable, Hashable {
  /// The RRULE as the calendar has it; empty for an event that only lists its days.
  public let rule: String

  private typealias Unit = RecurrenceRule.Unit

  private enum Day: Hashable {
    /// Counted from Sunday, which is 0.
    case weekday(Int)
    case ofMonth(Int)
    case last
    /// A weekday by its number in the month, from 1, or the last one for -1. No weekday means any
    /// day from Monday to Friday.
    case numbered(Int, weekday: Int?)
  }

  /// Nil for a rule that is not understood.
  private var unit: Unit?
  private var interval = 1
  private var days: [Day] = []
  private var months: [Int] = []
  private var count: Int?
  /// The last day, as a ``WallTime``.
  private var until: Int64?
  private let hasExceptions: Bool
  private let hasFurtherTimes: Bool

  private static let intervalLimit = 1_000

  /// - Parameter skipped: the number of times before the start, which are excluded.
  /// - Returns: nil for an event that takes place once.
  init?(
    of calendar: CalendarObject,
    from start: CalendarTime,
    skipping skipped: Int,
    local: OpaquePointer
  ) {
    let rules = calendar.event.filter { $0.name == "RRULE" }
    hasExceptions =
      calendar.excludedTimes(local).contains { $0 >= start.seconds } || calendar["EXRULE"] != nil
    hasFurtherTimes = calendar["RDATE"] != nil
    rule = rules.map { oneLine($0.value.utf8, limit: 1_000) }.joined(separator: " ")
    guard !rules.isEmpty || hasFurtherTimes else { return nil }
    guard rules.count == 1, let property = calendar["DTSTART"],
      let wall = property.wallTime
    else { return }
    let parts = RecurrenceRule(rules[0].value)
    let here = start.wall(in: local)
    let shift = Int(
      (here - WallTime.time(of: here) - wall + WallTime.time(of: wall)) / WallTime.day
    )
    guard readEnd(parts, property, calendar, local, startTime: WallTime.time(of: here), shift),
      let unit = readDays(parts, wall, shift)
    else { return }
    count = count.map { $0 - skipped }
    if count == 1, !hasFurtherTimes { return nil }
    self.unit = unit
  }

  /// Reads INTERVAL, COUNT and UNTIL; returns false if they are not understood.
  private mutating func readEnd(
    _ parts: RecurrenceRule,
    _ start: CalendarObject.Property,
    _ calendar: CalendarObject,
    _ local: OpaquePointer,
    startTime: Int64,
    _ shift: Int
  ) -> Bool {
    guard let interval = Int(parts["INTERVAL"] ?? "1"), (1...Self.intervalLimit).contains(interval)
    else { return false }
    self.interval = interval
    count = parts["COUNT"].flatMap { Int($0) }
    if parts["COUNT"] != nil { return count ?? 0 > 0 && parts["UNTIL"] == nil }
    guard let value = parts["UNTIL"] else { return true }
    let property = CalendarObject.Property(
      name: "UNTIL",
      parameters: start.parameters,
      value: value
    )
    guard let time = CalendarTime(property, in: calendar, local: local) else { return false }
    let wall = time.wall(in: local)
    if time.isDay {
      until = wall + Int64(shift) * WallTime.day
    } else {
      // A rule that ends in the morning has its last event the day before, if that is in the
      // evening. In between, clocks may have been changed by an hour.
      until = WallTime.time(of: wall) + 3_600 < startTime ? wall - WallTime.day : wall
    }
    return true
  }

  /// Reads the days.
  ///
  /// - Parameters:
  ///   - wall: the start on the event's clocks.
  ///   - shift: the days from there to the date on the reader's clocks: a Monday in Tokyo may begin
  ///     on a Sunday in New York.
  /// - Returns: the unit of the interval; nil for a rule that is not understood.
  private mutating func readDays(_ parts: RecurrenceRule, _ wall: Int64, _ shift: Int) -> Unit? {
    let time = WallTime.time(of: wall)
    // Some programs repeat the time of the start.
    let times = ["BYHOUR": time / 3_600, "BYMINUTE": time / 60 % 60, "BYSECOND": time % 60]
    let names = parts.names.subtracting(["FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST"])
      .filter { name in times[name] == nil || parts[name].flatMap { Int64($0) } != times[name] }
    guard names.isSubset(of: ["BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS"]),
      var unit = parts.unit, let weekdays = parts.weekdays,
      let monthDays = parts.numbers("BYMONTHDAY"), let months = parts.numbers("BYMONTH"),
      let positions = parts.numbers("BYSETPOS"), months.allSatisfy((1...12).contains)
    else { return nil }
    let hasOnlyWeekdays = monthDays.isEmpty && months.isEmpty && positions.isEmpty
    let start = WallTime.date(of: wall)
    if hasOnlyWeekdays, !weekdays.isEmpty, weekdays.allSatisfy({ $0.ordinal == 0 }),
      interval == 1 || unit == .week
    {
      // Monday is the first day of a week in the list of days, as in ISO 8601.
      let shifted = Set(weekdays.map { ($0.day + shift + 7) % 7 }).sorted {
        ($0 + 6) % 7 < ($1 + 6) % 7
      }
      if shifted.count == 7, interval == 1 { return .day }
      days = shifted.map(Day.weekday)
      return .week
    }
    if unit == .month, interval == 1, !months.isEmpty { unit = .year }
    guard unit == .month || unit == .year else { return names.isEmpty ? unit : nil }
    guard let chosen = Self.days(weekdays, monthDays, positions),
      unit == .year ? chosen.isEmpty || !months.isEmpty : months.isEmpty
    else { return nil }
    (days, self.months) = (chosen, months)
    let isLeapDay = start.month == 2 && start.day == 29
    if days.isEmpty, unit == .month ? start.day > 28 : !months.isEmpty || isLeapDay {
      days = [.ofMonth(start.day)]
      if unit == .year, months.isEmpty { self.months = [start.month] }
    }
    if unit == .year, !isLeapDay, self.months == [start.month], days == [.ofMonth(start.day)] {
      (days, self.months) = ([], [])
    }
    return shift == 0 || days.isEmpty ? unit : nil
  }

  /// Returns days of a month; nil for days that have no name.
  private static func days(
    _ weekdays: [RecurrenceRule.Weekday],
    _ monthDays: [Int],
    _ positions: [Int]
  ) -> [Day]? {
    func ofMonth(_ number: Int) -> Day? {
      (1...31).contains(number) ? .ofMonth(number) : number == -1 ? .last : nil
    }
    func numbered(_ number: Int, _ weekday: Int?) -> Day? {
      (1...5).contains(number) || number == -1 ? .numbered(number, weekday: weekday) : nil
    }
    let plain = Set(weekdays.map { $0.ordinal == 0 ? $0.day : -1 })
    let days: [Day?]
    switch (plain.count, monthDays.isEmpty, positions.isEmpty) {
    case (0, _, true): days = monthDays.map(ofMonth)
    case (_, true, true): days = weekdays.map { numbered($0.ordinal, $0.day) }
    case (7, true, false): days = positions.map(ofMonth)
    case (1, true, false) where !plain.contains(-1):
      days = positions.map { numbered($0, weekdays[0].day) }
    case (5, true, false) where plain == [1, 2, 3, 4, 5]:
      days = positions.map { numbered($0, nil) }
    default: return nil
    }
    return days.contains(nil) ? nil : days.compactMap { $0 }
  }
}

extension Recurrence {
  /// The rule in words.
  ///
  /// - Parameters:
  ///   - say: returns a sentence in a language.
  ///   - formatted: formats a date, given as seconds since 1970 as if it were in UTC, by a format
  ///     for `g_date_time_format`: a weekday, a month, or a day.
  public func text(
    _ say: (Sentence) -> String,
    formatted: (_ seconds: Int64, _ format: Sentence) -> String
  ) -> String {
    guard let unit else {
      return say(
        rule.isEmpty
          ? Sentence("Takes place several times")
          : Sentence("Repeated by a rule that is not shown here")
      )
    }
    func list(_ texts: [String]) -> String {
      let start = texts.dropLast().reduce("") {
        $0.isEmpty ? $1 : say(Sentence("%s, %s", $0, $1))
      }
      return start.isEmpty ? texts[0] : say(Sentence("%s and %s", start, texts[texts.count - 1]))
    }
    func name(ofWeekday weekday: Int) -> String {
      // 1 January 1970 was a Thursday.
      formatted(Int64(weekday + 3) * WallTime.day, Sentence("%A"))
    }
    func phrase(_ day: Day) -> String {
      switch day {
      case .weekday(let weekday): return name(ofWeekday: weekday)
      // Such as “Every month on day 15 and the last day”.
      case .ofMonth(let day): return say(Sentence("day %s", "\(day)"))
      case .last: return say(Sentence("the last day"))
      case .numbered(let number, let weekday):
        let day = weekday.map(name) ?? say(Sentence("day from Monday to Friday"))
        return switch number {
        case 1: say(Sentence("the first %s", day))
        case 2: say(Sentence("the second %s", day))
        case 3: say(Sentence("the third %s", day))
        case 4: say(Sentence("the fourth %s", day))
        case 5: say(Sentence("the fifth %s", day))
        default: say(Sentence("the last %s", day))
        }
      }
    }
    var text = say(Self.pace(unit, interval))
    if !days.isEmpty {
      var phrase = list(days.map(phrase))
      if !months.isEmpty {
        let names = months.compactMap { WallTime.seconds(year: 1970, month: $0) }.map {
          formatted($0, Sentence("%B"))
        }
        // Such as “the last Sunday in March”.
        phrase = say(Sentence("%s in %s", phrase, list(names)))
      }
      // Such as “Every 2 weeks on Monday and Thursday”.
      text = say(Sentence("%s on %s", text, phrase))
    }
    if let count { text = say(Sentence("%s, %s times", text, "\(count)")) }
    if let until {
      // Such as “Every week, until 3 March 2027”.
      text = say(Sentence("%s, until %s", text, formatted(until, Sentence("%-d %B %Y"))))
    }
    if hasExceptions { text = say(Sentence("%s, with exceptions", text)) }
    if hasFurtherTimes { text = say(Sentence("%s, and at other times", text)) }
    return text
  }

  private static func pace(_ unit: Unit, _ interval: Int) -> Sentence {
    let count = "\(interval)"
    return switch (unit, interval) {
    case (.day, 1): Sentence("Every day")
    case (.day, _): Sentence("Every %s days", count)
    case (.week, 1): Sentence("Every week")
    case (.week, _): Sentence("Every %s weeks", count)
    case (.month, 1): Sentence("Every month")
    case (.month, _): Sentence("Every %s months", count)
    case (.year, 1): Sentence("Every year")
    case (.year, _): Sentence("Every %s years", count)
    }
  }

  /// The rule in English words.
  public var english: String {
    text(\.english) { seconds, format in
      let date = WallTime.date(of: seconds)
      switch format.format {
      case "%A": return Self.weekdays[WallTime.weekday(of: seconds)]
      case "%B": return Self.months[date.month - 1]
      default: return "\(date.day) \(Self.months[date.month - 1]) \(date.year)"
      }
    }
  }

  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}
