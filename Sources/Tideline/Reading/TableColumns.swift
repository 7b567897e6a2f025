/// The widths of a printed table's columns. If the page has room, each column is as wide as its
/// longest line. If not, each is at least as wide as its longest word, as long as these words fit.
nonisolated struct TableColumns {
  struct Cell {
    var columns = 1
    var rows = 1
    let texts: [String]
  }

  struct Place: Equatable {
    var start, width: Double
  }

  /// The horizontal place of each cell, by rows, as parts of the page's width.
  let places: [[Place]]

  /// The length of a line on a page, in letters of the normal size.
  private static let lineLength = 84.0
  /// The space between two columns, in letters.
  private static let padding = 2.0
  /// The longest word and line that widen a column, in letters; longer ones are broken or wrapped.
  private static let (longestWord, longestLine) = (30.0, 60.0)

  init(_ rows: [[Cell]]) {
    let columns = Self.columns(rows)
    let count = zip(rows, columns).flatMap { zip($0, $1).map { $1 + $0.columns } }.max() ?? 0
    var (least, best) = (Array(repeating: 1.0, count: count), Array(repeating: 1.0, count: count))
    for (row, starts) in zip(rows, columns) {
      for (cell, start) in zip(row, starts) where cell.columns == 1 {
        let (word, line) = Self.lengths(cell.texts)
        least[start] = max(least[start], min(word, Self.longestWord))
        best[start] = max(best[start], min(line, Self.longestLine))
      }
    }
    let widths = Self.widths(least, best)
    places = zip(rows, columns).map { row, starts in
      zip(row, starts).map { cell, start in
        Place(
          start: widths[..<start].reduce(0, +),
          width: widths[start..<start + cell.columns].reduce(0, +)
        )
      }
    }
  }

  /// The first column of each cell, as in HTML: the next column that no cell of a row above spans.
  private static func columns(_ rows: [[Cell]]) -> [[Int]] {
    // For each occupied column, the number of rows that its cell spans from the present row on.
    var taken: [Int: Int] = [:]
    return rows.map { row in
      var column = 0
      let starts = row.map { cell in
        while taken[column, default: 0] > 0 { column += 1 }
        for index in column..<column + cell.columns { taken[index] = cell.rows }
        defer { column += cell.columns }
        return column
      }
      taken = taken.mapValues { $0 - 1 }.filter { $0.value > 0 }
      return starts
    }
  }

  private static func widths(_ least: [Double], _ best: [Double]) -> [Double] {
    let room = lineLength - padding * Double(least.count)
    let (needed, wanted) = (least.reduce(0, +), best.reduce(0, +))
    guard needed < room else { return least.map { ($0 + padding) / (needed + lineLength - room) } }
    let share = wanted > needed ? min(1, (room - needed) / (wanted - needed)) : 0
    return zip(least, best).map { ($0 + ($1 - $0) * share + padding) / lineLength }
  }

  /// The longest word and the longest line, in letters.
  private static func lengths(_ texts: [String]) -> (word: Double, line: Double) {
    var (longestWord, longestLine, word, line) = (0.0, 0.0, 0.0, 0.0)
    for text in texts {
      (word, line) = (0, 0)
      for scalar in text.unicodeScalars {
        // Characters such as Chinese ones are twice as wide.
        let width = scalar.value >= 0x1100 ? 2.0 : 1.0
        line = scalar == "\n" ? 0 : line + width
        word = scalar == " " || scalar == "\n" ? 0 : width == 2 ? 2 : word + width
        longestWord = max(longestWord, word)
        longestLine = max(longestLine, line)
      }
    }
    return (longestWord, longestLine)
  }
}
