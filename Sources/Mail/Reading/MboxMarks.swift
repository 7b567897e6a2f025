import CGMime

/// The flags that mail programs write into an mbox's messages, where there is no file name to
/// carry them.
struct MboxMarks {
  private(set) var flags: MessageFlags = []
  /// Deleted in Thunderbird, which leaves the text in the file until it compacts it.
  private(set) var isExpunged = false

  init() {}

  init(_ message: UnsafeMutablePointer<GMimeMessage>) {
    let object = cgmime_message_as_object(message)
    for header in ["Status", "X-Status"] {
      guard let letters = g_mime_object_get_header(object, header) else { continue }
      for letter in String(cString: letters).utf8 { note(letter) }
    }
    if let mozilla = g_mime_object_get_header(object, "X-Mozilla-Status") {
      note(mozilla: UInt32(String(cString: mozilla), radix: 16) ?? 0)
    }
  }

  private mutating func note(_ letter: UInt8) {
    switch letter {
    case UInt8(ascii: "R"): flags.insert(.seen)
    case UInt8(ascii: "F"): flags.insert(.flagged)
    case UInt8(ascii: "A"): flags.insert(.replied)
    case UInt8(ascii: "D"): flags.insert(.trashed)
    case UInt8(ascii: "T"): flags.insert(.draft)
    default: break
    }
  }

  /// The bits of Thunderbird's nsMsgMessageFlags.
  private mutating func note(mozilla bits: UInt32) {
    if bits & 0x0001 != 0 { flags.insert(.seen) }
    if bits & 0x0002 != 0 { flags.insert(.replied) }
    if bits & 0x0004 != 0 { flags.insert(.flagged) }
    isExpunged = bits & 0x0008 != 0
  }
}
