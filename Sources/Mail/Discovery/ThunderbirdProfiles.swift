import CTidelineGLib

/// Thunderbird's list of profiles, `profiles.ini`.
enum ThunderbirdProfiles {
  struct Profile {
    var name: String
    var path: String
  }

  /// The profiles, the one that Thunderbird opens by itself first.
  static func read(in folder: String) -> [Profile] {
    guard let bytes = SettingsFile.read(folder + "/profiles.ini"), let file = g_key_file_new()
    else { return [] }
    defer { g_key_file_unref(file) }
    let isRead = bytes.withUnsafeBytes { bytes in
      let text = bytes.bindMemory(to: CChar.self)
      return g_key_file_load_from_data(
        file,
        text.baseAddress,
        gsize(text.count),
        G_KEY_FILE_NONE,
        nil
      ) != 0
    }
    guard isRead else { return [] }
    var profiles: [(profile: Profile, isDefault: Bool)] = []
    // Since version 67 each installation has a default of its own.
    var installed: Set<String> = []
    for group in groups(of: file) {
      if group.hasPrefix("Install"), let path = value("Default", group, file) {
        installed.insert(path)
      }
      guard group.hasPrefix("Profile"), let path = value("Path", group, file) else { continue }
      let isRelative = value("IsRelative", group, file) != "0"
      profiles.append(
        (
          Profile(
            name: value("Name", group, file) ?? path,
            path: isRelative ? "\(folder)/\(path)" : path
          ),
          value("Default", group, file) == "1"
        )
      )
    }
    func rank(_ entry: (profile: Profile, isDefault: Bool)) -> Int {
      let isInstalled = installed.contains {
        $0 == entry.profile.path || "\(folder)/\($0)" == entry.profile.path
      }
      return isInstalled ? 0 : entry.isDefault ? 1 : 2
    }
    // Stable: of equal ones the file's order stays.
    let ranked = [0, 1, 2].flatMap { wanted in profiles.filter { rank($0) == wanted } }
    return ranked.prefix(SettingsFile.mailboxes).map(\.profile)
  }

  private static func groups(of file: OpaquePointer) -> [String] {
    var count: gsize = 0
    guard let names = g_key_file_get_groups(file, &count) else { return [] }
    defer { g_strfreev(names) }
    return (0..<Int(count)).compactMap { names[$0].map { String(cString: $0) } }
  }

  private static func value(_ key: String, _ group: String, _ file: OpaquePointer) -> String? {
    guard let text = g_key_file_get_string(file, group, key, nil) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }
}
