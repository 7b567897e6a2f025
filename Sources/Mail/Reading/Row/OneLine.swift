/// Text from a message, prepared for a row: white space and control characters become single
/// spaces, invisible characters are dropped, and it is cut at `limit` characters.
func oneLine(_ text: UnsafePointer<CChar>, limit: Int) -> String {
  var line = LineBuilder(limit: limit)
  line.append(Bytes(text))
  return line.finish()
}

/// Collects UTF-8 into one line.
///
/// It works on bytes, because it runs several times for every message.
struct LineBuilder {
  private var bytes: [UInt8] = []
  private var characters = 0
  private var pendingSpace = false
  private var pendingJoiner: Invisible?
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
    bytes.reserveCapacity(limit + 16)
  }

  /// Whether nothing more fits.
  private(set) var isFull = false
  var isEmpty: Bool { bytes.isEmpty }

  mutating func append(_ text: Bytes) {
    var index = 0
    while index < text.count, !isFull {
      let byte = text[index]
      if byte < 0x80 {
        // U+007F and characters below U+0020 are controls, U+0020 is the space.
        if byte > 0x20 && byte != 0x7F { begin(byte) } else { addSpace() }
        index += 1
      } else {
        index += append(Bytes(rebasing: text[index...]), lead: byte)
      }
    }
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

  /// Adds a mark of punctuation, unless the text already ends with one.
  mutating func end(with mark: UInt8) {
    guard !isFull, let last = String(decoding: bytes.suffix(16), as: UTF8.self).last,
      last.isLetter || last.isNumber
    else { return }
    let isParted = pendingSpace
    pendingSpace = false
    begin(mark)
    pendingSpace = isParted
  }

  /// Appends the non-ASCII character at the beginning of `text`, and returns its length.
  private mutating func append(_ text: Bytes, lead: UInt8) -> Int {
    var length = 1
    let wanted = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    while lead >= 0xC0, length < wanted, length < text.count, text[length] & 0xC0 == 0x80 {
      length += 1
    }
    guard length == wanted, Self.isCharacter(lead, text[1]) else {
      replace()
      return length
    }
    if let invisible = Invisible(text, length: length) {
      switch invisible {
      case .space: addSpace()
      case .nothing: break
      // A joiner shapes a word from within; at its end it is padding.
      case .joiner, .nonJoiner: pendingJoiner = pendingSpace || bytes.isEmpty ? nil : invisible
      }
      return length
    }
    begin(lead)
    guard !isFull else { return length }
    for index in 1..<length { bytes.append(text[index]) }
    return length
  }

  /// Whether a sequence of the right length is a valid character: not longer than needed, no
  /// surrogate, and not beyond Unicode (RFC 3629, section 4).
  private static func isCharacter(_ lead: UInt8, _ second: UInt8) -> Bool {
    switch lead {
    case 0xC2...0xDF, 0xE1...0xEC, 0xEE, 0xEF, 0xF1...0xF3: true
    case 0xE0: second >= 0xA0
    case 0xED: second < 0xA0
    case 0xF0: second >= 0x90
    case 0xF4: second < 0x90
    default: false
    }
  }

  /// Appends U+FFFD, for invalid UTF-8.
  private mutating func replace() {
    begin(0xEF)
    if !isFull { bytes += [0xBF, 0xBD] }
  }

  /// Begins a visible character.
  private mutating func begin(_ byte: UInt8) {
    guard characters + (pendingSpace || pendingJoiner != nil ? 1 : 0) < limit else {
      isFull = true
      return
    }
    if pendingSpace {
      bytes.append(0x20)
      characters += 1
      pendingSpace = false
    } else if let pendingJoiner {
      bytes += [0xE2, 0x80, pendingJoiner == .joiner ? 0x8D : 0x8C]
      characters += 1
    }
    pendingJoiner = nil
    bytes.append(byte)
    characters += 1
  }

  /// The collected line.
  func finish() -> String { String(decoding: bytes, as: UTF8.self) }
}

/// Invisible characters: spaces of all widths, and characters with which newsletters pad their
/// hidden first line, so that a mail program's list shows no more than that line.
private enum Invisible {
  case space
  case nothing
  case joiner
  case nonJoiner

  /// Checks the character of `length` bytes at the beginning of `text`.
  init?(_ text: Bytes, length: Int) {
    switch (text[0], length) {
    case (0xC2, 2):
      // C1 controls, the no-break space and the soft hyphen.
      if text[1] <= 0xA0 {
        self = .space
      } else if text[1] == 0xAD {
        self = .nothing
      } else {
        return nil
      }
    case (0xCD, 2) where text[1] == 0x8F: self = .nothing
    // The Arabic letter mark, which only sets the direction.
    case (0xD8, 2) where text[1] == 0x9C: self = .nothing
    case (0xE1, 3), (0xE2, 3), (0xE3, 3), (0xEF, 3):
      let code =
        UInt32(text[0] & 0x0F) << 12 | UInt32(text[1] & 0x3F) << 6 | UInt32(text[2] & 0x3F)
      self.init(code)
    default: return nil
    }
  }

  private init?(_ code: UInt32) {
    switch code {
    case 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x2800, 0x3000, 0x3164, 0xFFA0:
      self = .space
    // Marks of direction could affect text beyond the row's own; the paragraph's direction
    // suffices.
    case 0x180E, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x206F, 0xFEFF,
      0xFFF9...0xFFFC:
      self = .nothing
    case 0x200C: self = .nonJoiner
    case 0x200D: self = .joiner
    default: return nil
    }
  }
}
