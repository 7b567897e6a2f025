import TidelineGtk
import TidelineProgram

/// A quoted passage behind a button with three dots.
///
/// CSS: `box.quote`, with a `button.fold` and, once opened, a `box.text`.
final class QuoteFold {
  let widget = Box(.vertical, spacing: 6)
  private let button = Button(label: "…")
  private let text: String
  private var block: TextBlock?

  /// - Parameter isOpen: as for a message that is nothing but a quote.
  init(_ text: String, isOpen: Bool) {
    self.text = text
    widget.addStyleClass("quote")
    button.addStyleClass("fold")
    button.setAlign(horizontal: .start)
    widget.append(button)
    button.connect("clicked") { [weak self] in
      guard let self else { return }
      setOpen(block?.widget.isVisible != true)
    }
    setOpen(isOpen)
  }

  private func setOpen(_ isOpen: Bool) {
    if isOpen, block == nil {
      let block = TextBlock(text)
      widget.append(block.widget)
      self.block = block
    }
    block?.widget.isVisible = isOpen
    let name = isOpen ? tr("Hide quoted text") : tr("Show quoted text")
    button.setAccessibleLabel(name)
    button.tooltipText = name
    button.setAccessibleExpanded(isOpen)
  }
}
