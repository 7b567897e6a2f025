import PullToRefreshGtk

/// The visible widgets of content that does not keep its place by itself. Their movement shows how
/// far rows that have come, gone or grown above have pushed the content.
///
/// GTK's list view, grid view and column view keep their place by themselves, from 4.8 on as
/// measured, while their viewport keeps its length; as that changes they keep it to a part of the
/// difference, and guess anew how long the rows are that are out of sight. A viewport does not,
/// whatever its child is, and a text view does not where text is inserted right before its topmost
/// line.
final class ContentAnchors {
  private let spots: [Spot]
  private let frame: Unowned<Widget>
  private let axis: ListAxis

  /// Notes the places as they are now. Nil for content that keeps its place by itself.
  ///
  /// - Parameters:
  ///   - container: stays where it is while the scrolled window gives way to its rows.
  ///   - axis: along which the places are measured.
  init?(in window: ScrolledWindow, measuredFrom container: Widget, along axis: ListAxis) {
    self.axis = axis
    spots = Spots.inSight(of: window, measuredIn: container, along: axis)
    guard !spots.isEmpty else { return nil }
    frame = Unowned(container)
  }

  /// Notes the first places in sight, also of list and grid views. Nil for a text view: it lays out
  /// its lines when nothing else is to be done, and keeps its place meanwhile.
  init?(inSightOf window: ScrolledWindow, along axis: ListAxis) {
    guard window.child?.asTextView == nil else { return nil }
    self.axis = axis
    spots = Spots.first(in: window, along: axis)
    guard !spots.isEmpty else { return nil }
    frame = Unowned(window.asWidget)
  }

  /// How far towards the list's end each widget has moved on the screen, in px; without those that
  /// are gone.
  func pushes(in window: ScrolledWindow) -> [Double] {
    spots.compactMap { $0.push(in: window, frame.object, along: axis) }
  }

  /// Removes the marks that were set in a text. The content must still be alive.
  func discard() {
    for spot in spots { spot.discard() }
  }
}

/// Something in the content that can be found again, and where it was.
private struct Spot {
  enum Kind {
    case widget(Widget, within: Widget)
    case line(TextMark, of: TextView)
  }

  let kind: Kind
  /// From the frame's start, in px.
  let noted: Double

  /// How far it has gone towards the list's end; nil when it is gone.
  func push(in window: ScrolledWindow, _ frame: Widget, along axis: ListAxis) -> Double? {
    start(of: window, in: frame, along: axis).map { $0 - noted }
  }

  /// Where it is now; nil when it is gone.
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
  /// More candidates than a screen has rows; each costs a look at every layout.
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
    var search = Search(frame: frame, viewport: child, content: content, axis: axis)
    search.look(at: content)
    return search.found
  }

  /// Of list views the rows themselves, which have the same widgets as long as they are in sight.
  static func first(in window: ScrolledWindow, along axis: ListAxis) -> [Spot] {
    guard let child = window.child, !child.isViewport else {
      return inSight(of: window, measuredIn: window.asWidget, along: axis)
    }
    let list = child.isColumnView ? child.children.last ?? child : child
    let frame = window.asWidget
    var search = Search(frame: frame, viewport: frame, content: list, axis: axis)
    search.look(at: list)
    return search.found
  }

  /// As CSS scroll anchoring has it: the first widget that begins in sight, looked for inside
  /// those that stick out before it; if it goes, the next one, then what sticks out, then the
  /// nearest one before.
  private struct Search {
    let frame: Widget
    let viewport: Widget
    let content: Widget
    let axis: ListAxis
    private var whole: [Spot] = []
    private var partial: [Spot] = []
    private var before: [Spot] = []

    init(frame: Widget, viewport: Widget, content: Widget, axis: ListAxis) {
      (self.frame, self.viewport, self.content, self.axis) = (frame, viewport, content, axis)
    }

    var found: [Spot] {
      whole + partial.reversed() + before.sorted { $0.noted > $1.noted }.prefix(Spots.limit)
    }

    mutating func look(at parent: Widget) {
      let page = axis.length(of: viewport)
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
        } else if start < page, whole.count < Spots.limit {
          whole.append(spot)
        }
      }
    }
  }
}
