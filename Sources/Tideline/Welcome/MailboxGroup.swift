import CAdwaita
import TidelineGtk
import TidelineProgram

/// A heading and the mailboxes below it.
final class MailboxGroup {
  let widget = PreferencesGroup()
  private var lines: [MailboxLine] = []
  private var rows: [MailboxRow] = []
  private let open: (String) -> Void
  /// Called with the path of a mailbox to remove from the list; nil if none can be removed.
  var forget: ((String) -> Void)?

  init(open: @escaping (String) -> Void) { self.open = open }

  /// Replaces the rows. Without lines, the group shows only the sentence; without a sentence, too,
  /// it is hidden.
  func show(_ lines: [MailboxLine], title: String, sentence: String?) {
    // Rows of the same mailboxes are kept, since one may have the focus or be pressed.
    if lines.elementsEqual(self.lines, by: { ($0.path, $0.title) == ($1.path, $1.title) }) {
      for (row, line) in zip(rows, lines) { row.show(details: line) }
    } else {
      for row in rows { widget.remove(row.widget) }
      rows = lines.map(row)
      for row in rows { widget.add(row.widget) }
    }
    self.lines = lines
    widget.set(title: title, description: sentence)
    widget.isVisible = !lines.isEmpty || sentence != nil
  }

  func grabFocus() -> Bool { rows.first?.widget.grabFocus() ?? false }

  private func row(_ line: MailboxLine) -> MailboxRow {
    let path = line.path
    return MailboxRow(
      line,
      open: { [open] in open(path) },
      forget: forget.map { forget in { forget(path) } }
    )
  }
}

/// A row that opens a mailbox, by a click or by Enter.
///
/// Accessibility: the row and its button have the mailbox's name as label, and its details as
/// description.
private final class MailboxRow {
  let widget: ActionRow
  private let icon = Image(iconName: nil)
  // A button, since a GTK row has no action for assistive technologies.
  private let arrow = Button(iconName: "go-next-symbolic")

  /// - Parameter forget: removes the mailbox from the list; nil if it cannot be removed.
  init(_ line: MailboxLine, open: @escaping () -> Void, forget: (() -> Void)?) {
    widget = ActionRow(title: line.title)
    widget.keepLabelsWide()
    widget.add(prefix: icon)
    if let forget {
      let name = tr("Remove “%s” from This List", with: line.title)
      let tip = tr("Remove from This List")
      let button = Button.flat("window-close-symbolic", name, tip: tip)
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
