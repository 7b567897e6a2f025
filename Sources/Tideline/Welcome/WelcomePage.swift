import CAdwaita
import Glibc
import Mail
import TidelineGtk
import TidelineProgram

/// The page to choose a mailbox on: it lists the recent mailboxes, the server accounts and the
/// mailboxes found on this machine, and has buttons to add or open others.
final class WelcomePage {
  let widget = StatusPage()
  private let addAccount = Button.pill(tr("Add Account…"), action: "win.add-account")
  /// Lists the places where mailboxes were looked for; shown if none was found.
  private let searched = Expander(label: tr("What Was Searched?"))
  private let recentGroup: MailboxGroup
  private let accountGroup: MailboxGroup
  private let offeredGroup: MailboxGroup
  private let foundGroup: MailboxGroup
  private var recent: [(path: String, mailbox: RecentMailbox)] = []
  private var found: [FoundMailbox]?
  private var accounts = KnownAccounts()
  private var missing: Set<String> = []
  private var looking: [Task<Void, Never>] = []
  /// The last reading of the list of server accounts since the page was shown; nil for the first.
  private var renewing: Task<Void, Never>?
  /// The number of look-ups that have not ended.
  private var awaited = 0
  private var whenFound: ([FoundMailbox], [String]) -> Void = { _, _ in }
  /// The widget to which the page moved the keyboard's focus; the user may have moved it since.
  private var placed: Widget?

  /// The look-ups on this machine; tests replace them.
  struct Machine {
    var home = HomeFolder.path
    var find: @Sendable () async -> [FoundMailbox] = { await MailDiscovery.find() }
    var missing: @Sendable ([String]) async -> Set<String> = { paths in
      await ReadingThreads.run { Set(paths.filter { access($0, F_OK) != 0 }) }
    }
    var added: @Sendable () async throws -> [ListedAccount]
    var accounts: @Sendable () async -> [FoundAccount] = { await MailDiscovery.findAccounts() }
    var online: @Sendable () async throws -> [OnlineAccount] = { try await OnlineAccounts.all() }
  }

  private let machine: Machine

  init(
    on machine: Machine,
    open: @escaping (String) -> Void,
    add: @escaping (FoundAccount) -> Void,
    forget: @escaping (String) -> Void
  ) {
    self.machine = machine
    var offered: (String) -> FoundAccount? = { _ in nil }
    offeredGroup = MailboxGroup { url in offered(url).map(add) }
    foundGroup = MailboxGroup(open: open)
    accountGroup = MailboxGroup(open: open)
    recentGroup = MailboxGroup(open: open)
    offered = { [weak self] url in self?.accounts.offered.first { $0.server.url == url } }
    recentGroup.forget = { [weak self] path in
      forget(path)
      self?.drop(path)
    }
    let buttons = Box(.vertical, spacing: 12)
    buttons.setAlign(horizontal: .center)
    buttons.append([
      addAccount, Button.pill(tr("Open Folder…"), action: "win.open-folder"),
      Button.pill(tr("Open mbox File…"), action: "win.open-file"),
      Button.pill(tr("Open Sample Mailbox"), action: "win.open-sample"),
    ])
    let content = Box(.vertical, spacing: 24)
    searched.setChild(Label.paragraph(Self.places))
    searched.setAccessibleLabel(tr("What Was Searched?"))
    content.append(groups.map(\.widget) + [searched, buttons])
    let clamp = Clamp(content.asWidget)
    clamp.maximumSize = 560
    widget.setChild(clamp)
    widget.addStyleClass("compact")
    widget.setExpand(horizontal: true, vertical: true)
    let keys = ShortcutController.whereFocused()
    keys.bind("Escape", toAction: "win.back")
    widget.add(keys)
  }

  private var groups: [MailboxGroup] { [recentGroup, accountGroup, offeredGroup, foundGroup] }

  isolated deinit {
    for task in looking { task.cancel() }
    renewing?.cancel()
  }

