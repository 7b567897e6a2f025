import Mail
import TidelineGtk
import TidelineProgram

/// An expander with further header fields of a message, and the paths of the files that contain it.
enum MessageDetails {
  static func make(_ message: ReadMessage) -> Expander {
    let expander = Expander(label: tr("Details"))
    expander.addStyleClass("details")
    let lines = Box(.vertical, spacing: 4)
    for line in texts(of: message) {
      let label = Label(line)
      label.isSelectable = true
      label.wrapAnywhere()
      label.xalign = 0
      lines.append(label)
    }
    expander.setChild(lines)
    return expander
  }

  private static func texts(of message: ReadMessage) -> [String] {
    var lines: [String] = []
    if !message.to.addresses.isEmpty { lines.append(tr("To: %s", with: message.to.text)) }
    if !message.cc.addresses.isEmpty { lines.append(tr("Cc: %s", with: message.cc.text)) }
    if !message.subject.isEmpty { lines.append(tr("Subject: %s", with: message.subject)) }
    if let id = message.messageID { lines.append(tr("Message ID: %s", with: id)) }
    lines.append(tr("File: %s", with: message.path))
    for path in message.otherPaths { lines.append(tr("Also in File: %s", with: path)) }
    return lines
  }
}
