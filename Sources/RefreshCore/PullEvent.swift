/// The meaning of the devices' events at an edge.
package enum PullEvent: Sendable, Hashable {
  /// The content is pulled past an edge by `distance` px, more than 0.
  ///
  /// A pull that is not `deliberate` only peeks: it began away from the edge, or too soon after the
  /// edge was reached, and cannot fire, however far it goes.
  case moved(AxisEdge, distance: Double, device: PullDevice, deliberate: Bool)

  /// The user let go; for a wheel, the dwell is over. An armed pull fires now.
  case released(AxisEdge, device: PullDevice)

  /// The pull is over and fires nothing: it was pulled back to the edge or taken away, or its time
  /// ran out.
  case cancelled(AxisEdge)
}
