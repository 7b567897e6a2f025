import CAdwaita
import TidelineGtk
import TidelineProgram

/// A bar that states a problem until it is withdrawn or dismissed, and may have a button to solve
/// the problem. The window can be used meanwhile. Libadwaita 1.2 has no AdwBanner for this.
///
/// Accessibility: the bar's role is `status`, and each new sentence is announced.
final class NoticeBar {
  let widget = Box(.vertical, spacing: 6, role: .status)
  private let label = Label.paragraph(lines: NoticeBar.mostLines)
  private let icon = Image(iconName: NoticeBar.warning)
  private let button = Button()
  private let close = Button.flat("window-close-symbolic", tr("Dismiss"))
  /// Called when the user has dismissed the bar: the keyboard's focus has to move elsewhere.
  var onDismiss: (() -> Void)?

  init() {
    let line = Box(.horizontal, spacing: 12)
    // A long sentence takes more lines, instead of widening the window.
    label.maxWidthChars = 20
    label.setExpand(horizontal: true)
    close.connect("clicked") { [weak self] in
      self?.withdraw()
      self?.onDismiss?()
    }
    close.setAlign(vertical: .center)
    line.append([icon, label, close])
    button.setAlign(horizontal: .end)
    widget.append([line, button])
    widget.addStyleClass("notice")
    widget.isVisible = false
  }

  static let warning = "dialog-warning-symbolic"
  static let offline = "network-offline-symbolic"

  /// The most lines of text: a path may need any number, but the list below needs space, too.
  private static let mostLines = 8

  /// The text; nil while the bar is hidden.
  private(set) var sentence: String?

  /// - Parameter way: the solution: a button's label, and the action that it activates; nil for no
  ///   button.
  func show(
    _ sentence: String,
    icon: String = NoticeBar.warning,
    way: (label: String, action: String)? = nil
  ) {
    self.icon.setIcon(name: icon)
    let isNews = self.sentence != sentence
    label.text = sentence
    widget.setAccessibleLabel(sentence)
    button.isVisible = way != nil
    if let way {
      button.label = way.label
      button.setAction(way.action)
    }
    widget.isVisible = true
    self.sentence = sentence
    if isNews { widget.announce(sentence) }
  }

  func withdraw() {
    widget.isVisible = false
    sentence = nil
  }
}
