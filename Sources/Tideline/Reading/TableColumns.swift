import TidelineGtk

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
    let columns = TableGrid.columns(of: rows.map { $0.map { ($0.columns, $0.rows) } })
    let count = columns.joined().map(\.upperBound).max() ?? 0
    var (least, best) = (Array(repeating: 1.0, count: count), Array(repeating: 1.0, count: count))
    for (cell, own) in zip(rows.joined(), columns.joined()) where own.count == 1 {
      let (word, line) = Self.lengths(cell.texts)
      least[own.lowerBound] = max(least[own.lowerBound], min(word, Self.longestWord))
      best[own.lowerBound] = max(best[own.lowerBound], min(line, Self.longestLine))
    }
    let widths = Self.widths(least, best)
    places = columns.map { row in
      row.map { own in
        Place(
          start: widths[..<own.lowerBound].reduce(0, +),
          width: widths[own].reduce(0, +)
        )
      }
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
