import PullToRefreshGtk

/// The visible widgets of content that does not keep its place by itself. Their movement shows how
/// far the content was pushed by rows that were added, removed or resized before them.
///
/// GTK's list view, grid view and column view keep their place by themselves (measured from 4.8 on)
/// as long as the length of their viewport does not change. If that length changes, they miss
/// the place by a part of the change, and estimate anew how long the rows out of sight are. A
/// `GtkViewport` never keeps its content in place, whatever its child is. A text view keeps its
/// place, unless text is inserted right before its topmost line.
final class ContentAnchors {
  private let spots: [Spot]
  private let frame: Unowned<Widget>
  private let axis: ListAxis

  /// Notes the present positions of the anchors. Nil for content that keeps its place by itself.
  ///
  /// - Parameters:
  ///   - container: the frame of reference; it does not move when the scrolled window makes room
  ///     for header and footer rows.
  ///   - axis: the axis along which places are measured.
  init?(in window: ScrolledWindow, measuredFrom container: Widget, along axis: ListAxis) {
    self.axis = axis
    spots = Spots.inSight(of: window, measuredIn: container, along: axis)
    guard !spots.isEmpty else { return nil }
    frame = Unowned(container)
  }

  /// Notes the positions of visible rows, also in list and grid views. Nil for a text view, which
  /// lays out its lines when the program is idle, and keeps its place meanwhile.
  init?(inSightOf window: ScrolledWindow, along axis: ListAxis) {
    guard window.child?.asTextView == nil else { return nil }
    self.axis = axis
    spots = Spots.first(in: window, along: axis)
    guard !spots.isEmpty else { return nil }
    frame = Unowned(window.asWidget)
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
    start(of: window, in: frame, along: axis).map { $0 - noted }
  }

  /// The present position; nil if the widget or line is gone.
  private func start(of window: ScrolledWindow, in frame: Widget, along axis: ListAxis) -> Double? {
    switch kind {
    case .widget(let widget, let content):
      guard content.parent != nil, widget.isInside(content) else { return nil }
      return axis.start(of: widget, in: frame)
    case .line(let mark, let view):
      guard view.pointer == window.child?.pointer, let top = view.top(of: mark) else { return nil }
      return view.top(in: frame).map { $0 + top }
    }
  }

  func discard() {
    if case .line(let mark, _) = kind { mark.delete() }
  }
}

private enum Spots {
  /// The maximum number of anchors that begin in the viewport, and of anchors that end before it.
  /// It limits the work of a layout, which measures every anchor. A screen shows fewer rows.
  private static let limit = 64

  static func inSight(
    of window: ScrolledWindow,
    measuredIn frame: Widget,
    along axis: ListAxis
  ) -> [Spot] {
    guard let child = window.child else { return [] }
    if !axis.isHorizontal, let view = child.asTextView {
      let mark = view.markTop()
      guard let top = view.top(of: mark), let below = view.top(in: frame) else { return [] }
      return [Spot(kind: .line(mark, of: view), noted: below + top)]
    }
    guard child.isViewport, let content = child.children.first else { return [] }
    return search(content, in: child, measuredIn: frame, along: axis)
  }

  /// Like `inSight`, but also uses the row widgets of a list view: as long as a row is visible, it
  /// keeps its widget.
  static func first(in window: ScrolledWindow, along axis: ListAxis) -> [Spot] {
    let frame = window.asWidget
    guard let child = window.child, !child.isViewport else {
      return inSight(of: window, measuredIn: frame, along: axis)
    }
    let list = child.isColumnView ? child.children.last ?? child : child
    return search(list, in: frame, measuredIn: frame, along: axis)
  }

  /// Searches for anchors as CSS scroll anchoring does. First come the widgets that begin in the
  /// viewport, including those inside a widget that begins before the viewport; then the widgets
  /// that begin before the viewport and reach into it; then the nearest widgets that end before it.
  private static func search(
    _ content: Widget,
    in viewport: Widget,
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
