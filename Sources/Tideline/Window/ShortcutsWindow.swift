import CAdwaita
import TidelineGtk
import TidelineProgram

/// The window that lists the program's keyboard shortcuts.
enum ShortcutsWindow {
  private struct Group {
    let title: String
    let keys: [(key: String, title: String)]
  }

  /// The groups fit on one page: two columns of 15 rows each. A group's title takes a row, too.
  private static var groups: [Group] {
    [
      Group(
        title: tr("Conversations"),
        keys: [
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
          (MessageActions.replyKey, tr("Reply in Mail Program")),
          (MessageActions.replyToAllKey, tr("Reply to All in Mail Program")),
          (MessageActions.printKey, tr("Print the Message")),
          ("<Shift>Down <Control>a", tr("Select Several Conversations, or All")),
          ("Menu <Shift>F10", tr("Menu of the Conversation")),
          ("F9", tr("Folders")),
          ("Escape", tr("Cancel What Runs, or Go Back")),
        ]
      ),
      Group(
        title: tr("Reading"),
        keys: [
          ("<Control>f", tr("Find in the Conversation")),
          ("<Control>g", tr("Next Match")),
          ("<Control><Shift>g", tr("Previous Match")),
          ("<Control>a", tr("Select the Whole Message")),
          ("<Control>plus", tr("Larger Text")),
          ("<Control>minus", tr("Smaller Text")),
          ("<Control>0", tr("Normal Text Size")),
        ]
      ),
      Group(
        // Above the keys for the program as a whole, such as Quit.
        title: tr("Program"),
        keys: [
          ("F10", tr("Main Menu")),
          ("<Control>o", tr("Mailboxes")),
          ("<Control>comma", tr("Preferences")),
          ("<Control>question", tr("Keyboard Shortcuts")),
          ("<Control>w", tr("Close Window")),
          ("<Control>q", tr("Quit")),
        ]
      ),
    ]
  }

  static func present(over parent: ApplicationWindow) {
    tideline_present_from_xml(xml, "shortcuts", parent.asWindow)
  }

  private static var xml: String {
    let title = tr("Keyboard Shortcuts")
    return """
      <interface>
        <object class="GtkShortcutsWindow" id="shortcuts">
          <property name="modal">1</property>
          <property name="title">\(escaped(title))</property>
          <child>
            <object class="GtkShortcutsSection">
              <property name="section-name">shortcuts</property>
              \(groups.map(group).joined())
            </object>
          </child>
        </object>
      </interface>
      """
  }

  private static func group(_ group: Group) -> String {
    """
    <child>
      <object class="GtkShortcutsGroup">
        <property name="title">\(escaped(group.title))</property>
        \(group.keys.map(shortcut).joined())
      </object>
    </child>
    """
  }

  private static func shortcut(key: String, title: String) -> String {
    """
    <child>
      <object class="GtkShortcutsShortcut">
        <property name="accelerator">\(escaped(key))</property>
        <property name="title">\(escaped(title))</property>
      </object>
    </child>
    """
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
