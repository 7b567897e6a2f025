import Glibc

/// A file name in a Maildir, taken apart where it lies: `unique:2,flags`.
struct MaildirName {
  /// Without its closing 0. Names need not be UTF-8.
  let bytes: UnsafeRawBufferPointer
  /// How long the part before the colon is, which a message keeps for life.
  let keyLength: Int

  /// - Parameter name: as the system gave it, with its closing 0.
  /// - Returns: nil for names that begin with a dot, which are no messages.
  init?(_ name: UnsafePointer<CChar>) {
    guard name.pointee != CChar(bitPattern: UInt8(ascii: ".")), name.pointee != 0 else {
      return nil
    }
    let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name))
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.count
    // A name that begins with a colon has no unique part; the whole of it must do.
    self.init(bytes, keyLength: colon == 0 ? bytes.count : colon)
  }

  /// A name that was taken apart before.
  init(_ bytes: UnsafeRawBufferPointer, keyLength: Int) {
    (self.bytes, self.keyLength) = (bytes, keyLength)
  }

  var key: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<keyLength]) }

  /// Only the suffix `:2,` is defined; `:1,` was for experiments and carries no flags.
  var flags: MessageFlags {
    let suffix = bytes[(bytes.first == UInt8(ascii: ":") ? 0 : keyLength)...]
    guard suffix.starts(with: ":2,".utf8) else { return [] }
    var flags: MessageFlags = []
    for letter in suffix.dropFirst(3) {
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
}
