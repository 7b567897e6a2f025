import TidelineGtk

/// The marks on a message's text: the selection, and the matches of a search.
final class MarkedText {
  /// Contains the labels, at any depth.
  let widget = Box.textRegion(spacing: 12)
  private var selected: [OpaquePointer: Range<Int>] = [:]
  private var found: [OpaquePointer: [LabelMark]] = [:]

  /// - Parameter range: the selected bytes of the label's text; nil if nothing is selected.
  func select(_ range: Range<Int>?, of label: Label) {
    guard selected[label.pointer] != range else { return }
    selected[label.pointer] = range
    mark(label)
  }

  func setFound(_ marks: [LabelMark], in label: Label) {
    guard found[label.pointer] ?? [] != marks else { return }
    found[label.pointer] = marks.isEmpty ? nil : marks
    mark(label)
  }

  private func mark(_ label: Label) {
    let selection = selected[label.pointer].map { [LabelMark($0, .selected)] } ?? []
    widget.mark(label, (found[label.pointer] ?? []) + selection)
  }
}

/// Selects and copies the text of a message across all of its labels. GTK itself selects text only
/// within one label.
///
/// A drag within one label is left to the label. Once the drag leaves the label, this object takes
/// over the selection.
final class TextSelection {
  private struct Place {
    let label: Label
    /// The offset in bytes of the label's text.
    let index: Int
  }

  private enum State {
    case nothing
    case range(from: Place, to: Place)
    /// The whole message, with the text that is not laid out yet.
    case whole
  }

  private let text: MarkedText
  private let leaves: () -> [TextLeaf]
  private let whole: () -> String
  private let drag = GestureDrag()
  private var state = State.nothing
  /// The start of the present drag; nil for a finger, which scrolls.
  private var press: (place: Place, x: Double, y: Double)?
  private var isDragging = false
  /// The pointer's position during a drag above or below the pane, which scrolls the text.
  private var pointer: (x: Double, y: Double)?

  /// The object whose text is selected: at most one message has selected text.
  private static weak var present: TextSelection?

  /// - Parameters:
  ///   - leaves: the labels that are laid out, in order.
  ///   - whole: the text of the whole message, for a copy.
  init(in text: MarkedText, leaves: @escaping () -> [TextLeaf], whole: @escaping () -> String) {
    (self.text, self.leaves, self.whole) = (text, leaves, whole)
    // Handles drags before the labels' own gestures.
    drag.propagationPhase = .capture
    drag.onDrag(.begin) { [weak self] in self?.begin($0, $1) }
    drag.onDrag(.update) { [weak self] in self?.update($0, $1) }
    drag.onDrag(.end) { [weak self] _, _ in self?.end() }
    text.widget.add(drag)
  }

  var isEmpty: Bool { if case .nothing = state { true } else { false } }

  func selectAll() {
    take(.whole)
    offer()
  }

  func clear() { take(.nothing) }

  /// Paints the selection again. Called when labels were added or removed.
  func refresh() { if !isEmpty { paint() } }

  /// The selected text, as it is copied.
  var copy: String {
    switch state {
    case .nothing: return ""
    case .whole: return whole()
    case .range:
      var copy = ""
      for (leaf, range) in selected {
        let lead = range.lowerBound > 0 ? "" : leaf.lead
        copy += copy.isEmpty ? String(lead.drop(while: \.isWhitespace)) : leaf.lead
        copy += String(decoding: Array(leaf.label.text.utf8)[range], as: UTF8.self)
      }
      return copy
    }
  }

  /// Selects from one label to another, as a drag does.
  func select(from start: (leaf: Int, index: Int), to end: (leaf: Int, index: Int)) {
    let labels = leaves().map(\.label)
    take(
      .range(
        from: Place(label: labels[start.leaf], index: start.index),
        to: Place(label: labels[end.leaf], index: end.index)
      )
    )
  }

  private func take(_ state: State) {
    if Self.present !== self {
      Self.present?.clear()
      Self.present = self
    }
    self.state = state
    paint()
  }

  // MARK: Dragging

