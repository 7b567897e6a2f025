/// The flags that mail programs write into an mbox's messages, which have no file name to carry
/// them.
struct MboxMarks {
  private(set) var flags: MessageFlags = []
  /// Whether it was deleted in Thunderbird, which leaves the message in the file until it compacts
  /// it.
  private(set) var isExpunged = false

  init() {}

  init(_ fields: HeaderFields) {
    for field in [HeaderFields.Name.status, .xStatus] {
      for letter in Self.text(fields, field)?.utf8 ?? "".utf8 { note(letter) }
    }
    if let mozilla = Self.text(fields, .mozillaStatus) {
      note(mozilla: UInt32(mozilla, radix: 16) ?? 0)
    }
    let labels = fields.withValue(of: .gmailLabels) { raw in
      let text = Bytes(raw)
      let decoded = EncodedWords.decoded(text, for: .text) { "utf-8" }
      return GmailLabels(String(decoding: decoded ?? Array(text), as: UTF8.self))
    }
    if let labels { flags.formUnion(labels.flags) }
  }

  private static func text(_ fields: HeaderFields, _ field: HeaderFields.Name) -> String? {
    fields.withValue(of: field) { String(decoding: Bytes($0).trimmed, as: UTF8.self) }
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

  /// Reads the bits of Thunderbird's nsMsgMessageFlags.
  private mutating func note(mozilla bits: UInt32) {
    if bits & 0x0001 != 0 { flags.insert(.seen) }
    if bits & 0x0002 != 0 { flags.insert(.replied) }
    if bits & 0x0004 != 0 { flags.insert(.flagged) }
    isExpunged = bits & 0x0008 != 0
  }
}
