import Gtk
import RefreshCore

/// What stands between the target of an event and the list around it, and may take the movement.
///
/// It keeps adjustments and no widgets: these may be destroyed in the middle of a gesture.
struct InnerScrollers {
  /// What moves over the widgets. Each is taken by others.
  enum Gesture {
    case scroll, finger, stylus
  }

  /// Of the scrolled windows, attached or not.
  private var adjustments: [Adjustment] = []
  /// Of the lists that have pulls of their own.
  private var lists: [PullingList] = []
  private var takesAll = false

  /// - Parameters:
  ///   - container: of the list that observes the event, around the target.
  ///   - scrolledWindow: the list itself.
  init(
    from target: EventTarget,
    to container: Overlay,
    around scrolledWindow: ScrolledWindow,
    of gesture: Gesture
  ) {
    switch target {
    case .unknown: return
    case .otherSurface: takesAll = true
    case .widget(let widget):
      // GTK drags the outermost scrolled window that can scroll at all, and ends the gestures
      // inside it. So a finger moves nothing else, as measured with 4.8.
      let isDragged = gesture == .finger && scrolledWindow.verticalAdjustment.canScroll
      var next: Widget? = widget
      while let widget = next, widget.pointer != container.pointer {
        if widget.pointer != scrolledWindow.pointer {
          noteValue(of: widget, gesture)
          if !isDragged { noteList(at: widget, gesture) }
        }
        next = widget.parent
      }
    }
  }

  private mutating func noteList(at widget: Widget, _ gesture: Gesture) {
    if let list = widget.owned(PullingList.self, key: PullingList.key) { lists.append(list) }
    // A stylus scrolls nothing.
    if gesture != .stylus, let scroller = widget.asScrolledWindow {
      adjustments.append(scroller.verticalAdjustment)
    }
  }

  private mutating func noteValue(of widget: Widget, _ gesture: Gesture) {
    switch gesture {
    case .scroll: if widget.takesScrolling { takesAll = true }
    case .finger: if widget.takesDragging { takesAll = true }
    case .stylus: if widget.takesDragging || widget.selectsByDragging { takesAll = true }
    }
  }

  /// The edges towards which one of them takes the movement now.
  var taken: PullEdges {
    if takesAll { return .both }
    var edges: PullEdges = []
    for list in lists { edges.formUnion(list.edges()) }
    for adjustment in adjustments {
      let position = ScrollPosition(adjustment)
      for edge in PullEdge.allCases where !position.isAt(edge) { edges.insert(PullEdges(edge)) }
    }
    return edges
  }
}

/// Owned by a list's container, so that the lists around it find it.
///
/// Of nested lists the innermost has the pull, alone: where it does not stand at its edge, it can
/// still scroll there.
final class PullingList {
  static let key = "pull-to-refresh-edges"

  /// The edges past which the list can be pulled now.
  let edges: () -> PullEdges

  init(edges: @escaping () -> PullEdges) { self.edges = edges }
}

extension Adjustment {
  fileprivate var canScroll: Bool { upper - lower > pageSize }
}
