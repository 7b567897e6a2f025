import Mail
import TidelineGtk
import TidelineProgram

/// The head of an open message: sender and recipients by name and address, and the exact date.
///
/// CSS: `box.message-head`.
enum CardHeader {
  /// The most lines of a list of recipients; the details show a longer list.
  private static let mostLines = 2

  static func make(_ message: ReadMessage) -> Box {
    let box = Box(.vertical, spacing: 2)
    box.addStyleClass("message-head")
    var lines = [message.from.text]
    if !message.to.addresses.isEmpty { lines.append(tr("To: %s", with: message.to.text)) }
    if !message.cc.addresses.isEmpty { lines.append(tr("Cc: %s", with: message.cc.text)) }
    lines.append(RelativeDate.exact(message.date))
    for line in lines where !line.isEmpty {
      let label = Label(line)
      label.isSelectable = true
      label.wrapAnywhere()
      label.ellipsize()
      label.lines = mostLines
      label.xalign = 0
      box.append(label)
    }
    return box
  }
}
