import CTidelineGLib
import Glibc

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

/// The desktop's clock format: 12 or 24 hours.
public enum ClockFormat {
  /// Whether the clock counts 12 hours; false without such a setting. Reads the setting each time.
  public static var countsToTwelve: Bool {
    let key = "clock-format"
    guard let source = g_settings_schema_source_get_default(),
      let schema = g_settings_schema_source_lookup(source, "org.gnome.desktop.interface", 1)
    else { return false }
    defer { g_settings_schema_unref(schema) }
    guard g_settings_schema_has_key(schema, key) != 0 else { return false }
    guard let format = g_settings_get_string(GSettings(schema: schema), key) else { return false }
    defer { g_free(format) }
    return String(cString: format) == "12h"
  }
}

extension LocalTime {
  /// The format of a time of day in hours and minutes, for ``formatted(_:)``. Languages without
  /// words for a.m. and p.m. always count 24 hours.
  public func timeFormat(countsToTwelve: Bool = ClockFormat.countsToTwelve) -> String {
    countsToTwelve && !formatted("%p").isEmpty ? "%-I:%M %p" : "%R"
  }
}

extension Int {
  /// The number in the user's digits and groups, such as `12,000`, as the C library formats it for
  /// the locale.
  public var grouped: String {
    var buffer = [CChar](repeating: 0, count: 128)
    let length = withVaList([self]) { vsnprintf(&buffer, buffer.count, "%'ld", $0) }
    guard length > 0, length < buffer.count else { return String(self) }
    return String(decoding: buffer[..<Int(length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
