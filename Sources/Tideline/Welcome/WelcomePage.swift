import CAdwaita
import Gtk
import Mail
import TidelineProgram

/// The page to choose a mailbox on: those opened before, those found on this machine, and the ways
/// to any other.
final class WelcomePage {
  let widget = StatusPage()
  private let openFolder = Button(label: tr("Open Folder…"))
  private let recentGroup: MailboxGroup
  private let foundGroup: MailboxGroup
  private var recent: [(path: String, mailbox: RecentMailbox)] = []
  private var found: [FoundMailbox]?
  private var missing: Set<String> = []
  private var looking: Task<Void, Never>?
  /// The widget that got the keyboard's focus; the user may have moved it since.
  private var placed: Widget?

  /// The look-ups on this machine; tests have their own.
  struct Machine {
    var home = MailOnThisMachine.home
    var find: @Sendable () async -> [FoundMailbox] = MailOnThisMachine.find
    var missing: @Sendable ([String]) async -> Set<String> = MailOnThisMachine.missing
  }

  private let machine: Machine

  /// - Parameters:
  ///   - open: is given the path of the mailbox that was chosen.
  ///   - forget: is given the path of one that is to be taken off the recent ones.
  init(
    on machine: Machine = Machine(),
    open: @escaping (String) -> Void,
    forget: @escaping (String) -> Void
  ) {
    self.machine = machine
    foundGroup = MailboxGroup(open: open)
    recentGroup = MailboxGroup(open: open)
    recentGroup.forget = { [weak self] path in
      forget(path)
      self?.drop(path)
    }
    let buttons = Box(.vertical, spacing: 12)
    buttons.setAlign(horizontal: .center)
    let openFile = Button(label: tr("Open mbox File…"))
    let openSample = Button(label: tr("Open Sample Mailbox"))
    for (button, action) in [
      (openFolder, "win.open-folder"), (openFile, "win.open-file"),
      (openSample, "win.open-sample"),
    ] {
      button.setAction(action)
      button.addStyleClass("pill")
      buttons.append(button)
    }
    let content = Box(.vertical, spacing: 24)
    for group in [recentGroup, foundGroup] { content.append(group.widget) }
    content.append(buttons)
    let clamp = Clamp(content.asWidget)
    clamp.maximumSize = 560
    widget.setChild(clamp)
    widget.addStyleClass("compact")
    widget.setExpand(horizontal: true, vertical: true)
    let keys = ShortcutController.whereFocused()
    keys.bind("Escape", toAction: "win.back")
    widget.add(keys)
  }

  isolated deinit { looking?.cancel() }

  /// Shows the page and looks for mailboxes anew.
  ///
  /// - Parameters:
  ///   - recent: the newest first.
  ///   - canGoBack: whether a mailbox is open to go back to.
  ///   - whenFound: is given what was found, once that is known; not when the page was shown anew
  ///     or ``rest()`` was called meanwhile.
  func show(
    recent: [(path: String, mailbox: RecentMailbox)],
    canGoBack: Bool,
    whenFound: @escaping ([FoundMailbox]) -> Void = { _ in }
  ) {
    self.recent = recent
    widget.set(
      icon: canGoBack ? nil : AppInfo.id,
      title: canGoBack ? tr("Mailboxes") : tr("Welcome to Tideline"),
      description: tr("Choose a mailbox to see its conversations. Tideline only ever reads it.")
    )
    update()
    looking?.cancel()
    let paths = recent.map(\.path)
    looking = Task { [weak self, machine] in
      // Each by itself: a share that does not answer must not hide the other mailboxes.
      async let missing = machine.missing(paths)
      let found = await machine.find()
      guard !Task.isCancelled else { return }
      self?.found = found
      self?.update()
      whenFound(found)
      let gone = await missing
      guard !Task.isCancelled else { return }
      self?.missing = gone
      self?.update()
    }
  }

  /// Ends the search: the page is not shown any more.
  func rest() {
    looking?.cancel()
    looking = nil
  }

  /// Puts the keyboard's focus on the first mailbox, also on one that becomes known later, unless
  /// the user has moved it by then.
  func grabFocus() {
    if !recentGroup.grabFocus(), !foundGroup.grabFocus() { openFolder.grabFocus() }
    placed = widget.focus
  }

  private func drop(_ path: String) {
    recent.removeAll { $0.path == path }
    update()
  }

  private func update() {
    let focus = widget.focus
    let home = machine.home
    let known = Set(recent.map(\.path))
    recentGroup.show(
      recent.map {
        MailboxLine($0.path, $0.mailbox, home: home, isMissing: missing.contains($0.path))
      },
      title: tr("Recent"),
      sentence: nil
    )
    let others = (found ?? []).filter { !known.contains($0.path) }
    foundGroup.show(
      others.map { MailboxLine($0, home: home) },
      title: tr("On This Computer"),
      sentence: sentence(others: others.count)
    )
    guard let focus else { return }
    if !widget.containsFocus || focus.pointer == placed?.pointer { grabFocus() }
  }

  private func sentence(others: Int) -> String? {
    guard let found else { return tr("Looking for mailboxes…") }
    guard found.isEmpty, recent.isEmpty else { return nil }
    return tr(
      "No mailbox was found. Tideline looks in the home folder for Maildir, Mail, mail and .mail; "
        + "where Thunderbird and Evolution keep mail; where mbsync and OfflineIMAP put it; "
        + "and in the system’s mail spool. If yours is elsewhere, open its folder or file."
    )
  }
}
