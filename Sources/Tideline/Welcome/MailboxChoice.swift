import CAdwaita
import Mail
import TidelineGtk
import TidelineProgram

/// A window's mailbox, or in its place the page to choose another one.
final class MailboxChoice {
  /// What stands in the window.
  let widget = Stack()
  /// Whether the page is shown.
  private(set) var isShown = false {
    didSet { if isShown != oldValue { onShownChange?(isShown) } }
  }
  /// Called when the page is shown, or the mailbox again.
  var onShownChange: ((_ isShown: Bool) -> Void)?
  /// Shows on the page what is wrong with the mailbox that was chosen.
  let notice = NoticeBar()
  private let memory: WindowMemory
  private let page: WelcomePage
  private let back = WindowBars.backButton()
  private let opening: (String) -> Void

  private static let (content, choice) = ("mailbox", "choice")

  /// - Parameters:
  ///   - content: shows the mailbox.
  ///   - memory: has the recent ones.
  ///   - add: adds an account of another program.
  ///   - forget: takes the mailbox at a path off the recent ones.
  ///   - open: opens the mailbox at a path; the page is gone by then.
  init(
    around content: some WidgetConvertible,
    memory: WindowMemory,
    machine: WelcomePage.Machine = WelcomePage.Machine(),
    add: @escaping (FoundAccount) -> Void,
    forget: @escaping (String) -> Void,
    open: @escaping (String) -> Void
  ) {
    self.memory = memory
    opening = open
    var choose: (String) -> Void = { _ in }
    page = WelcomePage(
      on: machine,
      open: { choose($0) },
      add: add,
      forget: forget
    )
    // The panes are not folded for a narrow window before they are shown.
    widget.hhomogeneous = false
    widget.add(content, named: Self.content)
    widget.add(pageUnderBar(), named: Self.choice)
    notice.onDismiss = { [weak self] in self?.page.grabFocus() }
    choose = { [weak self] in self?.open($0) }
  }

  /// Shows the page.
  ///
  /// - Parameters:
  ///   - canGoBack: whether there is a mailbox to go back to.
  ///   - isStart: whether a mailbox is opened without asking: see ``FirstMailbox``.
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

  /// Shows the mailbox again.
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
    pane.append(bar)
    pane.append(notice.widget)
    pane.append(page.widget)
    return pane
  }

  private func open(_ path: String) {
    leave()
    opening(path)
  }
}
