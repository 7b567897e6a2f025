/// Two fingers on a touchpad, from their first movement until they are lifted or go quiet.
struct TouchpadPull: Sendable {
  private(set) var pull: Pull?
  private(set) var last: Duration
  private var deliberate: EachEdge<Bool>

  init(deliberate: EachEdge<Bool>, at now: Duration) {
    self.deliberate = deliberate
    last = now
  }

  /// - Parameter dy: px, as a finger on the content would go.
  mutating func moved(dy: Double, at position: ScrollPosition, now: Duration) {
    last = now
    if var pull {
      pull.distance += pull.edge.forward(dy)
      self.pull = pull.distance > 0 ? pull : nil
    } else if let edge = PullEdge(pulledBy: dy), position.isAt(edge) {
      pull = Pull(edge: edge, distance: abs(dy), deliberate: deliberate[edge])
    }
  }

  mutating func overshot(_ edge: PullEdge) {
    guard let pull, pull.edge == edge, pull.deliberate else { return }
    self.pull?.distance = max(pull.distance, overshotDistance)
  }

  /// The edge went away under the fingers.
  mutating func leave(_ edge: PullEdge) {
    deliberate[edge] = false
    if pull?.edge == edge { pull = nil }
  }

  func isQuiet(at now: Duration, for quiet: Duration) -> Bool { now >= last + quiet }
}
