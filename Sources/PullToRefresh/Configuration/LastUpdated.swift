import FoundationEssentials
import PullToRefreshGtk

/// When a list was last refreshed: where that moment is stored, and how it is written.
///
/// ```swift
/// controller.header.lastUpdated = LastUpdated(key: mailbox.path, store: LastUpdatedFile.standard)
/// ```
public struct LastUpdated {
  /// How the moment is written.
  public enum Format: Hashable, Sendable {
    /// "Updated 5 minutes ago", "Updated yesterday at 14:05" and so on, in the user's language and by
    /// the desktop's clock of 12 or 24 hours.
    case relative
    /// As `g_date_time_format` writes it, such as `%x %R`, in the user's locale and time zone. A
    /// pattern that it does not know, such as `%Q`, shows nothing; ``text(of:now:)`` is nil then.
    case pattern(String)

    /// The header's text for a moment, for example to preview a format in preferences.
    ///
    /// - Returns: nil for a pattern that `g_date_time_format` does not know or that writes only
    ///   white space, and for a moment outside the calendar's years 1 to 9999.
    public func text(of date: Date, now: Date = Date()) -> String? {
      guard date.isRepresentable else { return nil }
      let text =
        switch self {
        case .relative: LastUpdatedText.relative(to: date, now: now)
        case .pattern(let pattern): LastUpdatedText.absolute(date, pattern)
        }
      return text.allSatisfy(\.isWhitespace) ? nil : text
    }
  }

  /// Identifies the list in the store.
  public var key: String
  /// Where the moment is stored.
  public var store: any LastUpdatedStore
  /// How the moment is written.
  public var format: Format

  /// - Parameters:
  ///   - key: identifies the list; any text.
  ///   - store: where the moment is stored.
  ///   - format: how the moment is written.
  public init(key: String, store: any LastUpdatedStore, format: Format = .relative) {
    self.key = key
    self.store = store
    self.format = format
  }

  /// The text to show now; empty for a list that was never refreshed.
  func text(now: Date = Date()) -> String {
    guard let date = store.lastUpdated(for: key) else { return "" }
    return format.text(of: date, now: now) ?? ""
  }

  /// The text to show when a refresh has just ended.
  func textForNow() -> String {
    let now = Date()
    return format.text(of: now, now: now) ?? ""
  }

  func noteNow() { store.setLastUpdated(Date(), for: key) }
}

/// Stores when lists were last refreshed. Its methods are called on the main thread, when a pull
/// begins and after each successful refresh, so they must return at once.
public protocol LastUpdatedStore {
  /// When the list was last refreshed; nil if never.
  func lastUpdated(for key: String) -> Date?
  /// Stores the moment, also for later starts of the program.
  func setLastUpdated(_ date: Date, for key: String)
}
