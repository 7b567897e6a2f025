import CAdwaita
import TidelineGtk
import TidelineProgram

/// The header bars of a window's panes, with the buttons that depend on which panes are shown.
final class WindowBars {
  let folders = HeaderBar()
  /// The bar above the conversations: folders button, refresh, title, search, main menu.
  let list = HeaderBar()
  let reading = HeaderBar()
  let showFolders = ToggleButton()
  /// Leads from the reading pane to the list. Visible while only one of the two panes fits.
  let back = backButton()

  let conversation = MenuButton.make("view-more-symbolic", tr("Conversation Menu"))
  /// Whether the reading pane has a conversation, and so the bar has the buttons for it.
  var hasConversation = false {
    didSet { for button in conversationButtons { button.isVisible = hasConversation } }
  }
  private var conversationButtons: [Widget] = []

  private let title = WindowTitle(AppInfo.name, subtitle: "")

  /// The widest title in px. A longer one would widen the list and narrow the reading pane.
  private static let widestTitle = 220

  init() {
    folders.setTitle(WindowTitle(AppInfo.name, subtitle: ""))
    let place = Clamp(title.asWidget)
    place.maximumSize = Self.widestTitle
    list.setTitle(place)
    showFolders.setIcon(name: "sidebar-show-symbolic")
    showFolders.setAction("win.show-folders")
    showFolders.setName(tr("Folders"), tip: tr("Folders (F9)"))
    list.packStart(showFolders)
    let refreshIcon = "view-refresh-symbolic"
    list.packStart(Self.button(refreshIcon, "win.refresh", tr("Refresh"), tip: tr("Refresh (F5)")))
    list.packEnd(Self.menuButton())
    let searchIcon = "edit-find-symbolic"
    list.packEnd(Self.button(searchIcon, "win.search", tr("Search"), tip: tr("Search (Ctrl+F)")))
    reading.setTitle(WindowTitle("", subtitle: ""))
    reading.packStart(back)
    reading.packEnd(conversation)
    let replies = [
      Self.button("mail-reply-sender-symbolic", "win.reply", tr("Reply"), tip: tr("Reply (R)")),
      Self.button(
        "mail-reply-all-symbolic",
        "win.reply-all",
        tr("Reply to All"),
        tip: tr("Reply to All (A)")
      ),
    ]
    for button in replies { reading.packStart(button) }
    conversationButtons = replies.map(\.asWidget) + [conversation.asWidget]
    for button in conversationButtons { button.isVisible = false }
  }

  func set(title: String, subtitle: String = "") {
    self.title.set(title: title, subtitle: subtitle)
  }

  /// Leads back to the previous page or pane.
  static func backButton() -> Button {
    button("go-previous-symbolic", "win.back", tr("Back"), tip: tr("Back (Esc)"))
  }

  private static func button(_ icon: String, _ action: String, _ name: String, tip: String)
    -> Button
  {
    let button = Button(iconName: icon)
    button.setAction(action)
    button.setName(name, tip: tip)
    return button
  }

  static func menuButton() -> MenuButton {
    let button = MenuButton.make("open-menu-symbolic", tr("Main Menu"))
    button.setPrimary()
    button.setMenu(MainMenu.make())
    return button
  }
}

/// The main menu, behind a button in the header bar: actions that have no button of their own.
private enum MainMenu {
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
    program.append(tr("Ne_w Window"), action: "app." + LaunchAction.newWindow.rawValue)
    program.append(tr("_Text Size"), submenu: size)
    program.append(tr("_Preferences"), action: "app.preferences")
    program.append(tr("_Keyboard Shortcuts"), action: "win.shortcuts")
    program.append(tr("_About Tideline"), action: "win.about")
    let menu = Menu()
    for section in [list, mailbox, program] { menu.append(section: section) }
    return menu
  }
}

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
