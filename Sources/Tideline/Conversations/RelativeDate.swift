import Foundation
import Gtk

/// How a list says when: the time today, "Yesterday", a weekday, a day, or a full date, in the
/// user's locale.
enum RelativeDate {
  /// The moment that dates are relative to.
  struct Now {
    let date: Date
    let calendar: Calendar

    static var current: Now { Now(date: Date(), calendar: .autoupdatingCurrent) }
  }

  static func text(for date: Date, now: Now) -> String {
    let calendar = now.calendar
    let days =
      calendar.dateComponents(
        [.day],
        from: calendar.startOfDay(for: date),
        to: calendar.startOfDay(for: now.date)
      ).day ?? 0
    let time = LocalTime(secondsSince1970: Int64(date.timeIntervalSince1970))
    switch days {
    case 0: return time.formatted("%R")
    case 1: return tr("Yesterday")
    case 2..<7: return time.formatted("%a")
    case _ where calendar.isDate(date, equalTo: now.date, toGranularity: .year):
      return time.formatted(tr("%e %b")).trimmingCharacters(in: .whitespaces)
    default: return time.formatted("%x")
    }
  }
}
