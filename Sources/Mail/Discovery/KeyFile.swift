import CTidelineGLib

/// A settings file in groups, in the format of GLib and many other programs.
final class KeyFile {
  private let file: OpaquePointer

  /// - Returns: nil where there is no such file.
  init?(_ path: String) {
    guard let bytes = SettingsFile.read(path), let file = g_key_file_new() else { return nil }
    self.file = file
    let isRead = bytes.withUnsafeBytes { bytes in
      let text = bytes.bindMemory(to: CChar.self)
      let count = gsize(text.count)
      return g_key_file_load_from_data(file, text.baseAddress, count, G_KEY_FILE_NONE, nil) != 0
    }
    if !isRead { return nil }
  }

  deinit { g_key_file_unref(file) }

  /// The groups, in the file's order.
  var groups: [String] {
    var count: gsize = 0
    guard let names = g_key_file_get_groups(file, &count) else { return [] }
    defer { g_strfreev(names) }
    return (0..<Int(count)).compactMap { names[$0].map { String(cString: $0) } }
  }

  func value(_ key: String, in group: String) -> String? {
    guard let text = g_key_file_get_string(file, group, key, nil) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }
}
