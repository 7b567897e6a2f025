import Gtk

/// The visible widgets of content that does not keep its place by itself. Their movement shows how
/// far rows that have come, gone or grown above have pushed the content.
///
/// GTK's list view, grid view and column view keep their place by themselves, from 4.8 on as
/// measured. A viewport does not, whatever its child is, and a text view does not where text is
/// inserted right before its topmost line.
final class ContentAnchors {
  private let spots: [Spot]
  private let frame: Unowned<Widget>

  /// Notes the places as they are now. Nil for content that keeps its place by itself.
  ///
  /// - Parameter container: stays where it is while the scrolled window gives way to its rows.
  init?(in window: ScrolledWindow, measuredFrom container: Overlay) {
    spots = Spots.inSight(of: window, measuredIn: container.asWidget)
    guard !spots.isEmpty else { return nil }
    frame = Unowned(container.asWidget)
  }

  /// How far down on the screen each widget has moved, in px; without those that are gone.
  func pushes(in window: ScrolledWindow) -> [Double] {
    spots.compactMap { spot in
      spot.top(of: window, in: frame.object).map { $0 - spot.noted }
    }
  }

  /// Gives the keyboard's focus to a row in sight, where the one that had it is gone. GTK would
  /// give it to the next row, however far away, and scroll there.
  func takeFocus(in window: ScrolledWindow) {
    let isTaken = spots.contains {
      if case .widget(let widget, _) = $0.kind {
        widget.isShownByParent && widget.grabFocus()
      } else {
        false
      }
    }
    if !isTaken { window.takeFocus() }
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
  /// Below the frame's top, in px.
  let noted: Double

  /// Where it is now; nil when it is gone.
  func top(of window: ScrolledWindow, in frame: Widget) -> Double? {
    switch kind {
    case .widget(let widget, let content):
      guard content.parent != nil, widget.isInside(content) else { return nil }
      return widget.top(in: frame)
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

  static func inSight(of window: ScrolledWindow, measuredIn frame: Widget) -> [Spot] {
    guard let child = window.child else { return [] }
    if let view = child.asTextView {
      let mark = view.markTop()
      guard let top = view.top(of: mark), let below = view.top(in: frame) else { return [] }
      return [Spot(kind: .line(mark, of: view), noted: below + top)]
    }
    guard child.isViewport, let content = child.children.first else { return [] }
    var search = Search(frame: frame, viewport: child, content: content)
    search.look(at: content)
    return search.found
  }

  /// As CSS scroll anchoring has it: the first widget that begins in sight, looked for inside
  /// those that stick out above; if it goes, the next one, then what sticks out, then the nearest
  /// one above.
  private struct Search {
    let frame: Widget
    let viewport: Widget
    let content: Widget
    private var whole: [Spot] = []
    private var partial: [Spot] = []
    private var above: [Spot] = []

    init(frame: Widget, viewport: Widget, content: Widget) {
      (self.frame, self.viewport, self.content) = (frame, viewport, content)
    }

    var found: [Spot] {
      whole + partial.reversed() + above.sorted { $0.noted > $1.noted }.prefix(Spots.limit)
    }

    mutating func look(at parent: Widget) {
      let height = Double(viewport.height)
      for child in parent.children where child.isShownByParent {
        guard let top = child.top(in: viewport), let noted = child.top(in: frame) else { continue }
        let spot = Spot(kind: .widget(child, within: content), noted: noted)
        if top + Double(child.height) <= 0 {
          above.append(spot)
        } else if top < 0 {
          look(at: child)
          partial.append(spot)
        } else if top < height, whole.count < Spots.limit {
          whole.append(spot)
        }
      }
    }
  }
}
