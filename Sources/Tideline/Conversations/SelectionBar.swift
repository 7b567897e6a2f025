import TidelineGtk
import TidelineProgram

/// The bar below the list while several conversations are selected: their number, and what can be
/// done with all of them.
final class SelectionBar {
  let widget = Box(.horizontal, spacing: 6)
  let menu = MenuButton.make("view-more-symbolic", tr("Menu of the Selection"), isFlat: true)
  private let count = Label.line()

  init() {
    widget.addStyleClass("selection-bar")
    count.setExpand(horizontal: true)
    count.marginStart = 10
    widget.append(count)
    widget.isVisible = false
  }

  /// - Parameter prefix: the prefix of the names of the buttons' actions.
  func offer(prefix: String) {
    for (icon, action, name) in [
      ("object-select-symbolic", prefix + ".read", tr("Mark as Read")),
      ("starred-symbolic", prefix + ".star", tr("Star")),
      ("document-save-symbolic", prefix + ".save", tr("Save in a Folder…")),
    ] {
      widget.append(button(icon, action, name))
    }
    widget.append(menu)
    widget.append(button("window-close-symbolic", "win.back", tr("Clear Selection")))
  }

  private func button(_ icon: String, _ action: String, _ name: String) -> Button {
    let button = Button.flat(icon, name)
    button.setAction(action)
    return button
  }

  /// Shows the number of selected conversations; nil hides the bar.
  func show(_ number: Int?) {
    widget.isVisible = number != nil
    guard let number else { return }
    let text = tr("%d selected", "%d selected", number)
    guard count.text != text else { return }
    count.text = text
    widget.announce(text)
  }
}
