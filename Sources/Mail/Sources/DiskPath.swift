import CGLib
import Glibc

/// A path as the system has it: bytes, which need not be UTF-8.
struct DiskPath: Sendable, Hashable {
  /// Without the closing 0.
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The path of an entry of this folder.
  func appending(_ name: [UInt8]) -> DiskPath {
    DiskPath(bytes: bytes.last == UInt8(ascii: "/") ? bytes + name : bytes + [0x2F] + name)
  }

  /// The same place without links, or nil when it is not there.
  func resolved() -> DiskPath? {
    guard let real = withCString({ realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return DiskPath(
      bytes: UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) }
    )
  }

  /// The folders on the way to it, outermost first; of a path without links.
  var parents: [DiskPath] {
    bytes.indices.filter { bytes[$0] == UInt8(ascii: "/") }.map {
      DiskPath(bytes: Array(bytes[..<max(1, $0)]))
    }
  }

  /// What is there when links are followed; nil for nothing.
  var identity: FileIdentity? {
    var status = stat()
    return withCString { stat($0, &status) } == 0 ? FileIdentity(status) : nil
  }

  /// Calls `body` with the path as the system takes it.
  func withCString<Result, Failure: Error>(
    _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let chars = bytes.map { CChar(bitPattern: $0) } + [0]
    return try body(chars)
  }

  /// A text that names this path and no other one: the path itself, or where Swift would take two
  /// paths for the same text (no UTF-8, or accents written apart), its bytes in hexadecimal.
  var identifier: String {
    if bytes.allSatisfy({ $0 < 0x80 }) { return description }
    if isComposed, let text = String(validating: bytes, as: UTF8.self) { return text }
    return Self.hexMark
      + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// Whether it is UTF-8 in which no accent is written apart from its letter.
  private var isComposed: Bool {
    withCString { path in
      guard let composed = g_utf8_normalize(path, -1, G_NORMALIZE_NFC) else { return false }
      defer { g_free(composed) }
      return strcmp(path, composed) == 0
    }
  }

  /// - Parameter identifier: as ``identifier`` makes it.
  init(identifier: some StringProtocol) {
    guard identifier.hasPrefix(Self.hexMark) else {
      bytes = Array(identifier.utf8)
      return
    }
    let digits = Array(identifier.utf8.dropFirst(Self.hexMark.utf8.count))
    bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
      UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
    }
  }

  private static let hexMark = "bytes:"
}

extension DiskPath: CustomStringConvertible {
  /// For people: U+FFFD stands for what is no UTF-8.
  var description: String { String(decoding: bytes, as: UTF8.self) }
}
