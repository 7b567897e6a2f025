/// Two fingers on a touchpad, from their first movement until they are lifted or stay still.
struct TouchpadPull: Gesture {
  let device = PullDevice.touchpad
  private(set) var last: Duration
  private var axis = MainAxis()
  private var allowed: Allowance
  private var sum = (across: 0.0, along: 0.0)
  /// The pull, whether or not it may be shown.
  private var counted: (edge: AxisEdge, distance: Double)?

  init(firing: AxisEdges, at now: Duration) {
    allowed = Allowance(firing: firing)
    last = now
  }

  /// The visible pull: none before the axis is decided, and afterwards the whole distance that was
  /// pulled past the edge.
  var pull: Pull? {
    guard let counted, axis.isAlong else { return nil }
    return allowed.pull(past: counted.edge, by: counted.distance)
  }

  /// - Parameters:
  ///   - across: px across the list, signed as the movement of a finger that drags the content.
  ///   - along: the same along the list.
  mutating func moved(
    across: Double,
    along: Double,
    at position: ScrollPosition,
    now: Duration,
    slop: Double,
    _ context: InputContext
  ) {
    last = now
    allowed.limit(by: context)
    sum.across += across
    sum.along += along
    axis.note(across: sum.across, along: sum.along, slop: slop)
    if let counted {
      let distance = counted.distance + counted.edge.forward(along)
      self.counted = distance > 0 ? (counted.edge, distance) : nil
    } else if let edge = AxisEdge(pulledBy: along), position.isAt(edge) {
      counted = (edge, abs(along))
    }
  }

  mutating func leave(_ edge: AxisEdge) {
    allowed.leave(edge)
    if counted?.edge == edge { counted = nil }
  }
}
