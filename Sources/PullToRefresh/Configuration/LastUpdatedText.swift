import FoundationEssentials
import Gtk

/// The words for when a list was last refreshed.
enum LastUpdatedText {
  /// The moment that it is told at, and the calendar that decides what "today" is.
  struct Now {
    let date: Date
    let calendar: Calendar

    static var current: Now { Now(date: Date(), calendar: .current) }
  }

  /// A moment in the future, as after the clock was set back, is told by its date.
  static func relative(to date: Date, now: Now) -> String {
    let seconds = now.date.timeIntervalSince(date)
    switch seconds {
    case ..<(-60): return updated(absolute(date, "%x %R"))
    case ..<60: return text("Updated just now")
    case ..<3600:
      let minutes = Int(seconds / 60)
      return text("Updated %d minute ago", "Updated %d minutes ago", minutes)
    default: break
    }
    let time = absolute(date, "%R")
    let elapsed = now.calendar.startOfDay(for: now.date)
      .timeIntervalSince(now.calendar.startOfDay(for: date))
    // Rounded: where the clocks change, a day has 23 or 25 hours.
    switch Int((elapsed / 86_400).rounded()) {
    case 0: return text("Updated today at %s", with: time)
    case 1: return text("Updated yesterday at %s", with: time)
    default: return updated(absolute(date, "%x"))
    }
  }

  /// - Parameter pattern: as `g_date_time_format` takes it.
  static func absolute(_ date: Date, _ pattern: String) -> String {
    LocalTime(secondsSince1970: Int64(clamping: date.timeIntervalSince1970)).formatted(pattern)
  }

  private static func updated(_ moment: String) -> String { text("Updated %s", with: moment) }
}

extension Int64 {
  /// The nearest whole number; 0 for NaN.
  fileprivate init(clamping value: Double) {
    self = value.isNaN ? 0 : Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
  }
}
