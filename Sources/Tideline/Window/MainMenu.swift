import Gtk

/// The menu behind the header bar's button.
enum MainMenu {
  static func make() -> Menu {
    let list = Menu()
    list.append(tr("_Refresh"), action: "win.refresh")
    list.append(tr("_Load More"), action: "win.load-more")
    let mailbox = Menu()
    mailbox.append(tr("_Open Maildir Folder…"), action: "win.open-folder")
    mailbox.append(tr("Open _Sample Mailbox"), action: "win.open-sample")
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
