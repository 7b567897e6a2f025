import CAdwaita
import TidelineGtk

/// A heading and the mailboxes below it.
final class MailboxGroup {
  let widget = PreferencesGroup()
  private var lines: [MailboxLine] = []
  private var rows: [MailboxRow] = []
  private let open: (String) -> Void
  /// Is given the path of one to be taken off the list; nil where that cannot be.
  var forget: ((String) -> Void)?

  /// - Parameter open: is given the path of the row that was activated.
  init(open: @escaping (String) -> Void) { self.open = open }

  /// Shows these in place of what was shown. Without any, the group has only the sentence, if one
  /// is given.
  func show(_ lines: [MailboxLine], title: String, sentence: String?) {
    // The rows of the same mailboxes are kept, since one may have the focus or be pressed.
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

  /// - Returns: whether there is a row to take it.
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
