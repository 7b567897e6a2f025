import CTidelineGLib

/// How the desktop's clock counts the hours.
public enum ClockFormat {
  /// Whether to twelve; false where the desktop has no such setting. Reads the settings each time.
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
  /// The time of the day to the minute, for ``formatted(_:)``. Languages without words for the
  /// halves of the day count to 24.
  public func timeFormat(countsToTwelve: Bool = ClockFormat.countsToTwelve) -> String {
    countsToTwelve && !formatted("%p").isEmpty ? "%-I:%M %p" : "%R"
  }
}
