import Mail
import TidelineGtk
import TidelineProgram

/// A message that was read: who writes to whom and when, details of its header, remarks, text, pictures, and what is attached.
///
/// CSS: `box.message-text`; inside are labels of the classes `remark`, `enclosed` and `signature`.
final class MessageView {
  let widget = Box(.vertical, spacing: 12)
  private var passages: ArraySlice<Passage>
  private var pictures: CarriedPictures?
  /// The actions of the buttons in it.
  private var parts: [AnyObject] = []
  private let texts = Box(.vertical, spacing: 12)
  /// A message that is nothing but a quote has nothing else to show.
  private let opensQuotes: Bool

  /// Passages that are built at once; a button shows more.
  private static let passageBatch = 100

  /// Whether the message is open. Its pictures are shown, and take memory, only then.
  var isOpen: Bool {
    get { pictures?.isOpen ?? false }
    set { pictures?.isOpen = newValue }
  }

  /// The pictures that are shown, in order.
  var paintables: [Paintable] { pictures?.paintables ?? [] }

  /// - Parameters:
  ///   - budget: bounds how many of its pictures are shown.
  ///   - read: reads what is attached.
  init(_ message: ReadMessage, _ budget: PictureBudget, read: @escaping AttachmentRow.Read) {
    passages = message.passages[...]
    opensQuotes = !message.passages.contains { $0.kind == .written }
    widget.addStyleClass("message-text")
    widget.append(CardHeader.make(message))
    widget.append(MessageDetails.make(message))
    for remark in message.remarks {
      widget.append(Self.label(tr(remark.sentence), styleClass: "remark"))
    }
    if message.passages.isEmpty, message.remarks.isEmpty, message.pictures.isEmpty {
      widget.append(Self.label(tr("This message has no text."), styleClass: "remark"))
    }
    widget.append(texts)
    addPassages()
    addMoreButton()
    if !message.pictures.isEmpty {
      let pictures = CarriedPictures(of: message, budget, read: read)
      self.pictures = pictures
      widget.append(pictures.widget)
    }
    guard !message.attachments.isEmpty else { return }
    let attachments = AttachmentList(message.attachments, read: read)
    parts.append(attachments)
    widget.append(attachments.widget)
  }

  /// Shows why there is no message.
  init(_ failure: any Error) {
    passages = []
    opensQuotes = false
    widget.addStyleClass("message-text")
    let text = ErrorText(failure).errorDescription ?? ""
    widget.append(Self.label(text, styleClass: "remark"))
  }

  // MARK: Text

  /// - Returns: the first that was added.
  @discardableResult
  private func addPassages() -> Widget? {
    var first: Widget?
    var length = 0
    for _ in 0..<Self.passageBatch where length < TextPieces.batchLength {
      guard let passage = passages.popFirst() else { break }
      if passage.kind != .quoted { length += min(passage.text.utf8.count, TextPieces.batchLength) }
      let view = view(of: passage)
      texts.append(view)
      first = first ?? view
    }
    return first
  }

  private func view(of passage: Passage) -> Widget {
    if passage.kind == .quoted {
      let fold = QuoteFold(passage.text, isOpen: opensQuotes)
      parts.append(fold)
      return fold.widget.asWidget
    }
    let block = TextBlock(passage.text)
    parts.append(block)
    if passage.kind != .written { block.widget.addStyleClass(passage.kind.rawValue) }
    return block.widget.asWidget
  }

  private func addMoreButton() {
    guard !passages.isEmpty else { return }
    let more = Button(label: tr("Show More"))
    more.setAlign(horizontal: .start)
    let button = Unowned(more)
    more.connect("clicked") { [weak self] in
      guard let self else { return }
      let first = addPassages()
      guard passages.isEmpty else { return }
      first?.moveFocus(down: true)
      button.object.isVisible = false
    }
    widget.append(more)
  }

  private static func label(_ text: String, styleClass: String) -> Label {
    let label = Label(text)
    label.addStyleClass(styleClass)
    label.isSelectable = true
    label.wrapAnywhere()
    label.xalign = 0
    return label
  }
}
