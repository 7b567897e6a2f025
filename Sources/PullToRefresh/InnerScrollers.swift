import PullToRefreshGtk
import RefreshCore
import RefreshPlaceKeeping

/// The widgets between an event's target and the outer list, which observes the event. These
/// widgets may take the movement. Stores adjustments and no widgets, since a widget may be
/// destroyed during a gesture.
struct InnerScrollers {
  /// The kind of movement: GTK's widgets handle each kind differently.
  enum Gesture {
    case scroll, finger, stylus
  }

  fileprivate enum Scroller {
    /// A scrolled window. If it has pulls of its own, its container is noted as well, as a `list`.
    case window(Adjustment)
    /// A list that has pulls of its own. Among nested lists, a pull past an edge belongs to the
    /// innermost list that can be pulled there; while its content is away from the edge, it
    /// scrolls.
    case list(Weak<InputObserver>)
  }

  /// The scrollers, the innermost first.
  private var scrollers: [Scroller] = []
  /// The axis along which the outer list pulls.
  private let axis: ListAxis
  private var takesAll = false
  /// Whether GTK drags the outer list, and nothing inside it.
  private let isOuterDragged: Bool
  /// The edges towards which this gesture does not scroll the outer list.
  private let outerResting: AxisEdges

  /// The resting edges are those of the outer list.
  init(
    from target: EventTarget,
    in outer: InputObserver,
    of gesture: Gesture,
    resting: AxisEdges = .both
  ) {
    let (container, scrolledWindow) = (outer.container.object, outer.scrolledWindow.object)
    axis = outer.axis
    // GTK drags the outermost scrolled window that can scroll at all, and ends the gestures inside
    // it. A finger then moves no other list, as measured with 4.8.
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
    if let list = widget.owned(InputObserver.self, key: InputObserver.key) {
      scrollers.append(.list(Weak(object: list)))
    }
    // A stylus does not scroll.
    if gesture != .stylus, let scroller = widget.asScrolledWindow {
      scrollers.append(.window(axis.adjustment(of: scroller)))
    }
    switch gesture {
    case .scroll: if widget.takesScrolling { takesAll = true }
    case .finger: if widget.takesDragging { takesAll = true }
    case .stylus: if widget.takesDragging || widget.selectsByDragging { takesAll = true }
    }
  }

  /// The edges towards which an inner widget takes the movement now.
  var taken: AxisEdges { edges(notOf: nil, resting: outerResting) }

  /// The inner lists that get no gesture because GTK drags the outer one, and for each the edges
  /// past which it must not pull.
  func listsWithoutGestures(
    at position: ScrollPosition
  ) -> [(input: InputObserver, taken: AxisEdges)] {
    guard isOuterDragged else { return [] }
    let resting = outerResting.intersection(position.edges)
    return scrollers.enumerated().compactMap { index, scroller in
      // Skips lists along the other axis: GTK drags the outer list only along its own axis, so such
      // lists get gestures of their own.
      guard case .list(let list) = scroller, let input = list.object,
        input.axis.isHorizontal == axis.isHorizontal
      else { return nil }
      return (input, edges(notOf: index, resting: resting))
    }
  }

  /// The edges past which a pull does not belong to the inner scroller at `index`; for a nil index,
  /// not to the outer list.
  private func edges(notOf index: Int?, resting: AxisEdges) -> AxisEdges {
    if takesAll { return .both }
    return AxisEdges(where: { edge in
      // The outer list itself scrolls towards an edge where it does not rest. A wheel reaches inner
      // scrollers first.
      guard resting.contains(edge) else { return index != nil }
      guard scrollers.allSatisfy({ $0.rests(at: edge, along: axis) }) else { return true }
      return scrollers.firstIndex { $0.isPulled(past: edge, along: axis) } != index
    })
  }
}

extension InnerScrollers.Scroller {
  /// Whether the scroller cannot scroll any further towards an edge of the outer list.
  fileprivate func rests(at edge: AxisEdge, along axis: ListAxis) -> Bool {
    guard case .window(let adjustment) = self else { return true }
    return axis.position(in: adjustment).isAt(edge)
  }

  /// Whether the scroller has a pull of its own past an edge of the outer list.
  fileprivate func isPulled(past edge: AxisEdge, along axis: ListAxis) -> Bool {
    guard case .list(let list) = self, let input = list.object else { return false }
    return axis.edges(input.pullEdges, of: input.axis).contains(edge)
  }
}

extension Adjustment {
  fileprivate var canScroll: Bool { upper - lower > pageSize }
}

extension DeviceEvent {
  /// The event as passed to an inner list, with the position of that list's content.
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
