import TidelineGtk
import TidelineProgram

/// A quoted passage behind a button with three dots.
///
/// CSS: `box.quote`, with a `button.fold` and, once opened, a `box.text`.
final class QuoteFold {
  let widget = Box(.vertical, spacing: 6)
  /// Called when the quote is opened or closed.
  var onChange: (() -> Void)?
  private let button = Button(label: "…")
  private let make: () -> BlockView
  private var block: BlockView?

  /// - Parameters:
  ///   - direction: the direction of the text; nil if it has no letters.
  ///   - isOpen: whether to begin open, as in a message that is nothing but a quote.
  ///   - make: makes the view of the text, when it is first shown.
  init(_ direction: TextDirection?, isOpen: Bool, make: @escaping () -> BlockView) {
    self.make = make
    widget.addStyleClass("quote")
    button.addStyleClass("fold")
    button.setAlign(horizontal: .start)
    if let direction { button.setDirection(direction) }
    widget.append(button)
    button.connect("clicked") { [weak self] in
      guard let self else { return }
      setOpen(shown == nil)
    }
    setOpen(isOpen)
  }

  /// The text; nil while it is folded.
  var shown: BlockView? { block.flatMap { $0.widget.isVisible ? $0 : nil } }

  /// Opens the quote, if it is folded.
  func open() -> BlockView {
    let block = block ?? make()
    if self.block == nil { widget.append(block.widget) }
    self.block = block
    if !block.widget.isVisible { setOpen(true) }
    return block
  }

  private func setOpen(_ isOpen: Bool) {
    if isOpen, block == nil { _ = open() }
    block?.widget.isVisible = isOpen
    let name = isOpen ? tr("Hide quoted text") : tr("Show quoted text")
    button.setAccessibleLabel(name)
    button.tooltipText = name
    button.setAccessibleExpanded(isOpen)
    onChange?()
  }
}
