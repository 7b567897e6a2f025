import Mail

/// A text in pieces that GTK lays out in little time each: a label with a megabyte of text keeps
/// the window waiting for seconds.
nonisolated struct TextPieces {
  /// The length of a piece in bytes.
  static let pieceLength = 4_096
  /// The longest word in bytes. A longer one is broken between two pieces. GTK's time grows with the
  /// square of its length.
  static let longestWord = 1_024
  /// The most lines of a piece: each takes time, even a short one.
  static let mostLines = 256
  /// The most parts with a style or a link of a piece: each takes time, a link's widget most of all.
  static let mostRuns = 64
  /// The length of the text that is laid out at once, in bytes.
  static let batchLength = 65_536

  private let bytes: [UInt8]
  /// The runs that do not end before the position.
  private var runs: ArraySlice<StyleRun>
  private var position = 0

  init(_ text: StyledText) { (bytes, runs) = (Array(text.text.utf8), text.runs[...]) }

  var isEmpty: Bool { position == bytes.count }

  /// Ends with a line where it can, else with a word, else anywhere between characters.
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
        // The end of the label ends the line.
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
  /// Whether a line feed follows that is in no piece.
  let endsLine: Bool
  /// The smallest number of lines that it can have.
  let lines: Int
  /// Its time for layout, as the length in bytes of prose that takes as long.
  let cost: Int

  static let lineCost = 16
  /// The cost of a change of the style.
  private static let runCost = 64

  init(_ text: String, runs: [StyleRun] = [], endsLine: Bool = false) {
    let bytes = Array(text.utf8)[...]
    (self.text, self.runs, self.endsLine) = (text, runs, endsLine)
    lines = text.unicodeScalars.count { Self.lineEnds.contains($0) }
    let word = bytes.longestWord
    // Measured for letters that are one byte each: 1 kB without a space as 8 kB of prose.
    cost = bytes.count + Self.lineCost * lines + word * word / 128 + Self.runCost * runs.count
  }

  /// Its part of a batch, in bytes.
  var length: Int { text.utf8.count + Self.lineCost * lines + Self.runCost * runs.count }

  private static let lineEnds: Set<Unicode.Scalar> = [
    "\n", "\u{0B}", "\u{0C}", "\r", "\u{85}", "\u{2028}", "\u{2029}",
  ]
}

nonisolated extension ArraySlice<UInt8> {
  /// The place of the end of a line, by its number from 1; nil where there are fewer.
  fileprivate func endOfLine(_ number: Int) -> Int? {
    var count = 0
    for index in indices where endsLine(index) {
      count += 1
      if count == number { return index + 1 }
    }
    return nil
  }

  /// Whether a line's end is there, or the last byte of one: of U+0085, U+2028 or U+2029.
  private func endsLine(_ index: Int) -> Bool {
    switch self[index] {
    case 0x0A...0x0D: true
    case 0x85: index > startIndex && self[index - 1] == 0xC2
    case 0xA8, 0xA9: index > startIndex + 1 && self[index - 2] == 0xE2 && self[index - 1] == 0x80
    default: false
    }
  }

  /// The end of the first word that is too long, cut to the limit; nil if there is none.
  fileprivate func endOfWord(longerThan limit: Int) -> Int? {
    var end: Int?
    walkWords { length, index in
      if length > limit { end = index }
      return end == nil
    }
    return end
  }

  /// The length of the longest word in bytes.
  fileprivate var longestWord: Int {
    var longest = 0
    walkWords { length, _ in
      longest = Swift.max(longest, length)
      return true
    }
    return longest
  }

  /// Calls with each byte's place, and how long its word is with it, until it returns false. A word
  /// ends where GTK can break a line in little time. Tabs count for the whole line, and changes
  /// between scripts for all of the text, as if they were in one word.
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

  /// Whether a letter that begins with a byte is of the Latin script; nil for what may be of any, and
  /// within a letter.
  private static func isLatin(_ byte: UInt8) -> Bool? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    case 0xC3...0xCA: true
    case 0xCE...0xE0, 0xE3...0xEE, 0xF0...0xF4: false
    default: nil
    }
  }

  /// The letters for which a tab counts: GTK's time grows with the square of a line's tabs, too.
  private static var tabLength: Int { 8 }

  /// Whether a character of Chinese, Japanese or Korean, or a picture, begins there: GTK can break
  /// lines between them.
  private func isBreakable(_ index: Int) -> Bool {
    switch self[index] {
    case 0xE3...0xED: true
    case 0xF0: index + 1 < endIndex && self[index + 1] >= 0x9F
    default: false
    }
  }
}
