import TidelineGtk

/// The marks on a message's text: what is selected, and what a search has found.
final class MarkedText {
  /// Holds the labels, at any depth.
  let widget = Box.textRegion(spacing: 12)
  private var selected: [OpaquePointer: Range<Int>] = [:]
  private var found: [OpaquePointer: [LabelMark]] = [:]

  /// - Parameter range: in bytes of the label's text; nil for nothing.
  func select(_ range: Range<Int>?, of label: Label) {
    guard selected[label.pointer] != range else { return }
    selected[label.pointer] = range
    mark(label)
  }

  /// Marks the matches in a label.
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
