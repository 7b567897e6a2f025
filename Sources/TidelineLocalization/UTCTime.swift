import CTidelineGLib

/// A moment in Coordinated Universal Time, which reads the same everywhere.
public enum UTCTime {
  /// - Parameters:
  ///   - seconds: since 1970, any; what GLib cannot represent (before year 1, after 9999) formats as
  ///     nothing.
  ///   - format: as `g_date_time_format` takes it.
  public static func formatted(secondsSince1970 seconds: Int64, _ format: String) -> String {
    guard let time = g_date_time_new_from_unix_utc(gint64(seconds)) else { return "" }
    defer { g_date_time_unref(time) }
    guard let text = g_date_time_format(time, format) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
