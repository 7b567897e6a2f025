import CGMime

/// The content of a part.
struct FoundPart {
  var header: PartHeader
  /// The part's range in the text, still encoded; nil inside a message in base64.
  var range: Range<Int>?
  /// The decoded content, where there is no range.
  var content: [UInt8] = []
  /// Whether the part ends where the message does, not before another part.
  var isLast: Bool
}

/// A message inside a message, as it was sent.
struct EnclosedPart {
  /// The decoded size of the whole message with its header, in bytes.
  var size: Int
  var encoding: GMimeContentEncoding
}
