/// A program's file of settings, whoever may have put something else in its place.
enum SettingsFile {
  /// In bytes. Larger settings are none.
  private static let limit = 1 << 20

  /// How many mailboxes one file may name: each is looked for on disk.
  static let mailboxes = 100

  /// All of the file, or nil where there is none. A pipe is never waited for.
  static func read(_ path: String) -> [UInt8]? {
    guard let file = try? MboxFile(path: path), file.size <= limit else { return nil }
    return try? file.descriptor.bytes(from: 0, to: file.size)
  }
}
