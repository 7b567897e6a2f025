/// Distributes lines over pages of equal height, in order.
public nonisolated struct PageFlow {
  /// The position of a line.
  public struct Place: Equatable {
    /// The index of the page, from 0.
    public let page: Int
    /// The distance from the page's top, in the unit of the heights.
    public let top: Double
  }

  /// The height of a page.
  public let height: Double
  private var page = 0
  /// The filled height of the last page.
  private var filled = 0.0

  public init(height: Double) { self.height = height }

  /// The number of pages; 1 without any line.
  public var pages: Int { page + 1 }

  /// Leaves a gap before the next line, unless the line begins a page.
  public mutating func leave(_ room: Double) {
    if filled > 0 { filled += room }
  }

  /// Begins a new page if this one has less height left. An empty page takes any height.
  public mutating func reserve(_ room: Double) {
    guard filled > 0, filled + room > height else { return }
    page += 1
    filled = 0
  }

  /// Adds a line of this height, on a new page if it does not fit. A line that is higher than a
  /// page has a page of its own.
  public mutating func add(_ line: Double) -> Place {
    reserve(line)
    defer { filled += line }
    return Place(page: page, top: filled)
  }
}
