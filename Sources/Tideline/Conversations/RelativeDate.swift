import Foundation
import Gtk
import Localization
import TidelineProgram

/// How a list says when: the time today, "Yesterday", a weekday, a day, or a full date, in the
/// user's locale.
enum RelativeDate {
  /// The moment that dates are relative to.
  struct Now {
    let date: Date
    let calendar: Calendar

    static var current: Now { Now(date: Date(), calendar: .autoupdatingCurrent) }
  }

  /// A number that is another one each day, in the user's time zone.
  static var today: Int {
    var (now, local) = (time(nil), tm())
    localtime_r(&now, &local)
    return 1_000 * Int(local.tm_year) + Int(local.tm_yday)
  }

  static func text(for date: Date, now: Now) -> String {
    let calendar = now.calendar
    let elapsed = calendar.startOfDay(for: now.date)
      .timeIntervalSince(calendar.startOfDay(for: date))
    // Rounded: where the clocks change, a day has 23 or 25 hours and may begin at 01:00.
    let days = Int((elapsed / 86_400).rounded())
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
