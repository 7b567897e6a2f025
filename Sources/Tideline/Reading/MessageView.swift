import FoundationEssentials
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
  private var invitations: [InvitationCard] = []
  private var details: MessageDetails?

  /// Whether the message is open. Only an open message shows pictures, which take memory.
  var isOpen: Bool {
    get { pictures?.isOpen ?? false }
    set { pictures?.isOpen = newValue }
  }

  /// The pictures that are shown, by their indexes among the message's pictures.
  var paintables: [Int: Paintable] { pictures?.paintables ?? [:] }

  /// - Parameter budget: limits the pictures that are shown; while only the beginning is read, none
  ///   are.
  init(_ message: ReadMessage, _ budget: PictureBudget, read: @escaping AttachmentRow.Read) {
    widget.addStyleClass("message-text")
    widget.append(CardHeader.make(message))
    let details = MessageDetails(message)
    self.details = details
    widget.append(details.widget)
    invitations = message.invitations.map { InvitationCard($0, read: read) }
    for invitation in invitations { widget.append(invitation.widget) }
    for remark in message.remarks {
      widget.append(Self.remark(tr(remark.sentence)))
    }
    if message.passages.isEmpty, message.remarks.isEmpty, message.pictures.isEmpty {
      widget.append(Self.remark(tr("This message has no text.")))
    }
    let pictures = CarriedPictures(of: message, budget, read: read)
    let text = MessageText(message.passages, isWhole: message.isWhole) {
      pictures.place($0)?.asWidget
    }
    self.text = text
    if message.isWhole { self.pictures = pictures }
    text.widget.isVisible = !message.passages.isEmpty
    widget.append([text.widget, pictures.widget])
    guard message.isWhole, !message.attachments.isEmpty else { return }
    let attachments = AttachmentList(message.attachments, read: read)
    self.attachments = attachments
    widget.append(attachments.widget)
  }

  /// Shows the stored beginning of a message that cannot be read, and the reason.
  init(_ failure: any Error, beginning: String, retry: @escaping () -> Void) {
    widget.addStyleClass("message-text")
    if !beginning.isEmpty { widget.append(Label.paragraph(beginning, isSelectable: true)) }
    let reason = ErrorText(failure)
    let sentence =
      reason.isOffline
      ? tr("Offline: the whole message is shown once the server is reached.") : reason.text
    let tryAgain = Button.make(tr("Try Again"), clicked: retry)
    tryAgain.setAlign(horizontal: .start)
    widget.append([Self.remark(sentence), tryAgain])
  }

  func clockChanged() {
    details?.clockChanged()
    for invitation in invitations { invitation.clockChanged() }
  }

  private static func remark(_ text: String) -> Label {
    Label.paragraph(text, "remark", isSelectable: true)
  }
}

/// The head of an open message, below the line with the sender's name and the time: the sender's
/// address and the recipients.
///
/// CSS: `box.message-head`.
private enum CardHeader {
  /// The most lines of a list of addresses.
  private static let mostLines = 2
  /// The most characters that always fit into ``mostLines`` lines of the narrowest pane.
  private static let fitting = 80

  static func make(_ message: ReadMessage) -> Box {
    let box = Box(.vertical, spacing: 2)
    box.addStyleClass("message-head")
    // The line above has the address of a sender without a name.
    let addresses = message.from.addresses.filter { !$0.name.isEmpty }.map(\.address)
    let lines = [addresses.joined(separator: ", ")] + recipients(of: message) { _ in true }
    for line in lines where !line.isEmpty {
      box.append(Label.paragraph(line, isSelectable: true, lines: mostLines))
    }
    box.isVisible = !box.children.isEmpty
    return box
  }

  /// The lists of recipients that may be cut in the head, so that the details show them whole.
  static func cutRecipients(of message: ReadMessage) -> [String] {
    recipients(of: message) { $0.text.count > fitting }
  }

  private static func recipients(
    of message: ReadMessage,
    where isShown: (AddressList) -> Bool
  ) -> [String] {
    var lines: [String] = []
    if !message.to.addresses.isEmpty, isShown(message.to) {
      lines.append(tr("To: %s", with: message.to.text))
    }
    if !message.cc.addresses.isEmpty, isShown(message.cc) {
      lines.append(tr("Cc: %s", with: message.cc.text))
    }
    return lines
  }
}

/// An expander with the exact date, further header fields of a message, and the paths of the files
/// that contain it.
private final class MessageDetails {
  let widget = Expander(label: tr("Details"))
  private let moment: Date
  private let date = Label.paragraph(isSelectable: true)

  init(_ message: ReadMessage) {
    moment = message.date
    widget.addStyleClass("details")
    widget.setAccessibleLabel(tr("Details"))
    let lines = Box(.vertical, spacing: 4)
    lines.append(date)
    for text in Self.texts(of: message) { lines.append(Label.paragraph(text, isSelectable: true)) }
    widget.setChild(lines)
    clockChanged()
  }

  func clockChanged() {
    let day = RelativeDate.exact(moment)
    date.text = tr("Date: %s", with: day)
  }

  private static func texts(of message: ReadMessage) -> [String] {
    var lines = CardHeader.cutRecipients(of: message)
    if !message.subject.isEmpty { lines.append(tr("Subject: %s", with: message.subject)) }
    if let id = message.messageID { lines.append(tr("Message ID: %s", with: id)) }
    if !message.path.isEmpty { lines.append(tr("File: %s", with: message.path)) }
    for path in message.otherPaths { lines.append(tr("Also in File: %s", with: path)) }
    return lines
  }
}
