/// A touch of one finger or a stylus, until it is lifted.
///
/// The pull is the finger's offset, minus the distance that the content could still scroll when the
/// touch began, and minus the slop.
struct TouchPull: Gesture {
  let device = PullDevice.touch
  private(set) var pull: Pull?
  private let began: ScrollPosition
  private var axis = MainAxis()
  private var allowed: Allowance
  /// How far the finger has moved past the edge that it pulls at, slop included.
  private var way = 0.0
  /// The px that `edge-overshot` has added to the distance.
  private var correction = Each<AxisEdge, Double>(repeating: 0)

  init(at position: ScrollPosition, firing: AxisEdges, _ context: InputContext) {
    began = position
    allowed = Allowance(firing: firing)
    allowed.limit(by: context)
  }

  mutating func moved(across: Double, along: Double, slop: Double, _ context: InputContext) {
    pull = nil
    let (across, along) = (across.orZero, along.orZero)
    allowed.limit(by: context)
    axis.note(across: across, along: along, slop: slop)
    guard let edge = AxisEdge(pulledBy: along) else {
      correction = Each(repeating: 0)
      return
    }
    way = edge.forward(along) - began.distance(to: edge)
    if way <= 0 { correction[edge] = 0 }
    let distance = way - slop + correction[edge]
    guard distance > 0, axis.isAlong else { return }
    pull = allowed.pull(past: edge, by: distance, correction: correction[edge])
  }

  /// Raises a deliberate pull to ``overshotDistance`` if the finger has moved that far: unlike GTK,
  /// a touch pull does not count the slop. Pulls by other devices count it, and are not raised.
  mutating func overshot(_ edge: AxisEdge) {
    guard let pull, pull.edge == edge, pull.deliberate, way >= overshotDistance else { return }
    let missing = max(0, overshotDistance - pull.distance)
    correction[edge] += missing
    self.pull?.distance += missing
    self.pull?.correction += missing
  }

  mutating func leave(_ edge: AxisEdge) {
    allowed.leave(edge)
    if pull?.edge == edge { pull = nil }
  }
}
