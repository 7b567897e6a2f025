import Glibc

/// The first bytes of a store's file (sqlite.org/fileformat2.html, section 1.3), for files that
/// SQLite rejects.
///
/// Read them only then: closing the file ends all locks that this process has on it.
struct StoreHeader {
  private let bytes: [UInt8]

  /// Nil for a file that is no store.
  init?(of path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 100)
    guard pread(file, &bytes, bytes.count, 0) == bytes.count else { return nil }
    let id = bytes[68..<72].reduce(0) { $0 << 8 | Int32($1) }
    guard bytes.starts(with: "SQLite format 3\0".utf8), id == StoreSchema.applicationID else {
      return nil
    }
    self.bytes = bytes
  }

  /// Whether the header demands a later SQLite for reading, writing or its schema. No SQLite has
  /// ever written such values.
  var isOfNoVersion: Bool { bytes[18] > 2 || bytes[19] > 2 || bytes[44...47].contains { $0 > 4 } }
}