  /// Shows the page and looks for mailboxes again.
  ///
  /// - Parameter whenFound: called with the mailboxes found and the accounts' URLs, once both are
  ///   known. Not called if the page was shown again or ``rest()`` was called meanwhile, nor if
  ///   accounts of other programs are offered.
  func show(
    recent: [(path: String, mailbox: RecentMailbox)],
    canGoBack: Bool,
    whenFound: @escaping ([FoundMailbox], [String]) -> Void = { _, _ in }
  ) {
    self.recent = recent
    widget.set(
      icon: canGoBack ? nil : AppInfo.id,
      title: canGoBack ? tr("Mailboxes") : tr("Welcome to Tideline"),
      description: tr(
        "Choose a mailbox to see its conversations. Nothing in it is changed, unless Preferences say so."
      )
    )
    update()
    rest()
    accounts.problems = []
    awaited = 4
    self.whenFound = whenFound
    look(machine.find) { $0.found = try $1.get() }
    look(machine.added) {
      let added = try $1.get()
      if $0.renewing == nil { $0.accounts.added = added }
    }
    look(machine.accounts) { $0.accounts.found = try $1.get() }
    look(machine.online) { $0.accounts.online = try $1.get() }
    // Leaves out accounts, which have a URL instead of a path on disk.
    let paths = recent.map(\.path).filter { ServerAddress(url: $0) == nil }
    looking.append(
      Task { [weak self, machine] in
        let missing = await machine.missing(paths)
        guard !Task.isCancelled else { return }
        self?.missing = missing
        self?.update()
      }
    )
  }

  /// Runs each look-up independently: a network share or a service that does not answer must not
  /// hide the results of the others, nor keep the page alive.
  private func look<Found: Sendable>(
    _ find: @escaping @Sendable () async throws -> Found,
    note: @escaping (WelcomePage, Result<Found, any Error>) throws -> Void
  ) {
    looking.append(
      Task { [weak self] in
        let result: Result<Found, any Error>
        do { result = .success(try await find()) } catch { result = .failure(error) }
        guard !Task.isCancelled, let self else { return }
        do {
          try note(self, result)
        } catch {
          accounts.problems.append(ErrorText(error).text)
        }
        update()
        awaited -= 1
        // If accounts are offered, opens no mailbox unasked: the user may want to add one of them.
        if awaited == 0, accounts.offered.isEmpty {
          whenFound(found ?? [], accounts.lines.map(\.path))
        }
      }
    )
  }

  /// Ends the look-ups. Called when the page is no longer shown.
  func rest() {
    for task in looking { task.cancel() }
    renewing?.cancel()
    (looking, renewing) = ([], nil)
    whenFound = { _, _ in }
  }

  /// Moves the keyboard's focus to the first mailbox; without one, to the button to add an account.
  /// Repeated whenever the lists change, unless the user has moved the focus meanwhile.
  func grabFocus() {
    let isPlaced = groups.contains { $0.grabFocus() }
    if !isPlaced { addAccount.grabFocus() }
    placed = widget.focus
  }

  /// Reads the list of server accounts again. Called when accounts were added or removed.
  func lookForAccounts() {
    renewing?.cancel()
    renewing = Task { [weak self, machine] in
      guard let added = try? await machine.added(), !Task.isCancelled, let self else { return }
      accounts.added = added
      update()
    }
  }

  private func drop(_ path: String) {
    recent.removeAll { $0.path == path }
    update()
  }

  private func update() {
    let focus = widget.focus
    let home = machine.home
    let known = Set(recent.map(\.path))
    let lines = accounts.lines
    recentGroup.show(
      recent.map { mailbox in
        lines.first { $0.path == mailbox.path }
          ?? MailboxLine(
            mailbox.path,
            mailbox.mailbox,
            home: home,
            isMissing: missing.contains(mailbox.path)
          )
      },
      // The mailboxes that were open last.
      title: tr("Recent"),
      sentence: nil
    )
    let problem = JoinedText.sentences(accounts.problems)
    accountGroup.show(
      lines.filter { !known.contains($0.path) },
      title: tr("Accounts"),
      sentence: problem.isEmpty ? nil : problem
    )
    offeredGroup.show(
      accounts.offered.map { MailboxLine($0) },
      title: tr("In Other Programs"),
      sentence: nil
    )
    let others = (found ?? []).filter { !known.contains($0.path) }
    foundGroup.show(
      others.map { MailboxLine($0, home: home) },
      title: tr("On This Computer"),
      sentence: sentence(others: others.count)
    )
    searched.isVisible = hasNone
    // Without any mailbox, most people want to add an account.
    addAccount.asWidget.setStyleClass("suggested-action", hasNone)
    guard let focus else { return }
    if !widget.containsFocus || focus.pointer == placed?.pointer { grabFocus() }
  }

  private var hasNone: Bool {
    found?.isEmpty == true && recent.isEmpty && accounts.lines.isEmpty && accounts.offered.isEmpty
  }

  private static var places: String {
    tr(
      "In the home folder, Maildir, Mail, mail and .mail; where Thunderbird and Evolution keep mail; where "
        + "mbsync and OfflineIMAP put it; and the system’s mail spool. If yours is elsewhere, open its "
        + "folder or file."
    )
  }

  private func sentence(others: Int) -> String? {
    guard found != nil else { return tr("Looking for mailboxes…") }
    return hasNone ? tr("No mailbox was found on this computer.") : nil
  }
}
