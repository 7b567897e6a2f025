import Mail
import TidelineGtk
import TidelineProgram

/// A message that was read: addresses, details of its header, an invitation,
/// remarks, text with pictures, and attachments.
///
/// CSS: `box.message-text`; inside are labels of the classes `remark`, `enclosed` and `signature`.
final class MessageView {
  let widget = Box(.vertical, spacing: 12)
  /// The text; nil if the message could not be read.
  private(set) var text: MessageText?
  private var pictures: CarriedPictures?
  private var attachments: AttachmentList?
  private var invitation: InvitationCard?
  private var details: MessageDetails?

  /// Whether the message is open. Only an open message shows pictures, which take memory.
  var isOpen: Bool {
    get { pictures?.isOpen ?? false }
    set { pictures?.isOpen = newValue }
  }

  /// The pictures that are shown, by their indexes among the message's pictures.
  var paintables: [Int: Paintable] { pictures?.paintables ?? [:] }

  /// - Parameters:
  ///   - budget: limits the pictures that are shown; while only the beginning is read, none are.
  ///   - read: reads an attachment.
  init(_ message: ReadMessage, _ budget: PictureBudget, read: @escaping AttachmentRow.Read) {
    widget.addStyleClass("message-text")
    widget.append(CardHeader.make(message))
    let details = MessageDetails(message)
    self.details = details
    widget.append(details.widget)
    if let event = message.invitation {
      let invitation = InvitationCard(event, read: read)
      self.invitation = invitation
      widget.append(invitation.widget)
    }
    for remark in message.remarks {
      widget.append(Self.label(tr(remark.sentence), styleClass: "remark"))
    }
    if message.passages.isEmpty, message.remarks.isEmpty, message.pictures.isEmpty {
      widget.append(Self.label(tr("This message has no text."), styleClass: "remark"))
    }
    let pictures = CarriedPictures(of: message, budget, read: read)
    let text = MessageText(message.passages, isWhole: message.isWhole) {
      pictures.place($0)?.asWidget
    }
    self.text = text
    if message.isWhole { self.pictures = pictures }
    text.widget.isVisible = !message.passages.isEmpty
    widget.append(text.widget)
    widget.append(pictures.widget)
    guard message.isWhole, !message.attachments.isEmpty else { return }
    let attachments = AttachmentList(message.attachments, read: read)
    self.attachments = attachments
    widget.append(attachments.widget)
  }

  /// Shows the reason why a message cannot be read.
  ///
  /// - Parameter retry: called when the user asks to try again.
  init(_ failure: any Error, retry: @escaping () -> Void) {
    widget.addStyleClass("message-text")
    let text = ErrorText(failure).errorDescription ?? ""
    widget.append(Self.label(text, styleClass: "remark"))
    let tryAgain = Button(label: tr("Try Again"))
    tryAgain.setAlign(horizontal: .start)
    tryAgain.connect("clicked", retry)
    widget.append(tryAgain)
  }

  /// Shows dates and times in the present time zone and clock format.
  func clockChanged() {
    details?.clockChanged()
    invitation?.clockChanged()
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
