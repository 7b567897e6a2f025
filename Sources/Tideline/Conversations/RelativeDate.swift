import FoundationEssentials
import TidelineGtk
import TidelineLocalization
import TidelineProgram

/// The dates of a list and of a message, in the user's locale: the time for today, "Yesterday", a
/// weekday, a day, or a full date.
enum RelativeDate {
  /// - Parameter countsToTwelve: whether the time has 12 hours, as in “2:05 PM”.
  static func text(
    for date: Date,
    now: Date = Date(),
    countsToTwelve: Bool = DesktopClock.countsToTwelve
  ) -> String {
    let (then, now) = (local(date), local(now))
    guard let day = then.day, let today = now.day else { return "" }
    switch today - day {
    case 0: return time(then, countsToTwelve)
    case 1: return tr("Yesterday")
    case 2..<7: return weekday(then.formatted("%a"), then.formatted("%A"))
    case _ where then.formatted("%Y") == now.formatted("%Y"):
      return String(then.formatted(tr("%e %b")).trimmingPrefix(while: \.isWhitespace))
    default: return then.formatted("%x")
    }
  }

  /// The short weekday, or the long one if the short one is a single letter, as glibc has it in
  /// Chinese and Arabic.
  static func weekday(_ short: String, _ long: String) -> String { short.count > 1 ? short : long }

  /// A date to the minute: only the time for today, else the day and the time.
  static func moment(
    _ date: Date,
    now: Date = Date(),
    countsToTwelve: Bool = DesktopClock.countsToTwelve
  ) -> String {
    let (then, now) = (local(date), local(now))
    let time = time(then, countsToTwelve)
    if then.day == now.day { return time }
    let isThisYear = then.formatted("%Y") == now.formatted("%Y")
    let day = then.formatted(isThisYear ? tr("%e %b") : "%x")
    // For example, “3 Nov 14:05”.
    return tr.inContext(
      "day and time",
      "%s %s",
      with: String(day.trimmingPrefix(while: \.isWhitespace)),
      time
    )
  }

  /// The day with its weekday and year, and the time to the minute.
  static func exact(_ date: Date, countsToTwelve: Bool = DesktopClock.countsToTwelve) -> String {
    let then = local(date)
    // For example, “Friday, 27 November 2026, 14:05”.
    return tr.inContext(
      "weekday with day, and time",
      "%s, %s",
      with: then.formatted(tr("%A, %-d %B %Y")),
      time(then, countsToTwelve)
    )
  }

  /// The start and the end of an event: days if it is all-day, else times with their days. The day
  /// of the end is left out if it is the day of the start.
  ///
  /// - Parameter end: the end, or the last whole day; nil for one whole day or if there is no end.
  static func span(
    from start: Date,
    to end: Date?,
    isAllDay: Bool,
    countsToTwelve: Bool = DesktopClock.countsToTwelve
  ) -> String {
    let first = local(start)
    let begin =
      isAllDay
      ? first.formatted(tr("%A, %-d %B %Y")) : exact(start, countsToTwelve: countsToTwelve)
    guard let end, end > start else { return begin }
    let last = local(end)
    let rest =
      isAllDay
      ? last.formatted(tr("%A, %-d %B %Y"))
      : last.day == first.day
        ? time(last, countsToTwelve) : exact(end, countsToTwelve: countsToTwelve)
    // For example, “Friday, 27 November 2026, 14:05 – 15:00”.
    return tr.inContext("from one moment to another", "%s – %s", with: begin, rest)
  }

  private static func time(_ time: LocalTime, _ countsToTwelve: Bool) -> String {
    time.formatted(time.timeFormat(countsToTwelve: countsToTwelve))
  }

  private static func local(_ date: Date) -> LocalTime {
    LocalTime(secondsSince1970: Int64(date.timeIntervalSince1970))
  }
}
