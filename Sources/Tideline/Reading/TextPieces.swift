/// A text in pieces that GTK lays out in little time each: a label with a megabyte of text keeps
/// the window waiting for seconds.
struct TextPieces {
  /// In bytes.
  static let pieceLength = 8_192
  /// In bytes: a longer word is broken between two pieces. GTK's time grows with the square of its
  /// length.
  static let longestWord = 1_024
  /// How much is laid out at once.
  static let batchLength = 65_536

  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isEmpty: Bool { position == bytes.count }

  /// The next pieces, up to a batch in all.
  mutating func nextBatch() -> [String] {
    let start = position
    var pieces: [String] = []
    while !isEmpty, position - start < Self.batchLength { pieces.append(next()) }
    return pieces
  }

  /// Ends with a line where it can, else with a word, else anywhere between characters.
  private mutating func next() -> String {
    let start = position
    var end = min(start + Self.pieceLength, endOfLongWord(from: start) ?? bytes.count)
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
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Where the first word of the text's next piece ends that is too long.
  private func endOfLongWord(from start: Int) -> Int? {
    var length = 0
    for index in start..<min(start + Self.pieceLength, bytes.count) {
      // From U+3000 on are scripts whose words GTK can break anywhere, in little time.
      let isInWord = bytes[index] > 0x20 && bytes[index] < 0xE3
      length = isInWord ? length + 1 : 0
      if length > Self.longestWord { return index }
    }
    return nil
  }
}
