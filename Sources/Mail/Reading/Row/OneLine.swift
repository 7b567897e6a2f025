/// Text from a message, prepared for a row: white space and control characters become single
/// spaces, invisible characters are dropped, and it is cut at `limit` characters.
///
/// - Parameter text: UTF-8; each invalid sequence becomes U+FFFD.
func oneLine(_ text: some Sequence<UInt8>, limit: Int) -> String {
  var line = LineBuilder(limit: limit)
  line.append(text)
  return line.finish()
}

func oneLine(_ text: UnsafePointer<CChar>, limit: Int) -> String {
  oneLine(Bytes(text), limit: limit)
}

/// Collects UTF-8 into one line, and reads no further than the line's end.
struct LineBuilder {
  private var line = String.UnicodeScalarView()
  private var count = 0
  private var pendingSpace = false
  private var pendingJoiner: Unicode.Scalar?
  /// In characters.
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
    line.reserveCapacity(limit + 16)
  }

  /// Whether nothing more fits.
  private(set) var isFull = false
  var isEmpty: Bool { line.isEmpty }

  mutating func append(_ text: some Sequence<UInt8>) {
    var (decoder, bytes) = (UTF8(), text.makeIterator())
    while !isFull {
      switch decoder.decode(&bytes) {
      case .scalarValue(let scalar): append(scalar)
      case .error: begin("\u{FFFD}")
      case .emptyInput: return
      }
    }
  }

  /// Appends another line after a space.
  mutating func append(_ other: LineBuilder) {
    addSpace()
    for scalar in other.line where !isFull { append(scalar) }
    if other.isFull { isFull = true }
  }

  mutating func addSpace() {
    pendingSpace = !line.isEmpty
    pendingJoiner = nil
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch Invisible(scalar) {
    case .space: addSpace()
    case .nothing: break
    // A joiner shapes a word from within; at its end it is padding.
    case .joiner: pendingJoiner = pendingSpace || line.isEmpty ? nil : scalar
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
    if let pending {
      line.append(pending)
      count += 1
    }
    line.append(scalar)
    count += 1
    (pendingSpace, pendingJoiner) = (false, nil)
  }

  /// The collected line.
  func finish() -> String { String(line) }
}

/// Invisible characters: spaces of all widths, and characters with which newsletters pad their
/// hidden first line, so that a mail program's list shows no more than that line.
private enum Invisible {
  case space
  case nothing
  case joiner

  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x21...0x7E: return nil
    case 0...0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x2800, 0x3000, 0x3164,
      0xFFA0:
      self = .space
    // The soft hyphen, the grapheme joiner, and marks of direction: these could affect text beyond
    // the row's own, and the paragraph's direction suffices.
    case 0xAD, 0x034F, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x2064,
      0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFC:
      self = .nothing
    case 0x200C, 0x200D: self = .joiner
    default: return nil
    }
  }
}
