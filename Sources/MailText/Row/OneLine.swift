/// Prepares text from a message for a row: white space and control characters become single spaces,
/// invisible characters are dropped, and the text is cut at `limit` characters.
///
/// - Parameter text: UTF-8; each invalid sequence becomes U+FFFD.
func oneLine(_ text: some Sequence<UInt8>, limit: Int) -> String {
  var line = LineBuilder(limit: limit)
  if text.withContiguousStorageIfAvailable({ line.append($0) }) == nil {
    Array(text).withUnsafeBufferPointer { line.append($0) }
  }
  return line.finish()
}

/// Collects UTF-8 into one line, and stops reading where the line is full. Used several times for
/// every message, so its speed matters.
struct LineBuilder {
  private var bytes: [UInt8] = []
  private var count = 0
  private var pendingSpace = false
  private var pendingJoiner: Unicode.Scalar?
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Whether nothing more fits.
  private(set) var isFull = false
  var isEmpty: Bool { bytes.isEmpty }

  /// Whether the text contains a line. The case of the line's first letter does not count.
  func holds(_ line: [UInt8]) -> Bool { bytes.dropFirst().holds(line.dropFirst()) }

  mutating func append(_ text: Bytes) {
    var index = 0
    while index < text.count, !isFull {
      let byte = text[index]
      if byte < 0x80 {
        // Visible ASCII, as in most text; other bytes below 0x80 are spaces and controls.
        if (0x21...0x7E).contains(byte) { begin(Unicode.Scalar(byte)) } else { addSpace() }
        index += 1
        continue
      }
      var (parser, rest) = (UTF8.ForwardParser(), text[index...].makeIterator())
      switch parser.parseScalar(from: &rest) {
      case .valid(let character):
        append(UTF8.decode(character))
        index += character.count
      case .error(let length):
        begin("\u{FFFD}")
        index += length
      case .emptyInput: return
      }
    }
  }

  /// Appends a line of words, unless the text is full already.
  mutating func add(line: Bytes) {
    append(line)
    if !isFull { addSpace() }
  }

  /// Appends another line after a space.
  mutating func append(_ other: LineBuilder) {
    addSpace()
    other.bytes.withUnsafeBufferPointer { append($0) }
    if other.isFull { isFull = true }
  }

  mutating func addSpace() {
    pendingSpace = !bytes.isEmpty
    pendingJoiner = nil
  }

  /// Adds a mark of punctuation if the text ends with a letter or a number.
  mutating func end(with mark: UInt8) {
    guard !isFull, let last = String(decoding: bytes.suffix(16), as: UTF8.self).last,
      last.isLetter || last.isNumber
    else { return }
    let isParted = pendingSpace
    pendingSpace = false
    begin(Unicode.Scalar(mark))
    pendingSpace = isParted
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch Invisible(scalar) {
    case .space: addSpace()
    case .nothing: break
    // A joiner shapes a word only between two characters; at the end it is padding.
    case .joiner: pendingJoiner = !pendingSpace && bytes.endBeyondLatin ? scalar : nil
    case .selector: if !pendingSpace, bytes.endBeyondLatin { begin(scalar) }
    case nil: begin(scalar)
    }
  }

  /// Appends a visible character.
  private mutating func begin(_ scalar: Unicode.Scalar) {
    let pending = pendingSpace ? " " : pendingJoiner
    guard count + (pending == nil ? 0 : 1) < limit else {
      isFull = true
      return
    }
    if let pending { add(pending) }
    add(scalar)
    (pendingSpace, pendingJoiner) = (false, nil)
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    if count == 0 { bytes.reserveCapacity(limit + 16) }
    count += 1
    bytes += UTF8.encode(scalar) ?? .init()
  }

  func finish() -> String { String(decoding: bytes, as: UTF8.self) }
}

extension [UInt8] {
  /// Whether the text ends with a character of a script, or a sign, that invisible characters may
  /// shape. In Latin, Greek and Cyrillic, they only deceive.
  var endBeyondLatin: Bool {
    String(decoding: suffix(4), as: UTF8.self).unicodeScalars.last.map { $0.value >= 0x590 }
      ?? false
  }
}

/// Invisible characters: spaces of all widths, and the padding after a newsletter's hidden first
/// line, which keeps further text out of the message lists of mail programs.
private enum Invisible {
  case space
  case nothing
  case joiner
  case selector

  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x80...0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x2800, 0x3000,
      0x3164, 0xFFA0:
      self = .space
    // The soft hyphen, the grapheme joiner, and direction marks. A direction mark is dropped, since
    // it could change the direction of text beside this line.
    case 0xAD, 0x034F, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x2064,
      0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFC:
      self = .nothing
    case 0x200C, 0x200D: self = .joiner
    // Variation selectors, except the one for colored signs, and the tags of flags.
    case 0xFE00...0xFE0E, 0xE0000...0xE0FFF: self = .selector
    default: return nil
    }
  }
}
