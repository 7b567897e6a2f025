import Glibc

/// A file name in a Maildir, taken apart where it lies: `unique:2,flags`.
///
/// Where a file system takes no colons, programs write `;`, `!`, `-` or `_` in place of one. A program
/// that does not know that character appends flags of its own.
struct MaildirName {
  /// Without its closing 0. Names need not be UTF-8.
  let bytes: UnsafeRawBufferPointer
  /// How long the part before the flags is, which a message keeps for life.
  let keyLength: Int

  /// - Parameter name: as the system gave it, with its closing 0.
  /// - Returns: nil for names that begin with a dot, which are no messages.
  init?(_ name: UnsafePointer<CChar>) {
    guard name.pointee != CChar(bitPattern: UInt8(ascii: ".")), name.pointee != 0 else {
      return nil
    }
    let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name))
    let length = Self.keyLength(of: bytes)
    // A name that begins with flags has no unique part; the whole of it must do.
    self.init(bytes, keyLength: length == 0 ? bytes.count : length)
  }

  /// A name that was taken apart before.
  init(_ bytes: UnsafeRawBufferPointer, keyLength: Int) {
    (self.bytes, self.keyLength) = (bytes, keyLength)
  }

  var key: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<keyLength]) }

  /// Only the suffix `:2,` is defined; `:1,` was for experiments and carries no flags. The last one
  /// counts, since the last program has written it.
  var flags: MessageFlags {
    guard let start = lengthBeforeLetters else { return [] }
    var flags: MessageFlags = []
    for letter in bytes[start...] {
      switch letter {
      case UInt8(ascii: "S"): flags.insert(.seen)
      case UInt8(ascii: "F"): flags.insert(.flagged)
      case UInt8(ascii: "R"): flags.insert(.replied)
      case UInt8(ascii: "T"): flags.insert(.trashed)
      case UInt8(ascii: "D"): flags.insert(.draft)
      default: break
      }
    }
    return flags
  }

  /// How long the name is before the letters of its flags; nil where it has none, not even `:2,`.
  var lengthBeforeLetters: Int? {
    let isAllFlags = keyLength == bytes.count && Self.keyLength(of: bytes) == 0
    let suffix = bytes[(isAllFlags ? 0 : keyLength)...]
    return suffix.indices.last { Self.isInfo(bytes, endingAt: $0) }.map { $0 + 1 }
  }

  /// Up to the first colon, or what stands for it in front of nothing but flags.
  private static func keyLength(of bytes: UnsafeRawBufferPointer) -> Int {
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
    let comma = bytes[..<colon].indices.first { index in
      isInfo(bytes, endingAt: index) && bytes[index...].allSatisfy(isOfFlags)
    }
    return comma.map { $0 - 1 - Self.lengthOfSeparator(bytes, before: $0 - 1) } ?? colon
  }

  /// Whether `:2,` or what stands for it ends there.
  private static func isInfo(_ bytes: UnsafeRawBufferPointer, endingAt comma: Int) -> Bool {
    bytes[comma] == UInt8(ascii: ",") && comma >= 2 && bytes[comma - 1] == UInt8(ascii: "2")
      && lengthOfSeparator(bytes, before: comma - 1) > 0
  }

  /// Of what stands for the colon, in bytes. Windows and macOS have characters for private use in
  /// place of those that they do not allow: U+F03A and U+F022.
  private static func lengthOfSeparator(_ bytes: UnsafeRawBufferPointer, before end: Int) -> Int {
    if isSeparator(bytes[end - 1]) { return 1 }
    let isPrivate =
      end >= 3 && bytes[end - 3] == 0xEF && bytes[end - 2] == 0x80
      && (bytes[end - 1] == 0xBA || bytes[end - 1] == 0xA2)
    return isPrivate ? 3 : 0
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "!"), UInt8(ascii: "-"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func isOfFlags(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "2") || byte == UInt8(ascii: ",")
      || isSeparator(byte) || byte >= 0x80
  }
}
