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
