import CTidelineGLib

/// A time in the user's time zone and locale.
public struct LocalTime {
  private let seconds: Int64

  /// - Parameter seconds: any number since 1970. A time that GLib cannot represent (before year 1,
  ///   after 9999) is formatted as an empty text.
  public init(secondsSince1970 seconds: Int64) { self.seconds = seconds }

  /// The user's calendar date, in days since 1 January 1970; nil if GLib cannot represent it.
  public var day: Int? {
    guard let time = g_date_time_new_from_unix_local(gint64(seconds)) else { return nil }
    defer { g_date_time_unref(time) }
    let local = seconds + Int64(g_date_time_get_utc_offset(time) / 1_000_000)
    return Int((Double(local) / 86_400).rounded(.down))
  }

  /// - Parameter format: a format for `g_date_time_format`: `%R` for the time, `%x` for the date.
  public func formatted(_ format: String) -> String {
    guard let time = g_date_time_new_from_unix_local(gint64(seconds)) else { return "" }
    defer { g_date_time_unref(time) }
    guard let text = g_date_time_format(time, format) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
