import PullToRefreshGtk
import RefreshScrolling

/// The axis along which a list pulls. Converts directions of RefreshScrolling to GTK's and back.
///
/// RefreshScrolling counts from the start, at the first row, to the end. GTK's horizontal
/// adjustment counts from the left in either reading direction, as measured with 4.8: content that
/// reads from right to left starts at the adjustment's upper end.
package struct ListAxis: Equatable {
  package let isHorizontal: Bool
  /// Whether the start is at the right.
  package let isMirrored: Bool

  package init(isHorizontal: Bool, isMirrored: Bool) {
    (self.isHorizontal, self.isMirrored) = (isHorizontal, isMirrored)
  }

  /// - Parameter window: the list. GTK lays its child out by the child's own direction.
  package init(of window: ScrolledWindow, isHorizontal: Bool) {
    self.isHorizontal = isHorizontal
    isMirrored = isHorizontal && (window.child ?? window.asWidget).isRightToLeft
  }

  package func adjustment(of window: ScrolledWindow) -> Adjustment {
    isHorizontal ? window.horizontalAdjustment : window.verticalAdjustment
  }

  /// An adjustment's value counted from the start; the function is its own inverse.
  package func mirrored(_ value: Double, in adjustment: Adjustment) -> Double {
    guard isMirrored else { return value }
    return adjustment.lower + adjustment.upper - adjustment.pageSize - value
  }

  /// The content's position, from the adjustment of this list or of an inner list.
  package func position(in adjustment: Adjustment) -> ScrollPosition {
    let value = mirrored(adjustment.value, in: adjustment)
    return ScrollPosition(
      distanceToStart: value - adjustment.lower,
      distanceToEnd: adjustment.upper - adjustment.pageSize - value,
      page: adjustment.pageSize
    )
  }

  /// Converts a movement on the screen, positive to the right and down, to one along the axis,
  /// positive towards the end.
  package func components(dx: Double, dy: Double) -> (across: Double, along: Double) {
    guard isHorizontal else { return (dx, dy) }
    return (dy, isMirrored ? -dx : dx)
  }

  /// Converts the scrolling of a wheel or a touchpad to a movement. GTK swaps the axes while Shift
  /// is held; for a horizontal list, this method swaps them back, and removes Shift from the keys.
  package func scrolled(
    dx: Double,
    dy: Double,
    with keys: inout [ModifierKey]
  ) -> (across: Double, along: Double) {
    guard isHorizontal, let shift = keys.firstIndex(of: .shift) else {
      return components(dx: dx, dy: dy)
    }
    keys.remove(at: shift)
    return components(dx: dy, dy: dx)
  }

  /// The edge at a side of the screen; nil if this axis has no edge there.
  package func edge(at side: PositionType) -> AxisEdge? {
    AxisEdge.allCases.first { self.side(of: $0) == side }
  }

  /// The side of the screen at which an edge is.
  package func side(of edge: AxisEdge) -> PositionType {
    switch (isHorizontal, (edge == .start) != isMirrored) {
    case (false, true): .top
    case (false, false): .bottom
    case (true, true): .left
    case (true, false): .right
    }
  }

  /// The distance from the start of `other` to the start of `widget`, in application pixels; nil if
  /// the two are in different windows, or in none.
  package func start(of widget: Widget, in other: Widget) -> Double? {
    guard isHorizontal else { return widget.top(in: other) }
    guard let left = widget.left(in: other) else { return nil }
    return isMirrored ? Double(other.width - widget.width) - left : left
  }

  /// The length of a widget along the axis, in application pixels.
  package func length(of widget: Widget) -> Double {
    Double(isHorizontal ? widget.width : widget.height)
  }

  /// A movement on the screen, away from a side of the list.
  package func movement(side: PositionType, by length: Double) -> (x: Double, y: Double) {
    switch side {
    case .top: (0, length)
    case .bottom: (0, -length)
    case .left: (length, 0)
    case .right: (-length, 0)
    }
  }

  /// Converts another list's edges to the edges of this axis at the same sides of the screen; none
  /// if the lists have different axes.
  package func edges(_ edges: AxisEdges, of other: ListAxis) -> AxisEdges {
    AxisEdges(where: { edge in
      other.edge(at: side(of: edge)).map(edges.contains) ?? false
    })
  }
}
