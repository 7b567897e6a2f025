import Mail
import TidelineGtk
import TidelineProgram

/// One row: participants or recipients, and date, subject and count, snippet. Every row has the same height.
///
/// CSS: one node `box.conversation`, with `.unread` for unread conversations, `.deleted` for those
/// marked for deletion, and `.placeholder` while the conversation is being fetched. It contains
/// labels with the classes `participants`, `date`, `subject`, `count` and `snippet`. In a list of
/// several accounts, an ``AccountDot`` precedes them.
package final class ConversationRow {
  package let widget = Box(.vertical, spacing: 2)
  private let dot = AccountDot()
  private let participants = ConversationRow.label("participants")
  private let date = Label(nil)
  private let subject = ConversationRow.label("subject")
  private let count = Label(nil)
  private let snippet = ConversationRow.label("snippet")
  private let flag = Image(iconName: "starred-symbolic")
  private let attachment = Image(iconName: "mail-attachment-symbolic")
  /// The arguments of ``show(_:of:isOwnMail:)``, and the day and the clock format for which the
  /// row's texts are right.
  private var shown:
    (conversation: Conversation, account: RowAccount?, isOwnMail: Bool, face: DesktopClock.Face)?

  /// The height of three lines of text and the space around them, in px.
  static let height = 78

  /// The number of rows that a list of this height, in px, shows at most.
  static func most(in height: Int) -> Int { height / Self.height + 2 }

  package init() {
    widget.addStyleClass("conversation")
    date.addStyleClasses("date", "numeric")
    count.addStyleClasses("count", "numeric")
    flag.tooltipText = tr("Starred")
    attachment.tooltipText = tr("Has attachments")
    let first = line(dot.widget, participants, flag, attachment, date)
    widget.append([first, line(subject, count), snippet])
    widget.setAlign(vertical: .center)
  }

  /// Shows a conversation. Costs almost nothing if it is shown already: GTK binds all rows again
  /// whenever rows are added above them.
  ///
  /// - Parameters:
  ///   - account: the conversation's account; nil if the list has only one.
  ///   - isOwnMail: whether the list shows the user's own mail.
  package func show(
    _ conversation: Conversation,
    of account: RowAccount? = nil,
    isOwnMail: Bool = false
  ) {
    let face = DesktopClock.face
    if let shown, shown == (conversation, account, isOwnMail, face) { return }
    if shown?.account != account { show(account) }
    shown = (conversation, account, isOwnMail, face)
    // The first line of a row of the user's own mail: the recipients.
    let recipients = conversation.namedRecipients(inOwnMail: isOwnMail)
      .map { tr("To %s", with: JoinedText.list($0)) }
    participants.show(names: recipients ?? conversation.senders)
    subject.show(line: conversation.title)
    snippet.show(line: SnippetMark.shown(conversation.snippet) { tr($0) })
    date.text = RelativeDate.text(for: conversation.date)
    count.text = String(conversation.messageCount)
    count.isVisible = conversation.messageCount > 1
    flag.isVisible = conversation.flagged
    attachment.isVisible = conversation.attachments
    widget.setStyleClass("unread", conversation.unread > 0)
    widget.setStyleClass("deleted", conversation.deleted)
    widget.setStyleClass("placeholder", false)
    speak(conversation.spokenSummary(of: account, isOwnMail: isOwnMail))
  }

  private func show(_ account: RowAccount?) {
    dot.color = account?.color
    dot.widget.tooltipText = account.map { ShownText.line($0.name) }
  }

  /// Updates the date's text after midnight, or after the clock format has changed.
  func clockChanged() {
    if let shown { show(shown.conversation, of: shown.account, isOwnMail: shown.isOwnMail) }
  }

  /// Shows a placeholder until the conversation's row is fetched.
  func showPlaceholder() {
    if shown?.account != nil { show(nil) }
    shown = nil
    for label in [participants, date, subject, snippet] { label.text = "" }
    for part in [count.asWidget, flag.asWidget, attachment.asWidget] { part.isVisible = false }
    widget.setStyleClass("unread", false)
    widget.setStyleClass("deleted", false)
    widget.setStyleClass("placeholder", true)
    speak(tr("Loading…"))
  }

  /// Labels the list item for a screen reader; before there is a list item, labels the row.
  private func speak(_ text: String) {
    (widget.parent ?? widget.asWidget).setAccessibleLabel(text)
  }

  private func line(_ parts: any WidgetConvertible...) -> Box {
    let line = Box(.horizontal, spacing: 8)
    line.append(parts)
    return line
  }

  private static func label(_ styleClass: String) -> Label {
    let label = Label.line(styleClass)
    // A natural width of one character, so that long texts do not make the pane wider.
    label.maxWidthChars = 1
    label.setExpand(horizontal: true)
    return label
  }
}

extension Conversation {
  /// The subject, or a text if there is none.
  var title: String { subject.isEmpty ? tr("(no subject)") : subject }

  fileprivate var senders: String {
    participants.isEmpty ? tr("Unknown sender") : JoinedText.list(participants)
  }

  /// The row's accessible label.
  func spokenSummary(of account: RowAccount? = nil, isOwnMail: Bool = false) -> String {
    var parts = [title]
    if let recipients = namedRecipients(inOwnMail: isOwnMail) {
      // Spoken after the subject of the user's own mail: the recipients.
      parts.append(tr("to %s", with: JoinedText.list(recipients)))
    } else {
      // Spoken after the subject: the senders.
      parts.append(tr("from %s", with: senders))
    }
    parts.append(RelativeDate.text(for: date))
    if messageCount > 1 { parts.append(tr("%d message", "%d messages", messageCount)) }
    // Spoken for a conversation with unread messages.
    if unread > 0 { parts.append(tr("unread")) }
    if deleted { parts.append(tr("marked for deletion")) }
    // Spoken for a conversation with a star.
    if flagged { parts.append(tr("starred")) }
    if attachments { parts.append(tr("has attachments")) }
    // Spoken for a conversation in a list of several accounts.
    if let account { parts.append(tr("account %s", with: account.name)) }
    return JoinedText.list(parts)
  }
}

/// The account of a row in a list of several accounts.
package struct RowAccount: Equatable {
  let name: String
  /// The number of the account's color, less than ``colors``.
  let color: Int

  /// The number of colors. With more accounts, some share a color.
  static let colors = 8

  init(name: String, rank: Int) { (self.name, color) = (name, Self.color(rank: rank)) }

  static func color(rank: Int) -> Int { rank % colors }
}

/// A dot in an account's color: in the account's rows of All Inboxes, and beside its name in the
/// sidebar.
///
/// CSS: `box.account-dot`, with `.account-0` to `.account-7`.
final class AccountDot {
  let widget = Box(.horizontal, spacing: 0)
  /// The number of the color; nil hides the dot.
  var color: Int? {
    didSet {
      for number in 0..<RowAccount.colors {
        widget.setStyleClass("account-\(number)", number == color)
      }
      widget.isVisible = color != nil
    }
  }

  init() {
    widget.addStyleClass("account-dot")
    widget.setAlign(vertical: .center)
    widget.isVisible = false
  }
}
