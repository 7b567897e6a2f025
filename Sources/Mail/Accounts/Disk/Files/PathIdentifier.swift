import CTidelineGLib
import Glibc
import SystemPackage

/// Handles paths as bytes, since they need not be UTF-8.
extension FilePath {
  /// - Parameter bytes: the path without a final 0.
  init(bytes: some Collection<UInt8>) {
    self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
  }

  /// The path without the final 0.
  var bytes: [UInt8] { withPlatformString { Array(Bytes($0)) } }

  /// The path of an entry of this folder.
  func appending(_ name: [UInt8]) -> FilePath {
    let name = Component(platformString: name.map { CChar(bitPattern: $0) } + [0])
    return name.map(appending) ?? self
  }

  /// The path without links; nil if it does not exist.
  func resolved() -> FilePath? {
    guard let real = withPlatformString({ realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return FilePath(platformString: real)
  }

  /// The path, with links resolved in the part that exists.
  var resolvedFarEnough: FilePath {
    if let resolved = resolved() { return resolved }
    guard let last = lastComponent else { return self }
    return removingLastComponent().resolvedFarEnough.appending(last)
  }

  /// The parent folders of a path without links, innermost first.
  var parents: [FilePath] {
    var (parents, rest) = ([FilePath](), self)
    while rest.removeLastComponent() { parents.append(rest) }
    return parents
  }

  /// A text that no other path has: the path itself, or its bytes in hexadecimal if Swift could
  /// treat it as equal to another path (invalid UTF-8, or decomposed accents).
  var identifier: String {
    let bytes = bytes
    if bytes.allSatisfy({ $0 < 0x80 }) || isComposed { return string }
    return Self.hexMark
      + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// Whether the path is UTF-8 with composed accents.
  private var isComposed: Bool {
    withPlatformString { path in
      guard let composed = g_utf8_normalize(path, -1, G_NORMALIZE_NFC) else { return false }
      defer { g_free(composed) }
      return strcmp(path, composed) == 0
    }
  }

  init(identifier: some StringProtocol) {
    guard identifier.hasPrefix(Self.hexMark) else {
      self.init(bytes: Array(identifier.utf8))
      return
    }
    let digits = Array(identifier.utf8.dropFirst(Self.hexMark.utf8.count))
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
      UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
    }
    self.init(bytes: bytes)
  }

  private static var hexMark: String { "bytes:" }
}
