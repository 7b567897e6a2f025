/// Fills pages of one height with lines, in order.
public nonisolated struct PageFlow {
  /// Where a line is.
  public struct Place: Equatable {
    /// Counted from 0.
    public let page: Int
    /// From the page's top, in the unit of the heights.
    public let top: Double
  }

  /// Of a page.
  public let height: Double
  private var page = 0
  /// How far the last page is filled.
  private var filled = 0.0

  public init(height: Double) { self.height = height }

  /// How many pages there are; one where there is no line.
  public var pages: Int { page + 1 }

  /// Leaves room before the next line, unless that begins a page.
  public mutating func leave(_ room: Double) {
    if filled > 0 { filled += room }
  }

  /// Begins a new page, unless so much room is left. A page that is empty has room for everything.
  public mutating func reserve(_ room: Double) {
    guard filled > 0, filled + room > height else { return }
    page += 1
    filled = 0
  }

  /// Adds a line, on a new page where there is no room for it. One that is higher than a page has a
  /// page of its own.
  public mutating func add(_ line: Double) -> Place {
    reserve(line)
    defer { filled += line }
    return Place(page: page, top: filled)
  }
}
