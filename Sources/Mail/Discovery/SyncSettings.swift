import Foundation

/// Where programs that mirror mail from servers are told to put it.
enum SyncSettings {
  /// Larger settings are none.
  private static let limit = 1 << 20

  /// The settings of mbsync and of OfflineIMAP.
  static func files(home: String, config: String) -> [String] {
    [
      "\(home)/.mbsyncrc", "\(config)/isyncrc", "\(home)/.offlineimaprc",
      "\(config)/offlineimap/config",
    ]
  }

  /// The folders that a file of settings names, in its order: mbsync's `Path` and `Inbox`,
  /// OfflineIMAP's `localfolders`.
  static func paths(in file: String) -> [String] {
    guard let descriptor = try? MboxFile(path: file), descriptor.size <= limit else { return [] }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 1)
    defer { room.deallocate() }
    let count = try? FileBytes.read(descriptor.descriptor, at: 0, into: room, upTo: descriptor.size)
    let text = String(decoding: room[..<(count ?? 0)], as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).compactMap(path)
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
