import PullToRefreshGtk
import RefreshCore

/// The widgets between the target of an event and the list around it that may scroll by the event.
///
/// It keeps adjustments and no widgets: these may be destroyed in the middle of a gesture.
struct InnerScrollers {
  /// What an event moves. Each kind is handled by other widgets.
  enum Gesture {
    case scroll, finger, stylus
  }

  fileprivate enum Scroller {
    /// A scrolled window, attached or not.
    case window(Adjustment)
    /// The container of a list that has pulls of its own.
    case list(PullingList)
  }

  /// From the innermost.
  private var scrollers: [Scroller] = []
  /// Along which the list around them pulls.
  private let axis: ListAxis
  private var takesAll = false
  /// Whether GTK drags the list around them, and nothing inside it.
  private let isOuterDragged: Bool
  /// The edges at which the list around them does not scroll by this gesture.
  private let outerResting: AxisEdges

  /// - Parameters:
  ///   - container: of the list that observes the event, around the target.
  ///   - scrolledWindow: the list itself.
  ///   - axis: along which that pulls.
  ///   - resting: the edges at which it rests.
  init(
    from target: EventTarget,
    to container: Widget,
    around scrolledWindow: ScrolledWindow,
    along axis: ListAxis,
    resting: AxisEdges,
    of gesture: Gesture
  ) {
    self.axis = axis
    // GTK drags the outermost scrolled window that can scroll at all, and ends the gestures inside
    // it. So a finger moves no other list, as measured with 4.8.
    isOuterDragged = gesture == .finger && axis.adjustment(of: scrolledWindow).canScroll
    outerResting = isOuterDragged ? resting : .both
    switch target {
    case .unknown: return
    case .otherSurface: takesAll = true
    case .widget(let widget):
      var next: Widget? = widget
      while let widget = next, widget.pointer != container.pointer {
        if widget.pointer != scrolledWindow.pointer { note(widget, gesture) }
        next = widget.parent
      }
    }
  }

  private mutating func note(_ widget: Widget, _ gesture: Gesture) {
    if let list = widget.owned(PullingList.self, key: PullingList.key) {
      scrollers.append(.list(list))
    }
    // A stylus scrolls nothing.
    if gesture != .stylus, let scroller = widget.asScrolledWindow {
      scrollers.append(.window(axis.adjustment(of: scroller)))
    }
    switch gesture {
    case .scroll: if widget.takesScrolling { takesAll = true }
    case .finger: if widget.takesDragging { takesAll = true }
    case .stylus: if widget.takesDragging || widget.selectsByDragging { takesAll = true }
    }
  }

  /// The edges towards which one of them takes the movement now.
  var taken: AxisEdges { edges(notOf: .outer, resting: outerResting) }

  /// The lists among them that GTK's own gestures do not reach, since it drags the list around
  /// them; with the edges at which each does not have the pull.
  ///
  /// - Parameter position: where the content of the list around them stands now.
  func listsWithoutGestures(
    at position: ScrollPosition
  ) -> [(list: PullingList, taken: AxisEdges)] {
    guard isOuterDragged else { return [] }
    let resting = outerResting.intersection(position.edges)
    return scrollers.enumerated().compactMap { index, scroller in
      // A list along the other axis has a gesture of its own: GTK drags this one by no other way.
      guard case .list(let list) = scroller, list.axis().isHorizontal == axis.isHorizontal
      else { return nil }
      return (list, edges(notOf: .inner(index), resting: resting))
    }
  }

  private func edges(notOf owner: PullOwner, resting: AxisEdges) -> AxisEdges {
    if takesAll { return .both }
    let nested = scrollers.map { $0.now(along: axis) }
    return AxisEdges(where: { nested.owner(of: $0, resting: resting) != owner })
  }
}

extension InnerScrollers.Scroller {
  /// - Parameter axis: of the list around them.
  fileprivate func now(along axis: ListAxis) -> NestedScroller {
    switch self {
    case .window(let adjustment):
      NestedScroller(resting: adjustment.edges(along: axis), pulls: [])
    case .list(let list):
      NestedScroller(resting: .both, pulls: axis.edges(list.edges(), of: list.axis()))
    }
  }
}

/// Owned by a list's container, so that the lists around it find it.
///
/// Of nested lists the innermost has the pull, alone: where it does not stand at its edge, it can
/// still scroll there.
final class PullingList {
  static let key = "pull-to-refresh-edges"

  /// Along which the list pulls now.
  let axis: () -> ListAxis
  /// The edges past which the list can be pulled now.
  let edges: () -> AxisEdges
  /// Receives the touch events that a list around this one passes on; nil once this list is gone.
  private(set) weak var input: InputObserver?

  init(
    of input: InputObserver,
    along axis: @escaping () -> ListAxis,
    edges: @escaping () -> AxisEdges
  ) {
    self.input = input
    self.axis = axis
    self.edges = edges
  }
}

extension Adjustment {
  fileprivate var canScroll: Bool { upper - lower > pageSize }

  /// The edges that the content is at, as a list around it counts them.
  fileprivate func edges(along axis: ListAxis) -> AxisEdges { axis.position(in: self).edges }
}

extension DeviceEvent {
  /// The same event for a list inside, with the position of its content.
  func handedOn(at position: ScrollPosition, taken: AxisEdges) -> DeviceEvent {
    switch self {
    case .touchBegan(_, var context):
      context.taken = taken
      return .touchBegan(at: position, with: context)
    case .touchMoved(let across, let along, _, var context):
      context.taken = taken
      return .touchMoved(across: across, along: along, at: position, with: context)
    default: return self
    }
  }
}
