import Gtk

/// Keeps what is read where it is while rows come, go or grow above it.
///
/// GTK's list view, grid view and column view keep their place by themselves, from 4.8 on as
/// measured. A viewport does not, whatever it holds, and a text view not where the text arrives
/// right before its topmost line. For these two, the places of what is in sight are noted; once
/// the frame with the change is laid out, and before it is painted, the content moves so that the
/// first of them that is still there stands where it stood.
final class PlaceKeeper {
  private let window: Unowned<ScrolledWindow>
  private let adjustment: Adjustment
  private var spots: [Spot]
  /// What the places are measured in.
  private let frame: Unowned<Widget>
  /// Whether somebody else's moves are known from GTK's own: a text view moves its content, too.
  private let respectsMoves: Bool
  /// How far the content was moved since by others than this object: by the user, or by the header
  /// that opens.
  private var moved = 0.0
  private var lastValue: Double
  private var clock: FrameClock?
  private var connections: [SignalConnection] = []
  private var mapping: SignalConnection?
  /// In how many frames a change may still move the rows.
  private var remainingFrames = 4

  /// Notes the places as they are now. Nil for content that keeps its place by itself.
  ///
  /// - Parameter container: stays where it is while the scrolled window gives way to the header.
  init?(of window: ScrolledWindow, in container: Overlay) {
    respectsMoves = window.child?.asTextView == nil
    let frame = respectsMoves ? window.asWidget : container.asWidget
    let spots = Spots.inSight(of: window, measuredIn: frame)
    guard !spots.isEmpty else { return nil }
    self.window = Unowned(window)
    self.frame = Unowned(frame)
    self.spots = spots
    adjustment = window.verticalAdjustment
    lastValue = adjustment.value
  }

  /// Begins to hold the content, after the change; a list that is hidden is held once it shows.
  func start() {
    let window = window.object
    lastValue = adjustment.value
    guard window.isMapped, let clock = window.frameClock else {
      mapping = window.connect("map") { [weak self] in
        guard let self, connections.isEmpty else { return }
        hold()
      }
      return
    }
    hold(on: clock)
  }

  /// Gives the keyboard's focus to a row in sight, where the one that had it is gone. GTK would
  /// give it to the next row, however far away, and scroll there.
  func takeFocus() {
    let isTaken = spots.contains {
      if case .widget(let widget, _) = $0.kind {
        widget.isShownByParent && widget.grabFocus()
      } else {
        false
      }
    }
    if !isTaken { window.object.takeFocus() }
  }

  /// Lets go. The scrolled window must still be alive.
  func stop() {
    mapping?.disconnect()
    mapping = nil
    for connection in connections { connection.disconnect() }
    connections = []
    clock = nil
    for spot in spots { spot.discard() }
    spots = []
  }

  private func hold() {
    guard let clock = window.object.frameClock else { return }
    hold(on: clock)
  }

  private func hold(on clock: FrameClock) {
    // The clock is kept: the scrolled window may be taken out of its window meanwhile.
    self.clock = clock
    connections = [
      clock.after(.update) { [weak self] in self?.noteMoves() },
      clock.after(.layout) { [weak self] in self?.putBack() },
    ]
    window.object.addTickCallback { [weak self] _ in
      guard let self, !connections.isEmpty else { return false }
      remainingFrames -= 1
      guard remainingFrames <= 0 else { return true }
      stop()
      return false
    }
  }

  /// What moved the content between two layouts did so on purpose.
  private func noteMoves() {
    if respectsMoves { moved += adjustment.value - lastValue }
    lastValue = adjustment.value
  }

  private func putBack() {
    let error = error.rounded()
    if error != 0 { adjustment.value += error }
    lastValue = adjustment.value
  }

  /// How far down the content was pushed: as two rows agree on, since one may have gone elsewhere.
  private var error: Double {
    var first: Double?
    var previous: Double?
    for spot in spots {
      guard let top = spot.top(of: window.object, in: frame.object) else { continue }
      let error = top - (spot.noted - moved)
      if let previous, abs(error - previous) < 1 { return previous }
      first = first ?? error
      previous = error
    }
    return first ?? 0
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
