import TidelineGtk
import TidelineProgram

/// The menu behind the header bar's button.
enum MainMenu {
  static func make() -> Menu {
    let list = Menu()
    list.append(tr("_Refresh"), action: "win.refresh")
    list.append(tr("_Load More"), action: "win.load-more")
    list.append(tr("_Search"), action: "win.search")
    list.append(tr("Mark All as R_ead"), action: "win.mark-all-read")
    list.append(tr("Only _Unread"), action: "win.unread-only")
    list.append(tr("Hide _Deleted"), action: "win.without-deleted")
    let mailbox = Menu()
    mailbox.append(tr("_Mailboxes…"), action: "win.welcome")
    mailbox.append(tr("Add _Account…"), action: "win.add-account")
    mailbox.append(tr("_Open Folder…"), action: "win.open-folder")
    mailbox.append(tr("Open mbo_x File…"), action: "win.open-file")
    mailbox.append(tr("P_roperties"), action: "win.account-properties")
    mailbox.append(tr("Re_move…"), action: "win.remove-account")
    let program = Menu()
    program.append(tr("_Preferences"), action: "app.preferences")
    program.append(tr("_Keyboard Shortcuts"), action: "win.shortcuts")
    program.append(tr("_About Tideline"), action: "win.about")
    program.append(tr("_Quit"), action: "app.quit")
    let menu = Menu()
    for section in [list, mailbox, program] { menu.append(section: section) }
    return menu
  }
}
