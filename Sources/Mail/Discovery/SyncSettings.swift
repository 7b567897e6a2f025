/// The folders of programs that mirror mail from servers.
enum SyncSettings {
  /// The settings files of mbsync and OfflineIMAP.
  static func files(home: String, config: String) -> [String] {
    [
      "\(home)/.mbsyncrc", "\(config)/isyncrc", "\(home)/.offlineimaprc",
      "\(config)/offlineimap/config",
    ]
  }

  /// The folders named in a settings file, in its order: mbsync's `Path` and `Inbox`, OfflineIMAP's
  /// `localfolders`.
  static func paths(in file: String) -> [String] {
    guard let bytes = SettingsFile.read(file) else { return [] }
    let paths = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .lazy.compactMap(path)
    return Array(paths.prefix(SettingsFile.mailboxes))
  }

  /// The folder that a line names: `Path ~/Mail/`, `Inbox "~/My mail/INBOX"`,
  /// `localfolders = ~/Mail`.
  private static func path(_ line: Substring) -> String? {
    let line = line.drop(while: \.isWhitespace)
    let name = line.prefix { !$0.isWhitespace && $0 != "=" }
    guard ["path", "inbox", "localfolders"].contains(name.lowercased()) else { return nil }
    let value = line.dropFirst(name.count).drop { $0.isWhitespace || $0 == "=" }
    guard let first = value.first else { return nil }
    let plain =
      first == "\""
      ? value.dropFirst().prefix { $0 != "\"" } : value.prefix { $0 != "#" }
    let path = plain.reversed().drop(while: \.isWhitespace).reversed()
    return path.isEmpty ? nil : String(path)
  }
}
