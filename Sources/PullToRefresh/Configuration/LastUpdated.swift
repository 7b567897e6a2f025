import FoundationEssentials
import Gtk

/// When a list was last refreshed: where that is kept, and how it is said.
///
/// ```swift
/// controller.header.lastUpdated = LastUpdated(key: mailbox.path, store: LastUpdatedFile.standard)
/// ```
public struct LastUpdated {
  /// How the moment is said.
  public enum Format: Hashable, Sendable {
    /// "Updated 5 minutes ago", "Updated yesterday at 14:05" and so on, in the user's language.
    case relative
    /// As `g_date_time_format` writes it, such as `%x %R`, in the user's locale and time zone. One
    /// that it does not know, such as `%Q`, says nothing; ``text(of:now:)`` tells.
    case pattern(String)

    /// What the header says of a moment, to show in preferences what a format does.
    ///
    /// - Returns: nil for a pattern that `g_date_time_format` does not know or that says nothing,
    ///   and for a moment that no calendar has.
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

  /// Which list it is; each has a moment of its own in the store.
  public var key: String
  /// Where the moment is kept.
  public var store: any LastUpdatedStore
  /// How the moment is said.
  public var format: Format

  /// - Parameters:
  ///   - key: which list it is; any text.
  ///   - store: where the moment is kept.
  ///   - format: how the moment is said.
  public init(key: String, store: any LastUpdatedStore, format: Format = .relative) {
    self.key = key
    self.store = store
    self.format = format
  }

  /// What to show now; nothing for a list that was never refreshed.
  func text(now: Date = Date()) -> String {
    guard let date = store.lastUpdated(for: key) else { return "" }
    return format.text(of: date, now: now) ?? ""
  }

  /// What to show of a refresh that has just ended.
  func textForNow() -> String {
    let now = Date()
    return format.text(of: now, now: now) ?? ""
  }

  func noteNow() { store.setLastUpdated(Date(), for: key) }
}

/// Where the moments of the last refreshes are kept. Called on the main thread, while a pull
/// begins and after each successful refresh: answer from memory.
public protocol LastUpdatedStore {
  /// When the list was last refreshed; nil for never, as for a moment that no calendar has.
  func lastUpdated(for key: String) -> Date?
  /// Keeps the moment, for this start of the program and the next ones.
  func setLastUpdated(_ date: Date, for key: String)
}