  private func begin(_ x: Double, _ y: Double) {
    let isExtended = drag.currentKeys.contains(.shift)
    if case .range(let start, _) = state, isExtended, let place = place(atX: x, y: y) {
      press = (start, x, y)
      drag.claim()
      isDragging = true
      return take(.range(from: start, to: place))
    }
    Self.present?.clear()
    press =
      drag.isCurrentEventOfNewFinger ? nil : place(atX: x, y: y).map { (place: $0, x: x, y: y) }
  }

  private func update(_ dx: Double, _ dy: Double) {
    guard let press, let scroller else { return }
    let (x, y) = (press.x + dx, press.y + dy)
    guard let place = place(atX: x, y: y) else { return }
    if !isDragging {
      guard place.label.pointer != press.place.label.pointer else { return }
      drag.claim()
      press.place.label.selectNothing()
      isDragging = true
    }
    take(.range(from: press.place, to: place))
    let wasOutside = pointer != nil
    let top = y + (text.widget.top(in: scroller) ?? 0)
    let isOutside = top < 0 || top > Double(scroller.height)
    pointer = isOutside ? (x, top) : nil
    if isOutside, !wasOutside { scrollUnderPointer() }
  }

  private func end() {
    if isDragging { offer() }
    (press, isDragging, pointer) = (nil, false, nil)
  }

  /// Scrolls while the pointer is above or below the pane.
  private func scrollUnderPointer() {
    text.widget.addTickCallback { [weak self] _ in
      guard let self, let pointer, let press, let scroller else { return false }
      let beyond = pointer.y < 0 ? pointer.y : pointer.y - Double(scroller.height)
      scroller.verticalAdjustment.value += beyond * Self.scrollSpeed
      let y = pointer.y - (text.widget.top(in: scroller) ?? 0)
      if let place = place(atX: pointer.x, y: y) { take(.range(from: press.place, to: place)) }
      return true
    }
  }

  /// The distance that each frame scrolls, as a part of the pointer's distance from the pane.
  private static let scrollSpeed = 0.2

  private var scroller: ScrolledWindow? {
    sequence(first: text.widget.asWidget, next: \.parent).lazy.compactMap(\.asScrolledWindow).first
  }

  private func place(atX x: Double, y: Double) -> Place? {
    var nearest: (label: Label, left: Double, top: Double, distance: Double)?
    for label in leaves().map(\.label) where label.isMapped {
      guard let left = label.left(in: text.widget), let top = label.top(in: text.widget) else {
        continue
      }
      let above = max(0, top - y, y - top - Double(label.height))
      let beside = max(0, left - x, x - left - Double(label.width))
      // Prefers a label in the same line to one in the same column.
      let distance = above * 1_000 + beside
      if distance < nearest?.distance ?? .infinity { nearest = (label, left, top, distance) }
    }
    return nearest.map {
      Place(label: $0.label, index: $0.label.index(atX: x - $0.left, y: y - $0.top))
    }
  }

  // MARK: Marks

  /// The selected parts of the labels, in order.
  private var selected: [(leaf: TextLeaf, range: Range<Int>)] {
    let leaves = leaves()
    switch state {
    case .nothing: return []
    case .whole: return leaves.map { ($0, 0..<$0.label.text.utf8.count) }
    case .range(let first, let second):
      func number(_ place: Place) -> Int? {
        leaves.firstIndex { $0.label.pointer == place.label.pointer }
      }
      guard var start = number(first).map({ ($0, first.index) }),
        var end = number(second).map({ ($0, second.index) })
      else { return [] }
      if start > end { (start, end) = (end, start) }
      return (start.0...end.0).map { number in
        let length = leaves[number].label.text.utf8.count
        let from = number == start.0 ? min(start.1, length) : 0
        let to = number == end.0 ? min(end.1, length) : length
        return (leaves[number], from..<max(from, to))
      }
    }
  }

  private func paint() {
    let ranges = Dictionary(
      selected.map { ($0.leaf.label.pointer, $0.range) },
      uniquingKeysWith: { first, _ in first }
    )
    for leaf in leaves() { text.select(ranges[leaf.label.pointer], of: leaf.label) }
  }

  /// Offers the selected text as the primary selection, which the middle mouse button inserts.
  private func offer() { text.widget.setPrimarySelection(copy) }
}
