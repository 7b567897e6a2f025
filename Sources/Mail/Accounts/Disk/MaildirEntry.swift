import Glibc

/// A file name in a Maildir, taken apart: `unique:2,flags`.
struct MaildirEntry: Sendable {
  /// The part before the colon, which a message keeps for life.
  let key: MessageKey
  let flags: MessageFlags
  /// The whole name, for opening.
  let name: [CChar]
  /// Whether it lies in new/, where no mail program has looked at it yet.
  let isNew: Bool

  /// - Parameter name: as the system gave it, with its closing 0. Names need not be UTF-8.
  /// - Returns: nil for names that begin with a dot, which are no messages.
  init?(_ name: UnsafePointer<CChar>, isNew: Bool) {
    guard name.pointee != CChar(bitPattern: UInt8(ascii: ".")), name.pointee != 0 else {
      return nil
    }
    let length = strlen(name)
    self.name = Array(UnsafeBufferPointer(start: name, count: length + 1))
    self.isNew = isNew
    let bytes = UnsafeRawBufferPointer(start: name, count: length)
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? length
    // A name that begins with a colon has no unique part; the whole of it must do.
    key = MessageKey(bytes: Array(colon == 0 ? bytes[...] : bytes[..<colon]))
    flags = Self.flags(bytes[colon...])
  }

  /// Only the suffix `:2,` is defined; `:1,` was for experiments and carries no flags.
  private static func flags(_ suffix: Slice<UnsafeRawBufferPointer>) -> MessageFlags {
    guard suffix.starts(with: Array(":2,".utf8)) else { return [] }
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
