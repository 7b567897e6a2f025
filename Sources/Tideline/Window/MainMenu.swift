import TidelineGtk
import TidelineProgram

/// The main menu, behind a button in the header bar: actions that have no button of their own.
enum MainMenu {
  static func make() -> Menu {
    let list = Menu()
    list.append(tr("Mark All as R_ead"), action: "win.mark-all-read")
    list.append(tr("Only _Unread"), action: "win.unread-only")
    list.append(tr("Hide _Deleted"), action: "win.without-deleted")
    let mailbox = Menu()
    mailbox.append(tr("_Mailboxes…"), action: "win.welcome")
    mailbox.append(tr("Add _Account…"), action: "win.add-account")
    mailbox.append(tr("P_roperties"), action: "win.account-properties")
    let size = Menu()
    size.append(tr("_Larger"), action: "app." + ReadingTextSize.larger)
    size.append(tr("_Smaller"), action: "app." + ReadingTextSize.smaller)
    size.append(tr("_Normal"), action: "app." + ReadingTextSize.normal)
    let program = Menu()
    program.append(tr("_Text Size"), submenu: size)
    program.append(tr("_Preferences"), action: "app.preferences")
    program.append(tr("_Keyboard Shortcuts"), action: "win.shortcuts")
    program.append(tr("_About Tideline"), action: "win.about")
    let menu = Menu()
    for section in [list, mailbox, program] { menu.append(section: section) }
    return menu
  }
}
