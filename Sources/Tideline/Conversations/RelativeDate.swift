import FoundationEssentials
import Glibc
import TidelineGtk
import TidelineLocalization
import TidelineProgram

/// How a list says when: the time today, "Yesterday", a weekday, a day, or a full date, in the
/// user's locale.
enum RelativeDate {
  /// A number that is another one each day, in the user's time zone.
  static var today: Int {
    var (now, local) = (time(nil), tm())
    localtime_r(&now, &local)
    return 1_000 * Int(local.tm_year) + Int(local.tm_yday)
  }

  static func text(for date: Date, now: Date = Date()) -> String {
    let (then, now) = (local(date), local(now))
    guard let day = then.day, let today = now.day else { return "" }
    switch today - day {
    case 0: return then.formatted("%R")
    case 1: return tr("Yesterday")
    case 2..<7: return then.formatted("%a")
    case _ where then.formatted("%Y") == now.formatted("%Y"):
      return String(then.formatted(tr("%e %b")).trimmingPrefix(while: \.isWhitespace))
    default: return then.formatted("%x")
    }
  }

  /// A moment to the minute: the time, and before today the day, too.
  static func moment(_ date: Date, now: Date = Date()) -> String {
    let (then, now) = (local(date), local(now))
    let time = then.formatted("%R")
    if then.day == now.day { return time }
    let isThisYear = then.formatted("%Y") == now.formatted("%Y")
    let day = then.formatted(isThisYear ? tr("%e %b") : "%x")
    return "\(day.trimmingPrefix(while: \.isWhitespace)) \(time)"
  }

  private static func local(_ date: Date) -> LocalTime {
    LocalTime(secondsSince1970: Int64(date.timeIntervalSince1970))
  }
}
