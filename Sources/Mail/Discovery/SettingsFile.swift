/// Reads a program's settings file, and is safe against other files in its place.
enum SettingsFile {
  /// The limit in bytes. A larger file is not read.
  private static let limit = 1 << 20

  /// The highest number of mailboxes taken from one file, since each is looked for on disk.
  static let mailboxes = 100

  /// The whole file, or nil where there is none. A pipe is never waited for.
  static func read(_ path: String) -> [UInt8]? {
    guard let file = try? MboxFile(path: path), file.size <= limit else { return nil }
    return try? file.descriptor.bytes(from: 0, to: file.size)
  }
}
