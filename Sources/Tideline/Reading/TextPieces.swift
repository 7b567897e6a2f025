import Mail

/// Cuts a text into pieces. GTK lays out each piece quickly, whereas one label with a megabyte of
/// text would block the window for seconds.
nonisolated struct TextPieces {
  static let pieceLength = 4_096
  /// The longest word in bytes. A longer word is broken between pieces, since GTK's layout time
  /// grows with the square of a word's length.
  static let longestWord = 1_024
  /// The most lines of a piece: each line takes time, even if it is short.
  static let mostLines = 256
  /// The most styled parts and links of a piece: each takes time, a link's widget most of all.
  static let mostRuns = 64
  /// The length in bytes of a batch: the text that is laid out before a button offers more.
  static let batchLength = 65_536

  private let bytes: [UInt8]
  private var runs: ArraySlice<StyleRun>
  private var position = 0

  init(_ text: StyledText) { (bytes, runs) = (Array(text.text.utf8), text.runs[...]) }

  var isEmpty: Bool { position == bytes.count }

  /// The next piece. It ends with a line if possible, else with a word, else between characters.
  mutating func next() -> TextPiece? {
    guard !isEmpty else { return nil }
    let start = position
    var end = min(start + Self.pieceLength, bytes.count)
    if let run = runs.dropFirst(Self.mostRuns).first?.range, run.lowerBound > start {
      end = min(end, run.lowerBound)
    }
    end = bytes[start..<end].endOfLine(Self.mostLines) ?? end
    end = bytes[start..<end].endOfWord(longerThan: Self.longestWord) ?? end
    position = end
    if end < bytes.count {
      if let line = bytes[start..<end].lastIndex(of: UInt8(ascii: "\n")), line > start {
        // Leaves out the line feed: the end of the label breaks the line, too.
        end = line
        position = line + 1
      } else {
        if let space = bytes[start..<end].lastIndex(of: UInt8(ascii: " ")) {
          end = space + 1
        } else {
          while end > start + 1, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        }
        position = end
      }
    }
    return TextPiece(
      String(decoding: bytes[start..<end], as: UTF8.self),
      runs: takeRuns(of: start..<end),
      endsLine: position > end
    )
  }

  private mutating func takeRuns(of piece: Range<Int>) -> [StyleRun] {
    var taken: [StyleRun] = []
    for var run in runs {
      guard run.range.lowerBound < piece.upperBound else { break }
      let range = run.range.clamped(to: piece)
      if !range.isEmpty {
        run.range = range.lowerBound - piece.lowerBound..<range.upperBound - piece.lowerBound
        taken.append(run)
      }
    }
    runs = runs.drop { $0.range.upperBound <= position }
    return taken
  }
}

/// A part of a text that is laid out in one go.
nonisolated struct TextPiece: Equatable {
  let text: String
  /// The parts with a style or a link.
  let runs: [StyleRun]
  /// Whether the piece is followed by a line feed that is in no piece.
  let endsLine: Bool
  /// The number of line ends in the text.
  let lines: Int
  /// The estimated layout time, given as the length in bytes of prose that takes as long.
  let cost: Int

  static let lineCost = 16
  private static let runCost = 64

  init(_ text: String, runs: [StyleRun] = [], endsLine: Bool = false) {
    let bytes = Array(text.utf8)[...]
    (self.text, self.runs, self.endsLine) = (text, runs, endsLine)
    lines = text.unicodeScalars.count { Self.lineEnds.contains($0) }
    let word = bytes.longestWord
    // Measured with letters of one byte: 1 kB without a space takes as long as 8 kB of prose.
    cost = bytes.count + Self.lineCost * lines + word * word / 128 + Self.runCost * runs.count
  }

  /// The part of a batch that the piece fills, in bytes; see ``TextPieces/batchLength``.
  var length: Int { text.utf8.count + Self.lineCost * lines + Self.runCost * runs.count }

  private static let lineEnds: Set<Unicode.Scalar> = [
    "\n", "\u{0B}", "\u{0C}", "\r", "\u{85}", "\u{2028}", "\u{2029}",
  ]
}

nonisolated extension ArraySlice<UInt8> {
  /// The index after the end of the line with this number, from 1; nil if there are fewer lines.
  fileprivate func endOfLine(_ number: Int) -> Int? {
    var count = 0
    for index in indices where endsLine(index) {
      count += 1
      if count == number { return index + 1 }
    }
    return nil
  }

  /// Whether the byte at the index ends a line, as the last byte of U+0085, U+2028 or U+2029 does.
  private func endsLine(_ index: Int) -> Bool {
    switch self[index] {
    case 0x0A...0x0D: true
    case 0x85: index > startIndex && self[index - 1] == 0xC2
    case 0xA8, 0xA9: index > startIndex + 1 && self[index - 2] == 0xE2 && self[index - 1] == 0x80
    default: false
    }
  }

  /// The index at which to cut the first word longer than the limit; nil if there is none.
  fileprivate func endOfWord(longerThan limit: Int) -> Int? {
    var end: Int?
    walkWords { length, index in
      if length > limit { end = index }
      return end == nil
    }
    return end
  }

  fileprivate var longestWord: Int {
    var longest = 0
    walkWords { length, _ in
      longest = Swift.max(longest, length)
      return true
    }
    return longest
  }

  /// Calls `body` with the index of each byte of a word, and the word's length up to this byte,
  /// until `body` returns false. A word ends where GTK finds a line break quickly. Tabs and changes
  /// of the script slow GTK down as long words do. So the length is never less than the line's tabs
  /// so far, each as ``tabLength``, nor than the number of script changes in the text so far.
  private func walkWords(_ body: (_ length: Int, _ index: Int) -> Bool) {
    var (index, length, tabs, changes) = (startIndex, 0, 0, 0)
    var wasLatin: Bool?
    while index < endIndex {
      let byte = self[index]
      if byte == UInt8(ascii: "\n") { tabs = 0 }
      if let isLatin = Self.isLatin(byte), isLatin != wasLatin {
        changes += 1
        wasLatin = isLatin
      }
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") {
        length = 0
      } else if isBreakable(index) {
        length = 0
        index += byte < 0xF0 ? 2 : 3
      } else {
        length += 1
        if byte == UInt8(ascii: "\t") { tabs += Self.tabLength }
        guard body(Swift.max(length, tabs, changes), index) else { return }
      }
      index += 1
    }
  }

  /// Whether a letter that begins with this byte is Latin; nil if it may be of any script, or if
  /// the byte is within a letter.
  private static func isLatin(_ byte: UInt8) -> Bool? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    case 0xC3...0xCA: true
    case 0xCE...0xE0, 0xE3...0xEE, 0xF0...0xF4: false
    default: nil
    }
  }

  /// A tab counts as this many bytes, because layout time grows with the square of the number of
  /// tabs.
  private static var tabLength: Int { 8 }

  /// Whether a Chinese, Japanese or Korean character, or an emoji, begins at the index: GTK can
  /// break lines between them.
  private func isBreakable(_ index: Int) -> Bool {
    switch self[index] {
    case 0xE3...0xED: true
    case 0xF0: index + 1 < endIndex && self[index + 1] >= 0x9F
    default: false
    }
  }
}
