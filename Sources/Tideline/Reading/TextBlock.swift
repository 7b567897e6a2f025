import TidelineGtk
import TidelineProgram

/// Text that can be selected and copied; of a very long one the beginning, and a button for more.
///
/// CSS: `box.text`, with a label for each piece.
final class TextBlock {
  let widget = Box(.vertical, spacing: 0)
  private var pieces: TextPieces
  private let labels = Box(.vertical, spacing: 0)

  init(_ text: String) {
    pieces = TextPieces(text)
    widget.addStyleClass("text")
    widget.append(labels)
    add()
    guard !pieces.isEmpty else { return }
    let more = Button(label: tr("Show More"))
    more.setAlign(horizontal: .start)
    let button = Unowned(more)
    more.connect("clicked") { [weak self] in
      guard let self else { return }
      let first = add()
      guard pieces.isEmpty else { return }
      first?.grabFocus()
      button.object.isVisible = false
    }
    widget.append(more)
  }

  /// - Returns: the first label that was added.
  @discardableResult
  private func add() -> Label? {
    let added = pieces.nextBatch().map(Self.label)
    for label in added { labels.append(label) }
    return added.first
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
