import TidelineGtk
import TidelineProgram

/// Text that can be selected and copied; of a very long one the beginning, and a button for more.
/// Each frame lays out some of it.
///
/// CSS: `box.text`, with a label for each piece.
final class TextBlock {
  let widget = Box(.vertical, spacing: 0)
  private var pieces: TextPieces
  /// Pieces of the batch that are not laid out yet.
  private var waiting: ArraySlice<TextPiece>
  private var isFilling = false
  private let labels = Box(.vertical, spacing: 0)

  init(_ text: String) {
    pieces = TextPieces(text)
    waiting = pieces.nextBatch()[...]
    widget.addStyleClass("text")
    widget.append(labels)
    fill()
    guard !pieces.isEmpty else { return }
    let more = Button(label: tr("Show More"))
    more.setAlign(horizontal: .start)
    let button = Unowned(more)
    more.connect("clicked") { [weak self] in
      guard let self else { return }
      waiting += pieces.nextBatch()
      let first = addNext()
      fill()
      guard pieces.isEmpty else { return }
      first?.grabFocus()
      button.object.isVisible = false
    }
    widget.append(more)
  }

  /// Adds what there is room for in this frame, and the others in the next ones.
  private func fill() {
    while let next = waiting.first, LayoutBudget.shared.take(next) { addNext() }
    guard !waiting.isEmpty, !isFilling else { return }
    isFilling = true
    var isPainted = false
    widget.addTickCallback { [weak self] time in
      guard let self else { return false }
      LayoutBudget.shared.begin(frame: time)
      // The frame after this one: what was added since the last is laid out now.
      guard isPainted else {
        isPainted = true
        return true
      }
      let place = ReadingPlace(behind: widget.asWidget)
      fill()
      place?.keep()
      isFilling = !waiting.isEmpty
      return isFilling
    }
  }

  @discardableResult
  private func addNext() -> Label? {
    guard let piece = waiting.popFirst() else { return nil }
    let label = Self.label(piece.text)
    labels.append(label)
    return label
  }

  private static func label(_ piece: String) -> Label {
    let label = Label(nil)
    label.setMarkup(LinkMarkup.make(piece))
    LinkQuestion.add(to: label)
    label.isSelectable = true
    label.wrapAnywhere()
    label.xalign = 0
    return label
  }
}
