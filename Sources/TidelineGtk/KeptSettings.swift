import CTidelineShim
import Glibc
import PullToRefreshGtk

extension GSettings: ObjectConvertible {}

/// Settings that are stored from one run to the next. Wraps `GSettings`. (`GtkSettings`, which are
/// the desktop's, are called `Settings` here.)
///
/// GLib ends the program if a schema is not installed, or lacks a key. Here a missing schema gives
/// nil, and a missing key has the value nil and cannot be set: an old installation must not crash a
/// new program. Main thread only.
// `@MainActor` is the module's default, but the optimizer of other modules needs to see it.
@MainActor
public final class KeptSettings {
  private let settings: GSettings
  private let schema: OpaquePointer
  private var connections: [SignalConnection] = []

  /// Finds a schema; nil if there is none with this id, or it is relocatable (has no path).
  ///
  /// - Parameters:
  ///   - id: the schema's id, such as `org.gnome.desktop.interface`.
  ///   - folder: the first folder to look in, before GLib's own. It holds `gschemas.compiled`, and
  ///     need not exist.
  public init?(_ id: String, in folder: String? = nil) {
    let installed = g_settings_schema_source_get_default()
    let own = folder.flatMap { g_settings_schema_source_new_from_directory($0, installed, 0, nil) }
    defer { if let own { g_settings_schema_source_unref(own) } }
    guard let source = own ?? installed,
      let schema = g_settings_schema_source_lookup(source, id, 1)
    else { return nil }
    guard g_settings_schema_get_path(schema) != nil else {
      g_settings_schema_unref(schema)
      return nil
    }
    self.schema = schema
    settings = GSettings(schema: schema)
  }

  isolated deinit {
    for connection in connections { connection.disconnect() }
    g_settings_schema_unref(schema)
  }

  /// The schema's keys, in no particular order.
  public var keys: [String] { [String](taking: g_settings_schema_list_keys(schema)) }

  /// The value of a text or enumeration key; nil if the schema has no such key. A stored value that
  /// breaks the schema's rules counts as the default.
  public func string(_ key: String) -> String? {
    value(key, "s") { String(cString: g_variant_get_string($0, nil)) }
  }

  /// The value of a Boolean key; nil if the schema has no such key.
  public func bool(_ key: String) -> Bool? {
    value(key, "b") { g_variant_get_boolean($0) != 0 }
  }

  /// The value of a key with whole numbers; nil if the schema has no such key.
  public func number(_ key: String) -> Int? {
    value(key, "u") { Int(g_variant_get_uint32($0)) }
  }

  /// - Returns: false, with nothing changed, if the schema has no such key or does not allow the
  ///   value, or if an administrator has locked it.
  @discardableResult
  public func set(_ text: String, for key: String) -> Bool {
    set(sunk: g_variant_new_string(text), for: key)
  }

  /// - Returns: as for a text.
  @discardableResult
  public func set(_ flag: Bool, for key: String) -> Bool {
    set(sunk: g_variant_new_boolean(flag ? 1 : 0), for: key)
  }

  /// - Returns: as for a text.
  @discardableResult
  public func set(_ number: Int, for key: String) -> Bool {
    guard let number = UInt32(exactly: number) else { return false }
    return set(sunk: g_variant_new_uint32(number), for: key)
  }

  /// The stored value of a key that breaks the schema's rules, as GVariant text; nil if the stored
  /// value is valid. Another program may have written such a value, for example a number out of
  /// range. The default counts instead.
  public func refused(_ key: String) -> String? {
    has(key) ? String(taking: tideline_settings_refused(settings, schema, key)) : nil
  }

  /// The stored value of a key, as GVariant text; nil if none is stored and the default counts.
  public func stored(_ key: String) -> String? {
    guard has(key), let value = g_settings_get_user_value(settings, key) else { return nil }
    defer { g_variant_unref(value) }
    return String(taking: g_variant_print(value, 1))
  }

  /// Stores a value that ``stored(_:)`` has returned.
  ///
  /// - Returns: as for a text.
  @discardableResult
  public func store(_ text: String, for key: String) -> Bool {
    guard let value = g_variant_parse(nil, text, nil, nil, nil) else { return false }
    defer { g_variant_unref(value) }
    return set(value, for: key)
  }

  /// Restores the schema's default.
  public func reset(_ key: String) {
    guard has(key) else { return }
    g_settings_reset(settings, key)
  }

  /// Whether the schema has the key, and it is not locked.
  public func isWritable(_ key: String) -> Bool {
    has(key) && g_settings_is_writable(settings, key) != 0
  }

  /// Calls `handler` after each change, by this program or another one, of a key that was read
  /// before. A second handler replaces the first.
  public func onChange(of keys: [String], _ handler: @escaping (_ key: String) -> Void) {
    for connection in connections { connection.disconnect() }
    connections = keys.map { key in settings.connect("changed::\(key)") { handler(key) } }
  }

  /// Binds a property of a widget to a key, while the widget lives. The widget is insensitive while
  /// the key is locked.
  public func bind(_ key: String, to widget: some WidgetConvertible, _ property: String) {
    guard has(key) else { return }
    g_settings_bind(
      settings,
      key,
      UnsafeMutableRawPointer(widget.pointer),
      property,
      G_SETTINGS_BIND_DEFAULT
    )
  }

  /// Binds a property that is the index in `choices` of the key's value.
  public func bind(
    _ key: String,
    among choices: [String],
    to widget: some WidgetConvertible,
    _ property: String
  ) {
    guard has(key) else { return }
    let copies = choices.map { strdup($0) }
    let texts = copies.map { UnsafePointer($0) } + [nil]
    tideline_settings_bind_choice(settings, key, widget.asObject, property, texts)
    for copy in copies { free(copy) }
  }

  private func has(_ key: String) -> Bool { g_settings_schema_has_key(schema, key) != 0 }

  /// Reads the key's value, if it has that type.
  private func value<Value>(
    _ key: String,
    _ type: String,
    _ read: (OpaquePointer) -> Value
  ) -> Value? {
    guard has(key), let value = g_settings_get_value(settings, key) else { return nil }
    defer { g_variant_unref(value) }
    return String(cString: g_variant_get_type_string(value)) == type ? read(value) : nil
  }

  private func set(sunk value: OpaquePointer?, for key: String) -> Bool {
    guard let value = value.flatMap({ g_variant_ref_sink($0) }) else { return false }
    defer { g_variant_unref(value) }
    return set(value, for: key)
  }

  private func set(_ value: OpaquePointer, for key: String) -> Bool {
    isWritable(key) && allows(value, for: key) && g_settings_set_value(settings, key, value) != 0
  }

  private func allows(_ value: OpaquePointer, for key: String) -> Bool {
    guard has(key), let rules = g_settings_schema_get_key(schema, key) else { return false }
    defer { g_settings_schema_key_unref(rules) }
    return g_variant_is_of_type(value, g_settings_schema_key_get_value_type(rules)) != 0
      && g_settings_schema_key_range_check(rules, value) != 0
  }
}
