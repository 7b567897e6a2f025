import CAdwaita
import TidelineGtk
import TidelineProgram

/// A row that opens a mailbox, by a click or by Enter.
///
/// Accessibility: the row and its button have the mailbox's name as label, and its details as
/// description.
final class MailboxRow {
  let widget: ActionRow
  private let icon = Image(iconName: nil)
  // A button, since a GTK row has no action for assistive technologies.
  private let arrow = Button(iconName: "go-next-symbolic")

  /// - Parameters:
  ///   - open: opens the mailbox.
  ///   - forget: removes the mailbox from the list; nil if it cannot be removed.
  init(_ line: MailboxLine, open: @escaping () -> Void, forget: (() -> Void)?) {
    widget = ActionRow(title: line.title)
    widget.keepLabelsWide()
    widget.add(prefix: icon)
    if let forget {
      let button = Button(iconName: "window-close-symbolic")
      button.addStyleClass("flat")
      button.tooltipText = tr("Remove from This List")
      button.setAccessibleLabel(tr("Remove “%s” from This List", with: line.title))
      button.connect("clicked", forget)
      widget.add(suffix: button)
    }
    arrow.addStyleClass("flat")
    arrow.isFocusable = false
    arrow.connect("clicked", open)
    widget.add(suffix: arrow)
    widget.setActivatable(arrow)
    show(details: line)
  }

  /// Shows the present state of the same mailbox.
  func show(details line: MailboxLine) {
    icon.setIcon(
      name: line.isMissing
        ? "dialog-warning-symbolic"
        : line.isAccount ? "network-server-symbolic" : "mail-unread-symbolic"
    )
    widget.setSubtitle(line.details)
    widget.setAccessibleDescription(line.details)
    arrow.setAccessibleDescription(line.details)
  }
}
