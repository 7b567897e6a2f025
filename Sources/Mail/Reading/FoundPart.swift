import CGMime

/// The content of a part.
struct FoundPart {
  var header: PartHeader
  /// Where it stands in the text, as it is encoded; nil where that is a message in base64.
  var range: Range<Int>?
  /// Decoded already, where there is no range.
  var content: [UInt8] = []
  /// Whether the part ends where the message does, and not before another one.
  var isLast: Bool
}

/// A message in a message, as it stands there.
struct EnclosedPart {
  /// Of all of it, with its header, unpacked; in bytes.
  var size: Int
  var encoding: GMimeContentEncoding
}
