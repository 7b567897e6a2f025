import CTidelineGLib

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
