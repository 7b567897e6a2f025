import CTidelineGLib

/// A time in Coordinated Universal Time, which is the same text everywhere.
public enum UTCTime {
  /// - Parameters:
  ///   - seconds: any number since 1970. A time that GLib cannot represent (before year 1, after
  ///     9999) is formatted as an empty text.
  ///   - format: a format for `g_date_time_format`.
  public static func formatted(secondsSince1970 seconds: Int64, _ format: String) -> String {
    guard let time = g_date_time_new_from_unix_utc(gint64(seconds)) else { return "" }
    defer { g_date_time_unref(time) }
    guard let text = g_date_time_format(time, format) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
