/// One finger, from when it comes down until it is lifted.
///
/// The pull is the finger's way less what the content could still scroll when it began: where the
/// content would stand if nothing stopped it at its edge.
struct TouchPull: Sendable {
  private(set) var pull: Pull?
  private let began: ScrollPosition
  private var deliberate: EachEdge<Bool>
  /// What GTK's own witness has seen beyond our count.
  private var witnessed = EachEdge(0.0)

  init(at position: ScrollPosition, deliberate: EachEdge<Bool>) {
    began = position
    self.deliberate = deliberate
  }

  mutating func moved(dy: Double, slop: Double) {
    pull = nil
    let dy = dy.orZero
    guard let edge = PullEdge(pulledBy: dy) else {
      witnessed = EachEdge(0)
      return
    }
    let way = edge.forward(dy) - began.distance(to: edge)
    if way <= 0 { witnessed[edge] = 0 }
    let distance = way - slop + witnessed[edge]
    guard distance > 0 else { return }
    pull = Pull(edge: edge, distance: distance, deliberate: deliberate[edge])
  }

  mutating func overshot(_ edge: PullEdge) {
    guard let pull, pull.edge == edge, pull.deliberate else { return }
    let missing = max(0, overshotDistance - pull.distance)
    witnessed[edge] += missing
    self.pull?.distance += missing
  }

  /// The edge went away under the finger.
  mutating func leave(_ edge: PullEdge) {
    deliberate[edge] = false
    if pull?.edge == edge { pull = nil }
  }
}
