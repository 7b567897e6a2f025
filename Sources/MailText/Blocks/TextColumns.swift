/// Finds lines of plain text with columns aligned by spaces, tabs or bars. A proportional font
/// would not align these columns.
enum TextColumns {
  /// Splits a paragraph into blocks; lines with aligned columns become preformatted.
  static func blocks(of paragraph: String) -> [MessageBlock] {
    let lines = paragraph.split(separator: "\n", omittingEmptySubsequences: false)
    let columns = lines.map { Columns($0) }
    var blocks: [MessageBlock] = []
    var start = 0
    while start < lines.count {
      var end = start + 1
      let isAligned = end < lines.count && columns[start].align(with: columns[end])
      while end < lines.count, columns[end - 1].align(with: columns[end]) == isAligned { end += 1 }
      // The last line is aligned with the line below it, so it belongs to the columns that follow.
      if !isAligned, end < lines.count { end -= 1 }
      let styled = StyledText(lines[start..<end].joined(separator: "\n"))
      blocks.append(isAligned ? .preformatted(styled) : .paragraph(styled))
      start = end
    }
    return blocks
  }

  /// The positions of the columns in one line, in characters.
  private struct Columns {
    private var starts: Set<Int> = []
    private var ends: Set<Int> = []
    private var bars: Set<Int> = []
    private var hasTab = false

    /// The limit of a line in characters; the rest of a longer line is ignored.
    private static let limit = 200

    init(_ line: Substring) {
      var (column, spaces, isIndent) = (0, 0, true)
      var last: Unicode.Scalar = " "
      for scalar in line.unicodeScalars {
        guard column < Self.limit else { return }
        switch scalar {
        case " ": spaces += 1
        case "\t":
          if !isIndent { hasTab = true }
          spaces += 2
        default:
          // Two spaces after the end of a sentence do not begin a column.
          if !isIndent, spaces > 1, !(spaces == 2 && ".!?:".unicodeScalars.contains(last)) {
            starts.insert(column)
            ends.insert(column - spaces)
          }
          if scalar == "|" || scalar == "+" || scalar == "│" { bars.insert(column) }
          (spaces, isIndent, last) = (0, false, scalar)
        }
        column += 1
      }
      if !starts.isEmpty { ends.insert(column - spaces) }
    }

    /// Whether both lines have tabs, or have at the same position two bars, a column's start or a
    /// column's end.
    func align(with other: Columns) -> Bool {
      if hasTab, other.hasTab { return true }
      if bars.intersection(other.bars).count > 1 { return true }
      return !starts.isDisjoint(with: other.starts)
        || !starts.isEmpty && !other.starts.isEmpty && !ends.isDisjoint(with: other.ends)
    }
  }
}
