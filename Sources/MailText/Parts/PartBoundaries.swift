/// The boundaries of the open multiparts, to find the lines that end parts.
struct PartBoundaries {
  /// The boundaries with their two leading dashes, the innermost last.
  var open: [[UInt8]] = []

  /// A line that ends a part.
  struct Ending {
    /// The index of the boundary in ``PartBoundaries/open``.
    var level: Int
    /// Whether no further part follows.
    var isLast: Bool
    var lineStart: Int
    /// The start of the next part: of the next line, or of words behind the boundary.
    var next: Int
  }

  /// Returns the ending if the line ends a part, else nil. Ignores white space at the line's end.
  ///
  /// Words may follow a boundary on its line only behind a space, since a boundary may begin with
  /// another one. They then belong to the next part, so that no words are lost.
  func ending(_ line: Bytes, at start: Int) -> Ending? {
    var end = line.count
    while end > 0, line[end - 1] <= 0x20 { end -= 1 }
    for mayHaveWords in [false, true] {
      for level in open.indices.reversed() where line[..<end].starts(with: open[level]) {
        var rest = line[open[level].count..<end]
        let isLast = rest.starts(with: "--".utf8)
        if isLast { rest = rest.dropFirst(2) }
        let words = rest.drop { $0 == 0x20 || $0 == 0x09 }
        guard rest.isEmpty || mayHaveWords && words.count < rest.count else { continue }
        let next = words.isEmpty ? line.count : words.startIndex
        return Ending(level: level, isLast: isLast, lineStart: start, next: start + next)
      }
    }
    return nil
  }

  /// Whether a text has words besides the lines of boundaries.
  func areAmongWords(in text: Bytes) -> Bool {
    var start = 0
    while start < text.count {
      let end = text.endOfLine(from: start)
      let line = Bytes(rebasing: text[start..<end])
      if line.contains(where: { $0 > 0x20 }), ending(line, at: start) == nil { return true }
      start = end
    }
    return false
  }
}
