extension PageLines {
  /// The invisible characters between two words: spaces of all widths, and zero-width characters.
  struct Gap {
    /// The bytes as in the page, up to `blankLimit` characters.
    private var bytes: [UInt8] = []
    private var blanks = 0
    private var unseen = 0

    /// The limit of characters in a gap with zero-width characters; a longer gap is padding. Text
    /// needs one or two of these characters to join letters or set direction.
    private static let unseenLimit = 4
    /// The limit of spaces: the longest plausible indentation of a text.
    private static let blankLimit = 100

    var isEmpty: Bool { bytes.isEmpty }
    var hasHeight: Bool { blanks > 0 }

    /// Adds a space, except at the start of a line or directly after a space.
    mutating func addSpace(atStart: Bool) {
      guard bytes.last != 0x20, !(atStart && bytes.isEmpty) else { return }
      if blanks + unseen < Self.blankLimit { bytes.append(0x20) }
    }

    mutating func append(_ character: Character, _ text: some Sequence<UInt8>) {
      switch character {
      case .blank: blanks += 1
      case .unseen: unseen += 1
      }
      if blanks + unseen <= Self.blankLimit { bytes += text }
    }

    /// Appends the gap to the line, and empties the gap. Padding becomes one space, or nothing.
    mutating func fill(_ line: inout [UInt8]) {
      guard !bytes.isEmpty else { return }
      if unseen + blanks > (unseen == 0 ? Self.blankLimit : Self.unseenLimit) {
        if !line.isEmpty, blanks > 0 || bytes.contains(0x20) { line.append(0x20) }
      } else if !line.isEmpty {
        line += bytes
      } else if blanks > 0 {
        line += indentation
      }
      bytes.removeAll(keepingCapacity: true)
      (blanks, unseen) = (0, 0)
    }

    /// The gap as plain spaces and tabs, so that a `>` after the indentation counts as a quote.
    private var indentation: [UInt8] {
      var spaces: [UInt8] = []
      for byte in bytes where byte < 0x80 || byte >= 0xC0 {
        spaces.append(byte == 9 ? 9 : 0x20)
      }
      return spaces
    }
  }
}

extension PageLines.Gap {
  /// An invisible character, with its length in bytes.
  enum Character: Equatable {
    case blank(Int)
    case unseen(Int)

    var length: Int {
      switch self {
      case .blank(let length), .unseen(let length): length
      }
    }

    /// - Returns: nil for a visible or ASCII character, or if the index is within a character.
    init?(_ text: Bytes, at index: Int) {
      let lead = text[index]
      guard lead >= 0xC2 else { return nil }
      let second = index + 1 < text.count ? text[index + 1] : 0
      let third = index + 2 < text.count ? text[index + 2] : 0
      switch (lead, second, third) {
      case (0xC2, 0xA0, _): self = .blank(2)
      // The soft hyphen, and the combining grapheme joiner.
      case (0xC2, 0xAD, _), (0xCD, 0x8F, _): self = .unseen(2)
      case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE2, 0xA0, 0x80),
        (0xE3, 0x80, 0x80), (0xE3, 0x85, 0xA4), (0xE1, 0x9A, 0x80):
        self = .blank(3)
      case (0xE2, 0x80, 0x8B...0x8F), (0xE2, 0x80, 0xAA...0xAE), (0xE2, 0x81, 0xA0...0xAF),
        (0xEF, 0xBB, 0xBF), (0xE1, 0xA0, 0x8E):
        self = .unseen(3)
      default: return nil
      }
    }
  }
}
