/// The boundaries of the open multiparts, and the lines that end parts.
struct PartBoundaries {
  /// Each boundary with its two leading dashes; the innermost last.
  var open: [[UInt8]] = []

  /// A line that ends a part.
  struct Ending {
    /// The index of the boundary in ``PartBoundaries/open``.
    var level: Int
    /// Whether no further part follows.
    var isLast: Bool
    var lineStart: Int
  }

  /// The part that a line ends, if any. White space at the line's end is ignored.
  func ending(_ line: Bytes, at start: Int) -> Ending? {
    var end = line.count
    while end > 0, line[end - 1] <= 0x20 { end -= 1 }
    for level in open.indices.reversed() where line[..<end].starts(with: open[level]) {
      let rest = line[open[level].count..<end]
      if rest.isEmpty { return Ending(level: level, isLast: false, lineStart: start) }
      if rest.elementsEqual("--".utf8) {
        return Ending(level: level, isLast: true, lineStart: start)
      }
    }
    return nil
  }
}
