import FoundationEssentials
import Mail
import TidelineGtk
import TidelineProgram

/// An expander with the exact date, further header fields of a message, and the paths of the files
/// that contain it.
final class MessageDetails {
  let widget = Expander(label: tr("Details"))
  private let moment: Date
  private let date = Label(nil)

  init(_ message: ReadMessage) {
    moment = message.date
    widget.addStyleClass("details")
    widget.setAccessibleLabel(tr("Details"))
    let lines = Box(.vertical, spacing: 4)
    for label in [date] + Self.texts(of: message).map({ Label($0) }) {
      label.isSelectable = true
      label.wrapAnywhere()
      label.xalign = 0
      lines.append(label)
    }
    widget.setChild(lines)
    clockChanged()
  }

  /// Shows the date in the present time zone and clock format.
  func clockChanged() {
    let day = RelativeDate.exact(moment)
    date.text = tr("Date: %s", with: day)
  }

  private static func texts(of message: ReadMessage) -> [String] {
    var lines = CardHeader.cutRecipients(of: message)
    if !message.subject.isEmpty { lines.append(tr("Subject: %s", with: message.subject)) }
    if let id = message.messageID { lines.append(tr("Message ID: %s", with: id)) }
    lines.append(tr("File: %s", with: message.path))
    for path in message.otherPaths { lines.append(tr("Also in File: %s", with: path)) }
    return lines
  }
}
