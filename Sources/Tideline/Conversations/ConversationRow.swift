import Gtk
import Mail

/// One row: participants and date, subject and count, snippet. Every row has the same height.
///
/// CSS: one node `box.conversation`, with `.unread` for unread ones; inside are labels of the
/// classes `participants`, `date`, `subject`, `count` and `snippet`.
final class ConversationRow {
  let widget = Box(.vertical, spacing: 2)
  private let participants = ConversationRow.label("participants")
  private let date = Label(nil)
  private let subject = ConversationRow.label("subject")
  private let count = Label(nil)
  private let snippet = ConversationRow.label("snippet")
  private let flag = Image(iconName: "starred-symbolic")
  private let attachment = Image(iconName: "mail-attachment-symbolic")

  /// Three lines of text and the space around them, in px.
  static let height = 78

  init() {
    widget.addStyleClass("conversation")
    date.addStyleClass("date")
    date.addStyleClass("numeric")
    count.addStyleClass("count")
    count.addStyleClass("numeric")
    flag.tooltip = tr("Flagged")
    attachment.tooltip = tr("Has attachments")
    widget.append(line([participants.asWidget, flag.asWidget, attachment.asWidget, date.asWidget]))
    widget.append(line([subject.asWidget, count.asWidget]))
    widget.append(snippet)
    widget.setAlign(vertical: .center)
  }

  func show(_ conversation: Conversation, now: RelativeDate.Now = .current) {
    let names = conversation.participants
    participants.text = names.isEmpty ? tr("Unknown sender") : names.joined(separator: ", ")
    subject.text = conversation.title
    snippet.text = conversation.snippet
    date.text = RelativeDate.text(for: conversation.date, now: now)
    count.text = String(conversation.messageCount)
    count.isVisible = conversation.messageCount > 1
    flag.isVisible = conversation.flagged
    attachment.isVisible = conversation.attachments
    widget.setStyleClass("unread", conversation.unread > 0)
    // The list item speaks for the row; its parts would only repeat it.
    (widget.parent ?? widget.asWidget).setAccessibleLabel(conversation.spokenSummary)
  }

  private func line(_ parts: [Widget]) -> Box {
    let line = Box(.horizontal, spacing: 8)
    for part in parts { line.append(part) }
    return line
  }

  private static func label(_ styleClass: String) -> Label {
    let label = Label(nil)
    label.addStyleClass(styleClass)
    label.ellipsize()
    label.xalign = 0
    label.setExpand(horizontal: true)
    return label
  }
}

extension Conversation {
  /// The subject, or what stands for a missing one.
  var title: String { subject.isEmpty ? tr("(no subject)") : subject }

  /// What a screen reader says of the row.
  var spokenSummary: String {
    var parts = [title]
    if !participants.isEmpty {
      parts.append(tr("from %s", with: participants.joined(separator: ", ")))
    }
    parts.append(RelativeDate.text(for: date, now: .current))
    if messageCount > 1 { parts.append(tr("%d message", "%d messages", messageCount)) }
    if unread > 0 { parts.append(tr("unread")) }
    if flagged { parts.append(tr("flagged")) }
    if attachments { parts.append(tr("has attachments")) }
    return parts.joined(separator: ", ")
  }
}
