import FoundationEssentials
import Mail
import TidelineGtk
import TidelineProgram

/// The head of an open message: sender and recipients by name and address, and the exact date.
///
/// CSS: `box.message-head`.
final class CardHeader {
  let widget = Box(.vertical, spacing: 2)
  private let moment: Date
  private let date = Label(nil)

  /// The most lines of a list of recipients; the details show a longer list.
  private static let mostLines = 2

  init(_ message: ReadMessage) {
    moment = message.date
    widget.addStyleClass("message-head")
    var lines = [message.from.text]
    if !message.to.addresses.isEmpty { lines.append(tr("To: %s", with: message.to.text)) }
    if !message.cc.addresses.isEmpty { lines.append(tr("Cc: %s", with: message.cc.text)) }
    for label in lines.filter({ !$0.isEmpty }).map({ Label($0) }) + [date] {
      label.isSelectable = true
      label.wrapAnywhere()
      label.ellipsize()
      label.lines = Self.mostLines
      label.xalign = 0
      widget.append(label)
    }
    clockChanged()
  }

  /// Shows the date in the present time zone and clock format.
  func clockChanged() { date.text = RelativeDate.exact(moment) }
}
