/// The time since when the content has rested at each edge.
struct EdgeRest: Sendable {
  private var since = EachEdge<Duration?>(nil)
  /// The time when a scroller inside the list last moved towards the edge.
  private var taken = EachEdge<Duration?>(nil)
  private var isNew = true

  /// - Parameters:
  ///   - moved: whether the content has just moved. If the first position of all comes with a
  ///     gesture instead, the content counts as unmoved since the clock began.
  ///   - taken: the edges towards which a scroller inside the list moves. The list's rest at these
  ///     edges begins again, although the list itself does not move; the rest for lists inside it
  ///     does not.
  mutating func note(_ position: ScrollPosition, moved: Bool, taken: AxisEdges, at now: Duration) {
    let arrived = isNew && !moved ? .zero : now
    isNew = false
    for edge in AxisEdge.allCases {
      since[edge] = position.isAt(edge) ? since[edge] ?? arrived : nil
      if taken.contains(edge) { self.taken[edge] = now }
    }
  }

  /// - Parameter isInside: whether to answer for a list inside this one, whose own movements do not
  ///   count.
  func hasRested(
    at edge: AxisEdge,
    for time: Duration,
    now: Duration,
    isInside: Bool = false
  ) -> Bool {
    guard let since = since[edge] else { return false }
    let moved = isInside ? since : max(since, taken[edge] ?? since)
    return now >= moved + time
  }
}
