import CTidelineGLib

/// Reads a program's settings file safely: the path may lead to a pipe, a device or a huge file.
enum SettingsFile {
  /// The limit of a file, in bytes; a larger file is not read.
  private static let limit = 1 << 20

  /// The highest number of mailboxes taken from one file: each costs a search on the disk. Also the
  /// highest number of server accounts found in all files together.
  static let mailboxes = 100

  /// Returns the whole file; nil if it is missing, unreadable or too large. Never waits for a pipe.
  static func read(_ path: String) -> [UInt8]? {
    guard let file = try? MboxFile(path: path), file.size <= limit else { return nil }
    return try? file.descriptor.bytes(from: 0, to: file.size)
  }
}

/// A settings file with groups of keys, in the format of GLib and many other programs.
final class KeyFile {
  private let file: OpaquePointer

  /// - Returns: nil if the file cannot be read or parsed.
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

/// Finds the folders to which programs such as mbsync mirror mail from servers.
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
