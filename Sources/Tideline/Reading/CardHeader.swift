import Mail
import TidelineGtk
import TidelineProgram

/// The head of an open message, below the line with the sender's name and the time: the sender's
/// address and the recipients.
///
/// CSS: `box.message-head`.
enum CardHeader {
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
      let label = Label(line)
      label.isSelectable = true
      label.wrapAnywhere()
      label.ellipsize()
      label.lines = mostLines
      label.xalign = 0
      box.append(label)
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
