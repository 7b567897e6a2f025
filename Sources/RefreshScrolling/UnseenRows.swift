/// Counts the rows that have arrived at an edge out of sight, until the user has seen them.
///
/// An application reports how many rows have arrived, and may report a row twice: when its content
/// changes, or when it moves to the edge. All new rows lie between the edge and the first old row,
/// so the number of rows there limits the count.
package struct UnseenRows: Sendable {
  package private(set) var count = 0
  /// The number of rows from the edge to the first row that is not new; nil if the list does not
  /// report changes of its rows.
  private var limit: Int?

  package init() {}

  /// Adds rows that have arrived. Called after the list has reported their insertion.
  ///
  /// - Parameters:
  ///   - arrivals: the number of rows; more than 0.
  ///   - isReported: whether the list reports changes of its rows from now on.
  package mutating func add(_ arrivals: Int, isReported: Bool) {
    let (sum, overflow) = count.addingReportingOverflow(arrivals)
    if count == 0 { limit = isReported ? arrivals : nil }
    count = min(overflow ? .max : sum, limit ?? .max)
  }

  /// Replaces a range of rows at a distance from the edge, in rows. Rows that replace known ones
  /// may all be new.
  package mutating func replace(at distance: Int, removed: Int, added: Int) {
    guard let limit, distance <= limit else { return }
    let rest = max(0, limit - distance - removed)
    self.limit = distance + added + rest
    count = min(count, distance + added + rest)
  }
}
