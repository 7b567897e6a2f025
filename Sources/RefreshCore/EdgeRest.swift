/// Since when the content has rested at each edge.
struct EdgeRest: Sendable {
  private var since = EachEdge<Duration?>(nil)
  private var isNew = true

  /// - Parameter moved: whether the content has just moved. If the very first position comes
  ///   with a gesture instead, it has not moved since the clock began.
  mutating func note(_ position: ScrollPosition, moved: Bool, at now: Duration) {
    let arrived = isNew && !moved ? .zero : now
    isNew = false
    note(position, edge: .top, arrived: arrived)
    note(position, edge: .bottom, arrived: arrived)
  }

  private mutating func note(_ position: ScrollPosition, edge: PullEdge, arrived: Duration) {
    since[edge] = position.isAt(edge) ? since[edge] ?? arrived : nil
  }

  func hasRested(at edge: PullEdge, for time: Duration, now: Duration) -> Bool {
    guard let since = since[edge] else { return false }
    return now >= since + time
  }
}
