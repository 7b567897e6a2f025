import CAdwaita
import TidelineGtk
import TidelineProgram

/// The window that lists the program's keyboard shortcuts. It fits a phone, unlike a
/// `GtkShortcutsWindow`, which has two columns.
enum ShortcutsWindow {
  /// For each row, its keys, separated by spaces, and their effect.
  private static var groups: [(title: String, rows: [(keys: String, title: String)])] {
    [
      (
        tr("Conversations"),
        [
          ("F5 <Control>r", tr("Refresh")),
          ("<Control>f slash", tr("Search")),
          ("j", tr("Next Conversation")),
          ("k", tr("Previous Conversation")),
          (
            WindowKeys.nextUnreadKey + " " + WindowKeys.previousUnreadKey,
            tr("Next or Previous Unread Conversation")
          ),
          ("Return", tr("Read the Conversation")),
          (MarkActions.unreadKey, tr("Mark as Unread")),
          (MarkActions.starKey, tr("Add or Remove a Star")),
          (MarkActions.undoKey, tr("Undo the Last Mark")),
          (MessageActions.replyKey, tr("Reply in Mail Program")),
          (MessageActions.replyToAllKey, tr("Reply to All in Mail Program")),
          (MessageActions.printKey, tr("Print the Message")),
          ("<Shift>Down <Control>a", tr("Select Several Conversations, or All")),
          ("Menu <Shift>F10", tr("Menu of the Conversation")),
          ("F9", tr("Folders")),
          ("Escape", tr("Cancel What Runs, or Go Back")),
        ]
      ),
      (
        tr("Reading"),
        [
          ("space <Shift>space", tr("Scroll by a Page")),
          ("<Control>f", tr("Find in the Conversation")),
          ("<Control>g", tr("Next Match")),
          ("<Control><Shift>g", tr("Previous Match")),
          ("<Control>a", tr("Select the Whole Message")),
          ("<Control>plus", tr("Larger Text")),
          ("<Control>minus", tr("Smaller Text")),
          ("<Control>0", tr("Normal Text Size")),
        ]
      ),
      (
        // Above the keys for the program as a whole, such as Quit.
        tr("Program"),
        [
          ("F10", tr("Main Menu")),
          ("<Control>o", tr("Mailboxes")),
          ("<Control>n", tr("New Window")),
          ("<Control>comma", tr("Preferences")),
          ("<Control>question", tr("Keyboard Shortcuts")),
          ("<Control>w", tr("Close Window")),
          ("<Control>q", tr("Quit")),
        ]
      ),
    ]
  }

  static func present(over parent: ApplicationWindow) {
    let (window, page) = (Window(), PreferencesPage())
    window.title = tr("Keyboard Shortcuts")
    window.setDefaultSize(width: 560, height: 640)
    window.setTransient(for: parent.asWindow)
    for group in groups { page.add(title: group.title, group.rows.map(row)) }
    window.setTitlebar(HeaderBar())
    window.child = page.asWidget
    window.closeByEscape()
    window.present()
  }

  private static func row(keys: String, title: String) -> ActionRow {
    let (row, box) = (ActionRow(title: title), Box(.vertical, spacing: 6))
    box.addStyleClass("keys")
    for key in keys.split(separator: " ") { tideline_append_key(box, String(key)) }
    row.add(suffix: box)
    return row
  }
}
