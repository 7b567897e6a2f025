import CGtk

/// A moment in the user's time zone, in words of the user's locale.
public struct LocalTime {
  private let seconds: Int64

  /// - Parameter seconds: since 1970, any; what GLib cannot represent (before year 1, after 9999)
  ///   formats as nothing.
  public init(secondsSince1970 seconds: Int64) { self.seconds = seconds }

  /// - Parameter format: as `g_date_time_format` takes it: `%R` for the time, `%x` for the date.
  public func formatted(_ format: String) -> String {
    guard let time = g_date_time_new_from_unix_local(gint64(seconds)) else { return "" }
    defer { g_date_time_unref(time) }
    guard let text = g_date_time_format(time, format) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
