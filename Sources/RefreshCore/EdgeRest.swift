/// Since when the content has rested at each edge.
struct EdgeRest: Sendable {
  private var since = EachEdge<Duration?>(nil)
  private var isNew = true

  /// - Parameters:
  ///   - moved: whether the content has just moved. If the very first position comes with a gesture
  ///     instead, it has not moved since the clock began.
  ///   - taken: the edges towards which a scroller inside the list moves. The rest at these edges
  ///     begins again, although the list itself does not move.
  mutating func note(_ position: ScrollPosition, moved: Bool, taken: AxisEdges, at now: Duration) {
    let arrived = isNew && !moved ? .zero : now
    isNew = false
    for edge in AxisEdge.allCases {
      if !position.isAt(edge) {
        since[edge] = nil
      } else if taken.contains(edge) {
        since[edge] = now
      } else {
        since[edge] = since[edge] ?? arrived
      }
    }
  }

  func hasRested(at edge: AxisEdge, for time: Duration, now: Duration) -> Bool {
    guard let since = since[edge] else { return false }
    return now >= since + time
  }
}
