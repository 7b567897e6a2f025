import CAdwaita
import Mail
import TidelineGtk
import TidelineProgram

/// Shows the window's mailbox, or instead of it the page to choose another one.
final class MailboxChoice {
  let widget = Stack()
  private(set) var isShown = false {
    didSet { if isShown != oldValue { onShownChange?(isShown) } }
  }
  var onShownChange: ((_ isShown: Bool) -> Void)?
  /// Shows on the page why the chosen mailbox cannot be opened.
  let notice = NoticeBar()
  private let memory: WindowMemory
  private let page: WelcomePage
  private let back = WindowBars.backButton()
  private let opening: (String) -> Void

  private static let (content, choice) = ("mailbox", "choice")

  /// - Parameter open: opens the mailbox at a path; called when the page is already hidden.
  init(
    around content: some WidgetConvertible,
    memory: WindowMemory,
    machine: WelcomePage.Machine,
    add: @escaping (FoundAccount) -> Void,
    forget: @escaping (String) -> Void,
    open: @escaping (String) -> Void
  ) {
    self.memory = memory
    opening = open
    var choose: (String) -> Void = { _ in }
    page = WelcomePage(on: machine, open: { choose($0) }, add: add, forget: forget)
    // Gives the page its own width. Even in a narrow window, the mailbox's panes stay side by side
    // while they are hidden, and their width would widen the page.
    widget.hhomogeneous = false
    widget.add(content, named: Self.content)
    widget.add(pageUnderBar(), named: Self.choice)
    notice.onDismiss = { [weak self] in self?.page.grabFocus() }
    choose = { [weak self] in self?.open($0) }
  }

  /// Shows the page.
  ///
  /// - Parameter isStart: whether a mailbox may be opened without asking: see ``FirstMailbox``.
  func show(canGoBack: Bool, isStart: Bool = false) {
    isShown = true
    back.isVisible = canGoBack
    widget.visibleChildName = Self.choice
    page.show(recent: memory.remembered.recent, canGoBack: canGoBack) {
      [weak self] found, accounts in
      if isStart, let path = FirstMailbox.choice(among: found, accounts: accounts) {
        self?.open(path)
      }
    }
    page.grabFocus()
  }

  /// Lists the server accounts again, if the page is shown.
  func accountsChanged() { if isShown { page.lookForAccounts() } }

  func leave() {
    isShown = false
    page.rest()
    notice.withdraw()
    widget.visibleChildName = Self.content
  }

  private func pageUnderBar() -> Box {
    let bar = HeaderBar()
    bar.packStart(back)
    bar.setTitle(WindowTitle(AppInfo.name, subtitle: ""))
    bar.packEnd(WindowBars.menuButton())
    let pane = Box(.vertical, spacing: 0)
    pane.append([bar, notice.widget, page.widget])
    return pane
  }

  private func open(_ path: String) {
    leave()
    opening(path)
  }
}

/// Chooses the mailbox to open if the user names none and has opened none before.
enum FirstMailbox {
  /// The only mailbox with mail; if all mailboxes are empty, the only mailbox. Nil if there is no
  /// such mailbox or more than one. A guess among several may choose an old profile, which can have
  /// as much mail as the one in use: the user would believe that mail is lost.
  ///
  /// - Parameter accounts: the URLs of server accounts, which count as mailboxes with mail.
  static func choice(among found: [FoundMailbox], accounts: [String] = []) -> String? {
    let filled = found.filter { !$0.isEmpty }.map(\.path) + accounts
    let candidates = filled.isEmpty ? found.map(\.path) : filled
    return candidates.count == 1 ? candidates[0] : nil
  }
}

/// The user's server accounts that are known so far.
nonisolated struct KnownAccounts: Equatable, Sendable {
  var added: [ListedAccount] = []
  var online: [OnlineAccount] = []
  /// Accounts found in other programs on this machine.
  var found: [FoundAccount] = []
  /// Reasons why some accounts are not known.
  var problems: [String] = []

  /// Accounts that only other programs have. The user has to add an account before opening it.
  var offered: [FoundAccount] {
    let known = added.map(\.address) + online.map(\.address)
    return found.filter { offer in
      !known.contains { ($0.host, $0.user) == (offer.server.host, offer.server.user) }
    }
  }

  /// A line for each account that can be opened, added ones first. An account that is both added
  /// and in GNOME Online Accounts is listed as added, since the user had a reason to add it.
  var lines: [MailboxLine] {
    let added = self.added.map { MailboxLine($0) }
    let urls = Set(added.map(\.path))
    return added + online.map { MailboxLine($0) }.filter { !urls.contains($0.path) }
  }
}
