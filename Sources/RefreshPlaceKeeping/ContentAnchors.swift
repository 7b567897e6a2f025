import PullToRefreshGtk

/// The visible widgets of content that does not keep its place by itself. Their movement shows how
/// far the content was pushed by rows that were added, removed or resized before them.
///
/// GTK's list view, grid view and column view keep their place by themselves (measured from 4.8 on)
/// as long as the length of their viewport does not change; else they are off by a part of the
/// change. A `GtkViewport` never keeps its content in place, whatever its child is. A text view
/// keeps its place, unless text is inserted right before its topmost line.
final class ContentAnchors {
  private let spots: [Spot]
  private let frame: Unowned<Widget>
  private let axis: ListAxis

  /// Notes the present positions of the anchors, measured from a container that does not move when
  /// the list makes room for header and footer rows. Nil for content that keeps its place by
  /// itself.
  ///
  /// A visible row of a list view keeps its widget, so the widgets of such rows may be noted, too
  /// (`includingRowsOfLists`). The result is then nil for a text view, which lays out its lines
  /// when the program is idle.
  init?(
    in window: ScrolledWindow,
    measuredFrom container: Widget,
    along axis: ListAxis,
    includingRowsOfLists: Bool = false
  ) {
    guard let child = window.child else { return nil }
    (self.axis, frame) = (axis, Unowned(container))
    if let view = child.asTextView {
      guard !axis.isHorizontal, !includingRowsOfLists else { return nil }
      let mark = view.markTop()
      guard let top = view.top(of: mark), let below = view.top(in: container) else { return nil }
      spots = [Spot(kind: .line(mark, of: view), noted: below + top)]
    } else if child.isViewport, let content = child.children.first {
      spots = Self.spots(in: content, seenIn: child, measuredIn: container, along: axis)
    } else if includingRowsOfLists, !child.isViewport {
      let list = child.isColumnView ? child.children.last ?? child : child
      spots = Self.spots(in: list, seenIn: container, measuredIn: container, along: axis)
    } else {
      return nil
    }
    if spots.isEmpty { return nil }
  }

  /// How far each anchor has moved on the screen towards the list's end, in px, without anchors
  /// that are gone.
  func pushes(in window: ScrolledWindow) -> [Double] {
    spots.compactMap { $0.push(in: window, frame.object, along: axis) }
  }

  /// Removes the marks that were set in a text buffer. The content must still be alive.
  func discard() {
    for spot in spots { spot.discard() }
  }
}

/// A widget or a line of the content, and its noted position.
private struct Spot {
  enum Kind {
    case widget(Widget, within: Widget)
    case line(TextMark, of: TextView)
  }

  let kind: Kind
  /// The noted position, in px from the start of the frame of reference.
  let noted: Double

  /// How far the widget or line has moved towards the list's end; nil if it is gone.
  func push(in window: ScrolledWindow, _ frame: Widget, along axis: ListAxis) -> Double? {
    switch kind {
    case .widget(let widget, let content):
      guard content.parent != nil, widget.isInside(content) else { return nil }
      return axis.start(of: widget, in: frame).map { $0 - noted }
    case .line(let mark, let view):
      guard view.pointer == window.child?.pointer, let top = view.top(of: mark) else { return nil }
      return view.top(in: frame).map { $0 + top - noted }
    }
  }

  func discard() {
    if case .line(let mark, _) = kind { mark.delete() }
  }
}

extension ContentAnchors {
  /// The maximum number of anchors that begin in the viewport, and of anchors that end before it.
  /// It limits the work of a layout, which measures every anchor. A screen shows fewer rows.
  private static let limit = 64

  /// Searches for anchors as CSS scroll anchoring does: first the widgets that begin in the
  /// viewport, at any depth, then those that reach into it, then the nearest ones that end before
  /// it.
  private static func spots(
    in content: Widget,
    seenIn viewport: Widget,
    measuredIn frame: Widget,
    along axis: ListAxis
  ) -> [Spot] {
    var (whole, partial, before): ([Spot], [Spot], [Spot]) = ([], [], [])
    let page = axis.length(of: viewport)
    func look(at parent: Widget) {
      for child in parent.children where child.isShownByParent {
        guard let start = axis.start(of: child, in: viewport),
          let noted = axis.start(of: child, in: frame)
        else { continue }
        let spot = Spot(kind: .widget(child, within: content), noted: noted)
        if start + axis.length(of: child) <= 0 {
          before.append(spot)
        } else if start < 0 {
          look(at: child)
          partial.append(spot)
        } else if start < page, whole.count < limit {
          whole.append(spot)
        }
      }
    }
    look(at: content)
    return whole + partial.reversed() + before.sorted { $0.noted > $1.noted }.prefix(limit)
  }
}
