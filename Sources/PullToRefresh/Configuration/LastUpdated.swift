import FoundationEssentials
import PullToRefreshGtk
import RefreshCore
import TidelineLocalization

/// The store that keeps the time of a list's last refresh, and the format that shows the time.
///
/// ```swift
/// controller.refresh.lastUpdated = LastUpdated(
///   key: mailbox.path,
///   store: LastUpdatedFolder.standard
/// )
/// ```
public struct LastUpdated {
  /// The format of the time.
  public struct Format {
    private let written: (_ date: Date, _ now: Date) -> String

    /// "Updated 5 minutes ago", "Updated yesterday at 14:05" and so on, in the user's language and
    /// with the desktop's clock of 12 or 24 hours.
    public static let relative = Format { LastUpdatedText.relative(to: $0, now: $1) }
    /// A pattern for `g_date_time_format`, such as `%x %R`, in the user's locale and time zone. An
    /// unknown pattern, such as `%Q`, shows nothing, and ``text(of:now:)`` is nil.
    public static func pattern(_ pattern: String) -> Format {
      Format { date, _ in LastUpdatedText.absolute(date, pattern) }
    }
    /// A text that a closure makes:
    ///
    /// ```swift
    /// controller.refresh.lastUpdated?.format = .custom { date, now in
    ///   now.timeIntervalSince(date) < 60 ? "Fresh" : "Refresh me"
    /// }
    /// ```
    ///
    /// - Parameter text: makes the text from the time of the last refresh and the present, when a
    ///   row opens and when a refresh has succeeded.
    public static func custom(_ text: @escaping (_ date: Date, _ now: Date) -> String) -> Format {
      Format(written: text)
    }

    /// The header's text for a time, for example to preview a format in preferences.
    ///
    /// - Returns: nil if the text is only white space, as for an unknown pattern, or if the time is
    ///   outside the calendar's years 1 to 9999.
    public func text(of date: Date, now: Date = Date()) -> String? {
      guard date.isRepresentable else { return nil }
      let text = written(date, now)
      return text.allSatisfy(\.isWhitespace) ? nil : text
    }
  }

  /// The key of the list in the store.
  public var key: String
  /// The store that keeps the time.
  public var store: any LastUpdatedStore
  /// The format of the time.
  public var format: Format

  /// Creates the configuration of one list from its store and its format.
  ///
  /// - Parameters:
  ///   - key: identifies the list in the store; any text.
  ///   - store: the store that keeps the time.
  ///   - format: the format of the time.
  public init(key: String, store: any LastUpdatedStore, format: Format = .relative) {
    self.key = key
    self.store = store
    self.format = format
  }

  /// The text to show in a state; empty for a list that was never refreshed.
  func text(in state: RefreshState, now: Date) -> String {
    let date = state.hasSucceeded ? now : store.lastUpdated(for: key)
    return date.flatMap { format.text(of: $0, now: now) } ?? ""
  }

  func note(_ date: Date) { store.setLastUpdated(date, for: key) }
}

/// A store for the times of last refreshes. Its methods are called on the main thread, when a row
/// opens and after each successful refresh, so they must return at once.
public protocol LastUpdatedStore {
  /// The time of the list's last refresh; nil if never.
  func lastUpdated(for key: String) -> Date?
  /// Stores the time, so that later runs of the program can read it.
  func setLastUpdated(_ date: Date, for key: String)
}

/// The text for the time of a list's last refresh.
enum LastUpdatedText {
  /// The time in words, relative to the present. GLib decides which day it is: with
  /// FoundationEssentials alone, Swift's calendar has no time zone but GMT.
  ///
  /// If the clock was set back, the time may be in the future. If it is more than a minute in the
  /// future, the text is its date and time.
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

  /// A pattern for `g_date_time_format`.
  static func absolute(_ date: Date, _ pattern: String) -> String {
    date.local.formatted(pattern)
  }

  private static func updated(_ moment: String) -> String { text("Updated %s", with: moment) }
}

extension RefreshState {
  var hasSucceeded: Bool { if case .succeeded = moment { true } else { false } }
}

extension Date {
  /// Whether GLib's calendar can represent the time: years 1 to 9999.
  var isRepresentable: Bool { !timeIntervalSince1970.isNaN && local.day != nil }

  fileprivate var local: LocalTime {
    let seconds = timeIntervalSince1970.rounded().clamped(to: -1e15...1e15, ifNaN: 0)
    return LocalTime(secondsSince1970: Int64(seconds))
  }
}
