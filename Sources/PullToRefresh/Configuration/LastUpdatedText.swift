import FoundationEssentials
import TidelineLocalization

/// The text for the time of a list's last refresh.
enum LastUpdatedText {
  /// Asks GLib for "today": without the whole of Foundation, Swift's calendar has no time zone but
  /// GMT.
  ///
  /// A time in the future, for example after the clock was set back, is written as a date.
  static func relative(to date: Date, now: Date) -> String {
    let seconds = now.timeIntervalSince(date)
    switch seconds {
    case ..<(-60): return updated(absolute(date, "%x " + date.local.timeFormat()))
    case ..<60: return text("Updated just now")
    case ..<3600:
      let minutes = Int(seconds / 60)
      return text("Updated %d minute ago", "Updated %d minutes ago", minutes)
    default: break
    }
    let time = absolute(date, date.local.timeFormat())
    guard let today = now.local.day, let day = date.local.day else { return "" }
    switch today - day {
    case 0: return text("Updated today at %s", with: time)
    case 1: return text("Updated yesterday at %s", with: time)
    default: return updated(absolute(date, "%x"))
    }
  }

  /// - Parameter pattern: a pattern for `g_date_time_format`.
  static func absolute(_ date: Date, _ pattern: String) -> String {
    date.local.formatted(pattern)
  }

  private static func updated(_ moment: String) -> String { text("Updated %s", with: moment) }
}

extension Date {
  /// Whether GLib's calendar can represent the time: years 1 to 9999.
  var isRepresentable: Bool { !timeIntervalSince1970.isNaN && local.day != nil }

  fileprivate var local: LocalTime {
    LocalTime(secondsSince1970: Int64(clamping: timeIntervalSince1970))
  }
}

extension Int64 {
  /// The nearest whole number; 0 for NaN.
  fileprivate init(clamping value: Double) {
    self = value.isNaN ? 0 : Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
  }
}
